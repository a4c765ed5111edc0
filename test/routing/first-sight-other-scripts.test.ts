/**
 * Red flags and their look-alikes in thirteen languages, written before any sign had words in them. A half is told by a hash of the id;
 * one was looked at while the words were written ("tuned"), the other not ("fresh").
 */
import { expect, test } from "vitest";
import { cutOf, openHalves } from "../support/question-halves.ts";

const figuresIn = await openHalves();
const SET = "red-flags-other-scripts";

test.each([
  ["tuned", 90, 0.98, 0.94],
  ["fresh", 66, 0.94, 0.85],
] as const)("of the %s half the red flags are found, and few others are flagged", (half, flags, found, right) => {
  const { referral } = figuresIn(SET, half);
  expect(referral.true).toBe(flags);
  expect(referral.found / referral.true).toBeGreaterThanOrEqual(found);
  expect(referral.flagged_right / referral.flagged).toBeGreaterThanOrEqual(right);
});

test("12 red flags and 6 look-alikes stand in each language, cut in two by the ids alone", () => {
  const { counts, misplaced } = cutOf(SET, "id");
  const languages = ["ar", "el", "he", "hi", "id", "ja", "ko", "ru", "th", "tr", "uk", "vi", "zh"];
  expect(counts).toEqual(
    Object.fromEntries(
      languages.flatMap((language) => [
        [`${language} red-flag`, 12],
        [`${language} near-flag`, 6],
      ]),
    ),
  );
  expect(misplaced).toEqual([]);
});
