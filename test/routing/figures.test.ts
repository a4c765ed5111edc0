/** How routing does on questions that nobody wrote words for one by one: the least that each kind must reach. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readQuestions } from "../../src/measure/labelled-questions.ts";
import { figuresOf, judge, listen, type Tally } from "../../src/measure/routing-figures.ts";
import { loadCoaching } from "../support/coaching.ts";

const { policy, snapshot } = await loadCoaching();
const FILE = "test/routing/questions/coaching.jsonl";
const read = readQuestions(FILE, readFileSync(FILE), [...policy.intents.keys()]);
if ("faults" in read) throw new Error(read.faults.join("\n"));
const judged = read.questions.map((question) => judge(listen(question, policy, snapshot.languages), policy));
const figures = figuresOf(judged);

const share = (tally: Tally | undefined, verdict: "right" | "missed" | "wrong"): number =>
  tally === undefined ? Number.NaN : tally[verdict] / tally.n;

describe("of two thousand labelled questions in 26 languages", () => {
  test("at least 85 in 100 are right, at most 1.2 wrong and at most 5 missed", () => {
    expect(figures.total.n).toBeGreaterThan(2_000);
    expect(Object.keys(figures.by_language).length).toBe(26);
    expect(share(figures.total, "right")).toBeGreaterThanOrEqual(0.85);
    expect(share(figures.total, "wrong")).toBeLessThanOrEqual(0.012);
    expect(share(figures.total, "missed")).toBeLessThanOrEqual(0.05);
  });

  test("those with a denial are wrong in at most 8 of 100 cases, those with typing errors right in 80", () => {
    expect(share(figures.by_tag["negation"], "wrong")).toBeLessThanOrEqual(0.08);
    expect(share(figures.by_tag["typo"], "right")).toBeGreaterThanOrEqual(0.8);
  });

  test("those that belong to no intent are decided in at most 4 of 100 cases", () => {
    expect(share(figures.by_tag["off-domain"], "wrong")).toBeLessThanOrEqual(0.04);
  });

  test("95 in 100 that call for a referral are found, and 75 of those flagged call for one", () => {
    const { referral } = figures;
    expect(referral.found / referral.true).toBeGreaterThanOrEqual(0.95);
    expect(referral.flagged_right / referral.flagged).toBeGreaterThanOrEqual(0.75);
  });

  test("the scope of 88 in 100 is right", () => {
    expect(figures.scope.right / figures.scope.n).toBeGreaterThanOrEqual(0.88);
  });

  test.each(Object.keys(figures.by_language))("three quarters of those in %s are right", (language) => {
    expect(share(figures.by_language[language], "right")).toBeGreaterThanOrEqual(0.75);
  });
});
