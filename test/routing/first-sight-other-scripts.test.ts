/**
 * Red flags and their look-alikes in thirteen languages, written before any sign had words in them. A half is told by a hash of the id;
 * one was looked at while the words were written ("tuned"), the other not ("fresh").
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openHalves } from "../support/question-halves.ts";

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

describe("the set", () => {
  const lines = readFileSync(`test/routing/questions/${SET}.jsonl`, "utf8").trim().split("\n");
  const questions = lines.map((line): { id: string; lang: string; tags: string[] } => JSON.parse(line));

  test("has a dozen red flags and half a dozen look-alikes in each language", () => {
    const counts = new Map<string, number>();
    for (const { lang, tags } of questions) counts.set(`${lang} ${tags[0]}`, (counts.get(`${lang} ${tags[0]}`) ?? 0) + 1);
    const languages = ["ar", "el", "he", "hi", "id", "ja", "ko", "ru", "th", "tr", "uk", "vi", "zh"];
    const expected = languages.flatMap((language) => [
      [`${language} red-flag`, 12],
      [`${language} near-flag`, 6],
    ]);
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(expected));
  });

  test("is cut in two by the ids alone", () => {
    const halfOf = (id: string): string => ((createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 1 ? "fresh" : "tuned");
    expect(questions.map(({ id, tags }) => [id, tags[1]])).toEqual(questions.map(({ id }) => [id, halfOf(id)]));
  });
});
