/** `winnow suggest`: what it proposes from labelled questions, and what it leaves alone. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { LabelledQuestion } from "../../src/cli/routing-figures.ts";
import { type SuggestOptions, suggestTerms } from "../../src/cli/suggest.ts";
import { logOddsOf, proposalsOf } from "../../src/cli/term-odds.ts";
import { loadCoaching } from "../support/coaching.ts";
import { runVerb } from "./run-verb.ts";

test("the log-odds of a word are those of its two-by-two table with a half in each cell", () => {
  expect(logOddsOf({ n: 3, of: 4 }, { n: 0, of: 9 })).toBeCloseTo(Math.log((3.5 * 9.5) / (1.5 * 0.5)), 12);
  expect(logOddsOf({ n: 2, of: 4 }, { n: 2, of: 4 })).toBe(0);
});

describe("winnow suggest", () => {
  const suggest = (more: Partial<SuggestOptions> = {}) => runVerb<SuggestOptions>(suggestTerms, { limit: 10, ...more });

  test("prints a diff with the word that only one intent uses, its counts and its log-odds", async () => {
    // English ones about nutrition are lines 5, 6, 7 and the tie of 21. Of the other 14, line 15 has it second and does not count.
    const before = readFileSync("policies/coaching/vocabulary.yaml", "utf8");
    const { code, printed } = await suggest();
    expect(code).toBe(0);
    expect(printed.slice(0, 3)).toEqual(["+++ vocabulary/en.yaml", "   nutrition:", "+    1: [kombucha]"]);
    expect(printed[3]).toBe("+    # kombucha: 3 of 4 questions, 0 of 13 others, log-odds 4.14");
    expect(readFileSync("policies/coaching/vocabulary.yaml", "utf8")).toBe(before);
  });

  test("ends with 2 where the file cannot be used", async () => {
    expect((await suggest({ questions: "package.json" })).code).toBe(2);
  });
});

describe("a proposal", async () => {
  const { policy, snapshot } = await loadCoaching();
  const about = (intent: string, lang: string, ...texts: readonly string[]): readonly LabelledQuestion[] =>
    texts.map((question) => ({ question, lang, intents: [intent], outcome: "single" }));
  const proposed = (...questions: readonly (readonly LabelledQuestion[])[]) =>
    proposalsOf(questions.flat(), policy, snapshot.languages).map(
      ({ intent, language, text }) => `${language} ${intent} ${text}`,
    );
  const REST = about("injury", "en", "My ankle hurts", "Is the tendon swollen?", "Pain in the knee");

  test("is nothing that a term matches already, inflected or in a phrase, nor a function word, a time or a number", () => {
    const known = about("nutrition", "en", "The breakfasts of today at 12", "The breakfast of today at 12");
    expect(proposed(known, REST)).toEqual([]);
  });

  test("is nothing that stands in one question only, however often", () => {
    expect(proposed(about("nutrition", "en", "kombucha kombucha kombucha"), REST)).toEqual([]);
  });

  test("is nothing that the other questions have as well", () => {
    const both = ["The zebrawood?", "Some zebrawood"];
    expect(proposed(about("nutrition", "en", ...both), about("injury", "en", ...both))).toEqual([]);
  });

  test("is a pair of words where the pair says more than each of them", () => {
    const own = about("recovery", "en", "Is a zorbo krell enough?", "Was the zorbo krell useful?");
    const others = about("injury", "en", "That zorbo", "This zorbo", "That krell", "This krell");
    expect(proposed(own, others)).toContain("en recovery zorbo krell");
    const alone = about("injury", "en", "That plonk", "This plonk");
    expect(proposed(own, alone)).not.toContain("en recovery zorbo krell");
  });

  test("belongs to its language, and its dictionary words are whole where a script has no spaces", () => {
    const chinese = about("nutrition", "zh", "康普茶好吗？", "我想喝康普茶");
    const german = about("nutrition", "de", "Ist Kwasbrot gut?", "Wann gibt es Kwasbrot?");
    const others = [...about("injury", "zh", "膝盖疼"), ...about("injury", "de", "Mein Knie schmerzt")];
    const texts = proposed(chinese, german, others);
    expect(texts).toContain("de nutrition Kwasbrot");
    expect(texts.filter((text) => text.startsWith("zh ")).every((text) => "康普茶".includes(text.slice(13)))).toBe(true);
  });

  test("counts a second intent neither for a question nor against it", () => {
    const second: LabelledQuestion = { question: "kombucha?", lang: "en", intents: ["training", "nutrition"], outcome: "single" };
    const [proposal] = proposalsOf(
      [...about("nutrition", "en", "Kombucha?", "More kombucha"), second, ...REST],
      policy,
      snapshot.languages,
    );
    expect(proposal).toMatchObject({ intent: "nutrition", text: "kombucha", own: { n: 2, of: 2 }, others: { n: 0, of: 3 } });
  });
});
