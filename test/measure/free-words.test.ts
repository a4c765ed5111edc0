import { expect, test } from "vitest";
import { isTerm } from "../../src/measure/free-words.ts";
import { loadCoaching } from "../support/coaching.ts";

const { policy } = await loadCoaching();

test.each([
  ["ชา", "th", true],
  ["เพลงชาติ", "th", false],
  ["外で", "ja", true],
  ["海外で", "ja", false],
])("%j holds a term of %s, as a question would: %s", (text, language, holds) => {
  expect(isTerm(text, language, policy.vocabulary)).toBe(holds);
});
