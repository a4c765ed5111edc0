/** `winnow suggest`: what it proposes from labelled questions, and what it leaves alone. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkPolicies } from "../../src/cli/check.ts";
import { type SuggestOptions, suggestTerms } from "../../src/cli/suggest.ts";
import type { LabelledQuestion } from "../../src/measure/routing-figures.ts";
import { oddsOf, proposalsOf } from "../../src/measure/term-odds.ts";
import { loadCoaching } from "../support/coaching.ts";
import { runVerb } from "./run-verb.ts";

const about = (intent: string, lang: string, ...texts: readonly string[]): readonly LabelledQuestion[] =>
  texts.map((question) => ({ question, lang, intents: [intent], outcome: "single" }));

describe("the odds of a word", () => {
  test("are those of Monroe, Colaresi and Quinn, with a prior of ten questions like all others", () => {
    const { log, z } = oddsOf({ n: 3, of: 4 }, { n: 0, of: 9 }, 3 / 13);
    const prior = 30 / 13;
    expect(log).toBeCloseTo(Math.log((3 + prior) / (14 - 3 - prior) / (prior / (19 - prior))), 12);
    expect(z).toBeCloseTo(log / Math.sqrt(1 / (3 + prior) + 1 / prior), 12);
  });

  test("are even where the word occurs evenly, however often, and surer the more questions there are", () => {
    expect(oddsOf({ n: 20, of: 40 }, { n: 50, of: 100 }, 0.5)).toEqual({ log: 0, z: 0 });
    expect(oddsOf({ n: 30, of: 40 }, { n: 0, of: 90 }, 3 / 13).z).toBeGreaterThan(
      oddsOf({ n: 3, of: 4 }, { n: 0, of: 9 }, 3 / 13).z,
    );
  });
});

describe("winnow suggest", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "winnow-suggest-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const suggest = (more: Partial<SuggestOptions> = {}) => runVerb<SuggestOptions>(suggestTerms, { limit: 10, ...more });
  const writeQuestions = (questions: readonly LabelledQuestion[]): string => {
    const path = join(folder, "questions.jsonl");
    writeFileSync(path, questions.map((one) => JSON.stringify(one)).join("\n"));
    return path;
  };

  test("prints a diff of the file where the language's words stand, with counts beside the word, and writes nothing", async () => {
    // English ones about nutrition are lines 5, 6, 7 and the tie of 21. Of the other 14, line 15 has it second and does not count.
    const file = "policies/coaching/vocabulary/en.yaml";
    const before = readFileSync(file, "utf8");
    const { code, printed, complaints } = await suggest();
    expect([code, complaints]).toEqual([0, []]);
    expect(printed.slice(0, 2)).toEqual([`--- a/${file}`, `+++ b/${file}`]);
    const added = printed.filter((line) => line.startsWith("+ "));
    expect(added).toEqual([
      "+    1:",
      expect.stringMatching(/^\+ {6}- kombucha # 3 of 4 questions, 0 of 13 others; log-odds \d\.\d\d, z \d\.\d\d$/),
    ]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("gives a diff that git applies to every kind of file, after which winnow check passes and nothing is left to propose", async () => {
    cpSync("policies", join(folder, "policies"), { recursive: true });
    // Then the English words stand in vocabulary.yaml alone.
    rmSync(join(folder, "policies/coaching/vocabulary/en.yaml"));
    const rest = ["Mein Knie schmerzt", "Ist die Sehne dick?", "Meine Wade zieht", "Hilft Eis?", "Die Schulter sticht"];
    const questions = writeQuestions([
      ...about("nutrition", "en", "Is kombucha good?", "More kombucha", "Kombucha now?", "That kombucha"),
      ...about("injury", "en", ...Array.from({ length: 12 }, (_, at) => `Does my knee hurt again ${at}?`)),
      ...about("nutrition", "de", "Ist Kwasbrot gut?", "Wann gibt es Kwasbrot?", "Mehr Kwasbrot", "Das Kwasbrot"),
      ...about("injury", "de", ...rest, ...rest, ...rest),
      ...about("nutrition", "sw", "Ugali leo?", "Nile ugali?", "Kuhusu ugali", "Je, ugali?"),
      ...about("injury", "sw", ...Array.from({ length: 12 }, (_, at) => `Goti linauma ${at}`)),
    ]);
    const directory = join(folder, "policies");
    const { printed } = await suggest({ questions, directory });
    expect(printed.filter((line) => line.startsWith("+++"))).toEqual([
      "+++ b/coaching/vocabulary/de.yaml",
      "+++ b/coaching/vocabulary.yaml",
      "+++ b/coaching/vocabulary/sw.yaml",
    ]);
    const applied = spawnSync("git", ["apply", "-"], { cwd: directory, input: `${printed.join("\n")}\n`, encoding: "utf8" });
    expect([applied.status, applied.stderr]).toEqual([0, ""]);
    const said: string[] = [];
    const status = await checkPolicies(directory, {}, { print: (line) => said.push(line), nowMs: Date.now() });
    const findings = said.flatMap((line) => /^ {2}([a-z_]+): /.exec(line)?.[1] ?? []);
    // Nothing is said of the new words but that Swahili has no language file; the plans are so by intent; the handbook has its line.
    expect([status, findings]).toEqual([0, ["plan_never_binds", "language_without_file", "handbook", "plan_never_binds"]]);
    const again = await suggest({ questions, directory });
    expect([again.code, again.printed]).toEqual([0, []]);
    expect(again.complaints).toEqual(["nothing to propose: no new word of three or more questions speaks for an intent"]);
  });

  test("ends with 2 where the file cannot be used", async () => {
    expect((await suggest({ questions: "package.json" })).code).toBe(2);
  });
});

describe("a proposal", async () => {
  const { policy, snapshot } = await loadCoaching();
  const proposed = (...questions: readonly (readonly LabelledQuestion[])[]) =>
    proposalsOf(questions.flat(), policy, snapshot.languages).map(
      ({ intent, language, text }) => `${language} ${intent} ${text}`,
    );
  const REST = about("injury", "en", ...Array.from({ length: 15 }, (_, at) => `My ankle hurts ${at}`));

  test("is nothing that a term matches already, inflected or in a phrase, nor a function word, a time or a number", () => {
    const known = about("nutrition", "en", ...Array.from({ length: 5 }, () => "The breakfasts of today at 12"));
    expect(proposed(known, REST)).toEqual([]);
  });

  test("is nothing that stands in two questions only, however often", () => {
    expect(proposed(about("nutrition", "en", "kombucha kombucha", "kombucha"), REST)).toEqual([]);
    expect(proposed(about("nutrition", "en", "kombucha", "kombucha", "kombucha"), REST)).toEqual(["en nutrition kombucha"]);
  });

  test("is nothing that occurs evenly", () => {
    const both = ["The zebrawood?", "Some zebrawood", "A zebrawood", "This zebrawood", "No zebrawood"];
    expect(proposed(about("nutrition", "en", ...both), about("injury", "en", ...both))).toEqual([]);
  });

  test("is no proper name, except where every noun has a capital", () => {
    const of = (lang: string) => about("nutrition", lang, ...Array.from({ length: 4 }, () => "x Fenwick y"));
    const others = (lang: string) => about("injury", lang, ...Array.from({ length: 15 }, () => "z"));
    expect(proposed(of("en"), others("en"))).toEqual([]);
    expect(proposed(of("de"), others("de"))).toEqual(["de nutrition Fenwick"]);
    const small = about("nutrition", "en", "fenwick y");
    expect(proposed(of("en"), small, others("en"))).toEqual(["en nutrition Fenwick"]);
  });

  test("is a pair of words where the pair says more than each of them", () => {
    const own = about(
      "recovery",
      "en",
      "Is a zorbo krell enough?",
      "Was the zorbo krell useful?",
      "A zorbo krell",
      "The zorbo krell",
    );
    const others = about("injury", "en", "That zorbo", "This zorbo", "That krell", "This krell");
    expect(proposed(own, others, REST)).toContain("en recovery zorbo krell");
    const alone = about("injury", "en", "That plonk", "This plonk");
    expect(proposed(own, alone, REST)).not.toContain("en recovery zorbo krell");
  });

  test("belongs to its language, and its dictionary words are whole where a script has no spaces", () => {
    const chinese = about("nutrition", "zh", "康普茶好吗？", "我想喝康普茶", "康普茶", "康普茶呢");
    const german = about("nutrition", "de", "Ist Kwasbrot gut?", "Wann gibt es Kwasbrot?", "Kwasbrot", "Das Kwasbrot");
    const many = <T>(one: T): readonly T[] => Array.from({ length: 15 }, () => one);
    const others = [...about("injury", "zh", ...many("膝盖疼")), ...about("injury", "de", ...many("Mein Knie schmerzt"))];
    const texts = proposed(chinese, german, others);
    expect(texts).toContain("de nutrition Kwasbrot");
    expect(texts.some((text) => text.startsWith("zh "))).toBe(true);
    expect(texts.filter((text) => text.startsWith("zh ")).every((text) => "康普茶".includes(text.slice(13)))).toBe(true);
  });

  test("counts a second intent neither for a question nor against it", () => {
    const second: LabelledQuestion = { question: "kombucha?", lang: "en", intents: ["training", "nutrition"], outcome: "single" };
    const own = about("nutrition", "en", "Kombucha?", "More kombucha", "kombucha");
    const [proposal] = proposalsOf([...own, second, ...REST], policy, snapshot.languages);
    expect(proposal).toMatchObject({ intent: "nutrition", text: "kombucha", own: { n: 3, of: 3 }, others: { n: 0, of: 15 } });
  });
});

test("takes time in proportion to the number of questions", async () => {
  const { policy, snapshot } = await loadCoaching();
  const timeOf = (count: number): number => {
    const questions = about("training", "en", ...Array.from({ length: count }, (_, at) => `Should I wobble ${at}?`));
    const start = performance.now();
    proposalsOf(questions, policy, snapshot.languages);
    return performance.now() - start;
  };
  timeOf(1_000);
  const least = (count: number): number => Math.min(timeOf(count), timeOf(count), timeOf(count));
  // Sixteen times as long for as many more; quadratic would be 256. The rest is room for a busy machine.
  expect(least(16_000)).toBeLessThan(least(1_000) * 100);
}, 60_000);
