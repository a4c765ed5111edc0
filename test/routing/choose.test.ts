import { describe, expect, test } from "vitest";
import type { Modifier, Scope } from "../../src/policy/snapshot.ts";
import { choose } from "../../src/routing/choose.ts";
import type { Decided } from "../../src/routing/route.ts";
import { makePolicy, makeScope } from "../support/make-intents.ts";

const policy = makePolicy(
  {
    training: { primary: ["load", "aerobic"], secondary: ["weather", "profile"], exclude: ["sleep", "injury"], maxWords: 250 },
    injury: { primary: ["injury", "mobility"], secondary: ["profile", "weather"], exclude: ["food", "load"], maxWords: 220 },
    general: { primary: ["profile"], secondary: ["load"], exclude: [], maxWords: 180 },
  },
  { keep: ["injury"] },
);

const certain = (lead: string): Decided => ({
  lead,
  certain: true,
  reason: null,
  decidedBy: "rules",
  contenders: [lead],
  best: lead,
});
const tied = (lead: string): Decided => ({
  lead,
  certain: false,
  reason: "margin",
  decidedBy: "best_score",
  contenders: ["training", "injury"],
  best: "training",
});
const weak: Decided = {
  lead: "training",
  certain: false,
  reason: "below_threshold",
  decidedBy: "best_score",
  contenders: ["training", "general"],
  best: "training",
};

const of = (decided: Decided, scopes: readonly Scope[] = [], referral = false) => choose({ policy, decided, scopes, referral });
const roles = (choice: ReturnType<typeof of>) => choice.chosen.map(({ piece, role, notes }) => [piece, role, ...notes].join(" "));
const reasons = (choice: ReturnType<typeof of>) => Object.fromEntries(choice.withheld.map(({ id, reason }) => [id, reason]));
const promote = (piece: string): Modifier => ({ action: "promote", piece, reason: "why" });
const demote = (piece: string): Modifier => ({ action: "demote", piece, reason: "why" });
const drop = (piece: string): Modifier => ({ action: "drop", piece, reason: "why" });

describe("choose", () => {
  test("withholds what a certain intent excludes, and says which intent; the rest is not listed", () => {
    const choice = of(certain("training"));
    expect(roles(choice)).toEqual(["load primary", "aerobic primary", "weather secondary", "profile secondary"]);
    expect(reasons(choice)).toEqual({ food: "not_listed", injury: "excluded", mobility: "not_listed", sleep: "excluded" });
    expect(choice.withheld.find((one) => one.id === "injury")?.detail).toEqual({ excluded_by: ["training"] });
  });

  test("keeps both halves of a tie, the lead's first", () => {
    expect(roles(of(tied("training")))).toEqual([
      "load primary",
      "aerobic primary",
      "injury primary",
      "mobility primary",
      "weather secondary",
      "profile secondary",
    ]);
    expect(roles(of(tied("injury")))).toEqual([
      "injury primary",
      "mobility primary",
      "load primary",
      "aerobic primary",
      "profile secondary",
      "weather secondary",
    ]);
    expect(of(tied("training")).keptAgainst).toEqual(["load", "injury"]);
  });

  test("leaves what one contender excludes and none lists out as not listed", () => {
    expect(reasons(of(tied("training")))).toEqual({ food: "not_listed", sleep: "not_listed" });
  });

  test("takes the longest answer of the intents in play", () => {
    expect(of(tied("injury")).maxWords).toBe(250);
  });

  test("withholds nothing under a weak signal: what is excluded comes last, softened", () => {
    const choice = of(weak);
    expect(roles(choice).slice(-2)).toEqual(["sleep secondary softened", "injury secondary softened"]);
    expect(Object.values(reasons(choice))).not.toContain("excluded");
  });

  test("promotes secondary to primary and a piece that is not listed to last secondary", () => {
    const choice = of(certain("training"), [makeScope("today", promote("weather"), promote("food"))]);
    expect(roles(choice)).toEqual(["load primary", "aerobic primary", "weather primary", "profile secondary", "food secondary"]);
    expect(choice.modifiers.map((one) => one.outcome)).toEqual(["applied", "applied"]);
  });

  test("never undoes an exclude by a promotion", () => {
    const choice = of(certain("training"), [makeScope("today", promote("injury"))]);
    expect(reasons(choice)["injury"]).toBe("excluded");
    expect(choice.modifiers).toEqual([
      { scope: "today", action: "promote", piece: "injury", reason: "why", outcome: "no_effect" },
    ]);
  });

  test("demotes primary to first secondary and secondary to last", () => {
    const choice = of(certain("training"), [makeScope("today", demote("aerobic"), demote("weather"))]);
    expect(roles(choice)).toEqual(["load primary", "aerobic secondary", "profile secondary", "weather secondary"]);
  });

  test("drops whatever the role, with the scope's reason, also under a weak signal", () => {
    const choice = of(certain("training"), [makeScope("months", drop("load"))]);
    expect(choice.withheld.find((one) => one.id === "load")).toEqual({
      id: "load",
      stage: "route",
      reason: "scope_dropped",
      detail: { scope: "months", why: "why" },
    });
    expect(roles(of(weak, [makeScope("months", drop("sleep"))])).join()).not.toContain("sleep");
  });

  test("of two scopes applies the promotions of both and blocks what only one wants to demote or drop", () => {
    const today = makeScope("today", promote("weather"), demote("aerobic"), demote("profile"));
    const months = makeScope("months", drop("weather"), promote("profile"), demote("aerobic"));
    const choice = of(certain("training"), [today, months]);
    expect(choice.modifiers.map(({ action, piece, outcome }) => `${action} ${piece} ${outcome}`)).toEqual([
      "promote weather applied",
      "demote aerobic applied",
      "demote profile scope_uncertain",
      "drop weather scope_uncertain",
      "promote profile applied",
      "demote aerobic applied",
    ]);
    expect(roles(choice)).toEqual(["load primary", "weather primary", "profile primary", "aerobic secondary"]);
  });

  test("keeps what a red flag names as primary, whatever excludes it", () => {
    const choice = of(certain("training"), [], true);
    expect(roles(choice)).toContain("injury primary kept_by_red_flag");
    expect(reasons(choice)).not.toHaveProperty("injury");
  });
});
