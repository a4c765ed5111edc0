/** Questions that were written before the words were: one half was looked at while they were written ("tuned"), the other not. */
import { describe, expect, test } from "vitest";
import { openHalves } from "../support/question-halves.ts";

const figuresIn = await openHalves();

describe.each(["tuned", "fresh"] as const)("the %s half", (half) => {
  test("of everyday red flags: 95 in 100 are found, and 85 of those flagged call for a referral", () => {
    const { referral } = figuresIn("red-flags", half);
    expect(referral.true).toBeGreaterThan(50);
    expect(referral.found / referral.true).toBeGreaterThanOrEqual(0.95);
    expect(referral.flagged_right / referral.flagged).toBeGreaterThanOrEqual(0.85);
  });

  test("of false friends: at most 10 in 100 are decided wrongly", () => {
    const { total } = figuresIn("false-friends", half);
    expect(total.n).toBeGreaterThan(90);
    expect(total.wrong / total.n).toBeLessThanOrEqual(0.1);
  });

  test("of typing errors: 85 in 100 are right and at most 2 wrong", () => {
    const { total } = figuresIn("typing-errors", half);
    expect(total.n).toBeGreaterThanOrEqual(40);
    expect(total.right / total.n).toBeGreaterThanOrEqual(0.85);
    expect(total.wrong / total.n).toBeLessThanOrEqual(0.02);
  });
});
