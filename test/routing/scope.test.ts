import { describe, expect, test } from "vitest";
import { loadLanguages } from "../../src/policy/load-languages.ts";
import type { Scope } from "../../src/policy/snapshot.ts";
import { hear } from "../../src/routing/hear.ts";
import { findScopes } from "../../src/routing/scope.ts";
import { NO_LANGUAGES, vocabularyOf } from "../support/words.ts";

const { languages } = await loadLanguages();
const nothing = vocabularyOf({}, NO_LANGUAGES);
const heardIn = (question: string) => hear(question, nothing, languages);
const scopes: readonly Scope[] = (["day", "week", "months"] as const).map((horizon) => ({
  name: horizon,
  horizon,
  modifiers: [],
}));
/** A Tuesday. */
const TUESDAY = "2026-03-10T09:00:00Z";
const find = (question: string, at = TUESDAY, zone = "UTC") =>
  findScopes({ question, heard: heardIn(question), scopes, atMs: Date.parse(at), zone }).map((one) => one.found);

describe("findScopes", () => {
  test.each([
    ["What should I do today?", "day", "day", "2026-03-10", "2026-03-11"],
    ["Am I fit for this evening", "day", "day", "2026-03-10", "2026-03-11"],
    ["And tomorrow?", "week", "day", "2026-03-11", "2026-03-12"],
    ["Is Friday good?", "week", "weekday", "2026-03-13", "2026-03-14"],
    ["Is Tuesday good?", "day", "weekday", "2026-03-10", "2026-03-11"],
    ["How about next Friday", "week", "weekday", "2026-03-20", "2026-03-21"],
    ["plan my weekend", "week", "weekend", "2026-03-14", "2026-03-16"],
    ["what about this week", "week", "week", "2026-03-09", "2026-03-16"],
    ["and next week", "week", "week", "2026-03-16", "2026-03-23"],
    ["in two days", "week", "in", "2026-03-10", "2026-03-13"],
    ["in 12 weeks", "months", "in", "2026-03-10", "2026-06-03"],
    ["over the next few months", "months", "in", "2026-03-10", "2026-06-11"],
    ["over the next months", "months", "in", "2026-03-10", "2026-06-11"],
    ["I race in three months", "months", "in", "2026-03-10", "2026-06-11"],
    ["a marathon in october", "months", "month_name", "2026-10-01", "2026-11-01"],
    ["a marathon by February", "months", "month_name", "2027-02-01", "2027-03-01"],
    ["how is this month", "months", "month", "2026-03-01", "2026-04-01"],
    ["my goals for next year", "months", "year", "2027-01-01", "2028-01-01"],
  ])("reads %j as %s (%s)", (question, name, kind, from, to) => {
    expect(find(question)).toMatchObject([{ name, kind, from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` }]);
  });

  test.each([
    "How do I march on",
    "May I train",
    "yesterday was hard",
    "last week hurt",
    "two weeks ago I fell",
    "my usual fridays",
    "sit still",
    "???",
  ])("finds no scope in %j", (question) => {
    expect(find(question)).toEqual([]);
  });

  test("gives the span in the person's own zone: late evening in Auckland and in Los Angeles are different days", () => {
    const at = "2026-03-10T10:30:00Z";
    expect(find("today", at, "Pacific/Auckland")[0]).toMatchObject({
      from: "2026-03-09T11:00:00.000Z",
      to: "2026-03-10T11:00:00.000Z",
    });
    expect(find("today", at, "America/Los_Angeles")[0]).toMatchObject({
      from: "2026-03-10T07:00:00.000Z",
      to: "2026-03-11T07:00:00.000Z",
    });
  });

  test("counts the 23 hours of a day on which daylight saving begins", () => {
    expect(find("today", "2026-03-29T12:00:00Z", "Europe/Athens")[0]).toMatchObject({
      from: "2026-03-28T22:00:00.000Z",
      to: "2026-03-29T21:00:00.000Z",
    });
  });

  test("gives the words and their place in the question as it was sent", () => {
    const question = "Can I run TODAY if I race in three months?";
    expect(find(question).map(({ text, start, end }) => [text, question.slice(start ?? 0, end ?? 0)])).toEqual([
      ["TODAY", "TODAY"],
      ["in three months", "in three months"],
    ]);
  });

  test("keeps a phrase inside one clause", () => {
    expect(find("I come next. Week after week it hurts")).toEqual([]);
  });

  test("names the kind of time and no scope where the policy has none for it", () => {
    const found = findScopes({
      question: "today",
      heard: heardIn("today"),
      scopes: [],
      atMs: Date.parse(TUESDAY),
      zone: "UTC",
    });
    expect(found).toMatchObject([{ scope: null, found: { name: null, kind: "day" } }]);
  });
});
