import { describe, expect, test } from "vitest";
import { compileSigns } from "../../src/policy/compile/signs.ts";
import { compileVocabulary } from "../../src/policy/compile/vocabulary.ts";
import { classify, scoreRecords } from "../../src/routing/classify.ts";
import { hear } from "../../src/routing/hear.ts";
import { readTerm } from "../../src/text/lexicon/term-syntax.ts";
import { FACTORS, languagesOf, type TermTable, vocabularyOf } from "../support/words.ts";

const languages = languagesOf(
  {
    language: "en",
    common: ["my", "the", "i", "is"],
    endings: ["s"],
    negation: { before: ["no", "not", "without", "never tight"], after: ["nay", "pain gone"] },
  },
  { language: "de", common: ["mein", "der"], compounds: true },
);

const GROUPS = {
  en: { chest: ["chest", "breast bone"], hurting: ["pain", "tight", "no .. feeling"], gym: ["bench"], expecting: ["pregnant"] },
  de: { chest: ["Brust"], hurting: ["Schmerz"] },
};
const SIGNS = ["chest + hurting - gym", "expecting & hurting"];

function heardIn(question: string, terms: TermTable = {}) {
  const words = Object.entries(GROUPS).flatMap(([language, groups]) =>
    Object.entries(groups).flatMap(([group, texts]) =>
      texts.map((text) => ({ text, group, language, spellings: readTerm(text) })),
    ),
  );
  const placed = SIGNS.map((text) => ({ text, intent: "injury" }));
  const vocabulary = { ...vocabularyOf(terms, languages), signs: compileSigns(placed, words, languages.rules) };
  return hear(question, vocabulary, languages);
}

const flagsIn = (question: string) =>
  heardIn(question).redFlags.map(
    ({ term, first, last }) =>
      `${term.language} ${term.text}: ${question
        .split(" ")
        .slice(first, last + 1)
        .join(" ")}`,
  );

describe("a sign", () => {
  test.each([
    ["my chest is tight", ["en chest + hurting - gym: chest is tight"]],
    ["the pain in my chest", ["en chest + hurting - gym: pain in my chest"]],
    ["pain under the breast bone", ["en chest + hurting - gym: pain under the breast bone"]],
    [
      "chest one two three four five six seven eight nine ten pain",
      ["en chest + hurting - gym: chest one two three four five six seven eight nine ten pain"],
    ],
    ["chest one two three four five six seven eight nine ten eleven pain", []],
    ["my chest, the pain", ["en chest + hurting - gym: chest, the pain"]],
    ["the pain，my chest", ["en chest + hurting - gym: pain，my chest"]],
    ["my chest. the pain", []],
    ["my chest; the pain", []],
    ["my chest, today, the pain", []],
    ["my chest, the bench and the pain", []],
    ["my chest, one two three four five six seven eight nine ten eleven pain", []],
    ["my chest", []],
    ["my chest is tight on the bench", []],
    ["my chest is tight, the bench is free", ["en chest + hurting - gym: chest is tight,"]],
    ["pregnant. the cat is tight", ["en expecting & hurting: pregnant. the cat is tight"]],
    ["der Schmerz in der Brust", ["de chest + hurting - gym: Schmerz in der Brust"]],
    ["mein Brustschmerz", ["de chest + hurting - gym: Brustschmerz"]],
    ["mein tight Brust", []],
  ])("in %j", (question, expected) => {
    expect(flagsIn(question)).toEqual(expected);
  });

  test.each([
    ["no chest pain", []],
    ["no real chest pain", []],
    ["my chest is not tight", []],
    ["chest pain nay", []],
    ["no idea of the chest pain", ["en chest + hurting - gym: chest pain"]],
    ["i do not run without chest pain", ["en chest + hurting - gym: chest pain"]],
    ["i can't run without chest pain", ["en chest + hurting - gym: chest pain"]],
    ["no feeling in the chest", ["en chest + hurting - gym: no feeling in the chest"]],
    ["a never tight chest", []],
    ["chest pain gone", []],
    ["no pain in my chest, a tight shoe", []],
    ["a tight shoe, no chest", []],
    ["no chest pain, my chest is tight", ["en chest + hurting - gym: chest is tight"]],
  ])("that is denied right there is none: %j", (question, expected) => {
    expect(flagsIn(question)).toEqual(expected);
  });

  test("says what the question is about, and hides no word between its own", () => {
    const terms = { injury: { chest: 1, knee: 1 }, training: { run: 2 } };
    const heard = heardIn("my chest on the run and knee is tight", terms);
    const { scores, suppressed } = classify(heard, FACTORS, ["injury", "training"]);
    const found = scoreRecords(scores, heard.words).map(({ intent, score, matches }) => [
      intent,
      score,
      matches.map(({ term }) => term),
    ]);
    expect(found).toEqual([
      ["injury", 4, ["chest + hurting - gym", "knee"]],
      ["training", 2, ["run"]],
    ]);
    expect(suppressed.map(({ hit, why }) => [hit.term.text, why])).toEqual([["chest", "overlap"]]);
  });

  test("stands once, whatever its words are repeated for", () => {
    expect(flagsIn("chest pain chest pain chest pain")).toEqual(["en chest + hurting - gym: chest pain"]);
  });

  test.each(["no chest pain ", "chest pain bench, ", "not without chest pain ", "not chest, pain, ", "chest and, pain not. "])(
    "takes time by the length of the text: %j",
    (unit) => {
      const work = (times: number): number => {
        const before = process.cpuUsage();
        heardIn(unit.repeat(times));
        const { user, system } = process.cpuUsage(before);
        return user + system;
      };
      const least = (times: number): number => Math.min(...Array.from({ length: 5 }, () => work(times)));
      // Eight times for time by the length, 64 for its square; the rest is room for a busy machine.
      expect(least(4_000) / least(500)).toBeLessThan(32);
    },
  );

  test("makes no word known: what stands in a group only is unmatched", () => {
    const heard = heardIn("my bench", {});
    expect(heard.unmatched.map((at) => heard.words[at]?.folded)).toEqual(["bench"]);
  });
});

test("a phrase that raises the flag is denied in the same way, and in its gap", () => {
  const flags = ["fainted", "calf .. swollen"].map((text) => ({
    text,
    language: "en",
    intent: null,
    weightMilli: 1_000,
    spellings: readTerm(text),
  }));
  const vocabulary = compileVocabulary(flags, languages.rules, "en");
  const flagged = (question: string) => hear(question, vocabulary, languages).redFlags.length;
  const denied = ["i have not fainted", "my calf is not swollen"];
  expect(denied.map(flagged)).toEqual([0, 0]);
  expect(["i fainted", "i do not know the day i fainted", "my calf is swollen"].map(flagged)).toEqual([1, 1, 1]);
});
