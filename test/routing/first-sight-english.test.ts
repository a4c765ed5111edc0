/** English questions that were written before the words of 2026-12 were: of each two one was looked at while they were written ("tuned"), the other never ("fresh"). */
import { describe, expect, test } from "vitest";
import { openHalves } from "../support/question-halves.ts";

const figuresIn = await openHalves();

/** At first sight 81 and 79 in 100 were right and 2.8 and 3.5 wrong; the fresh half is 87.9 and 1.4 now. */
describe.each([
  ["tuned", 0.88, 0.01],
  ["fresh", 0.86, 0.02],
] as const)("the %s half of everyday English", (half, right, wrong) => {
  const { total, scope, referral } = figuresIn("everyday-english", half);

  test(`at least ${100 * right} in 100 are right, at most ${100 * wrong} wrong and 2 missed`, () => {
    expect(total.n).toBeGreaterThan(140);
    expect(total.right / total.n).toBeGreaterThanOrEqual(right);
    expect(total.wrong / total.n).toBeLessThanOrEqual(wrong);
    expect(total.missed / total.n).toBeLessThanOrEqual(0.02);
  });

  test("the scope of 85 in 100 is right, and every call for a referral is found", () => {
    expect(scope.right / scope.n).toBeGreaterThanOrEqual(0.85);
    expect(referral.found).toBe(referral.true);
  });
});

/** At first sight, with the words as they then were, 59 (of 225), 56 (160) and 60 (63) in 100 were right; each was learnt from. */
test("of indirect English, which hardly names its topic, 85 in 100 are right and at most 4.5 wrong, of its false friends 7 of 30", () => {
  const { total, by_tag } = figuresIn("indirect-english", null);
  expect(total.n).toBeGreaterThan(470);
  expect(total.right / total.n).toBeGreaterThanOrEqual(0.85);
  expect(total.wrong / total.n).toBeLessThanOrEqual(0.045);
  expect(by_tag["false-friend"]).toMatchObject({ n: 30 });
  expect(by_tag["false-friend"]?.wrong).toBeLessThanOrEqual(7);
});
