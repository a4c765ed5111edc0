import { describe, expect, test } from "vitest";
import { compileRules } from "../../../src/policy/languages/compile-language.ts";
import { LanguageYaml } from "../../../src/policy/schema/language-file.ts";
import { findPhrases, matchesOf } from "../../../src/text/lexicon/find-phrases.ts";
import { compileLexicon } from "../../../src/text/lexicon/lexicon.ts";
import type { Pattern } from "../../../src/text/lexicon/pattern.ts";
import { readTerm } from "../../../src/text/lexicon/term-syntax.ts";
import { splitWords, type Word } from "../../../src/text/words/words.ts";

const ENGLISH = { endings: ["s", "es", "ies > y", "ed", "ed > e", "ing", "ing > e"], doubling: true };
const GERMAN = { endings: ["e", "en", "s"], compounds: true };
const TURKISH = { endings: [], suffixes: [["lar", "ler"], ["im"], ["de", "da"]] };
const ARABIC = { proclitics: ["ال", "و", "ب"] };

function patternsOf(term: string, more: Partial<Pattern<string>>): readonly Pattern<string>[] {
  const spellings = readTerm(term);
  if (typeof spellings === "string") throw new Error(spellings);
  return [{ spellings, text: term, asWritten: false, language: "qaa", loose: true, misspelt: true, payload: term, ...more }];
}

/** Where the terms stand in a text, with how surely: "runs: inflected". */
function found(terms: string | readonly string[], text: string, file: object = {}, more: Partial<Pattern<string>> = {}) {
  const rules = compileRules(LanguageYaml.parse({ language: "qaa", ...file }));
  const lexicon = compileLexicon(
    [terms].flat().flatMap((term) => patternsOf(term, more)),
    () => rules,
    [rules],
  );
  const words = splitWords(text);
  const matches = matchesOf(words, lexicon).map((ways, at) => (ways.length > 0 ? ways : lexicon.typos(words[at] as Word, "qaa")));
  return findPhrases({ words, lexicon, matches }).map(
    ({ first, last, how }) => `${text.slice(words[first]?.start, words[last]?.end)}: ${how}`,
  );
}

describe("a word of a term", () => {
  test.each([
    ["train", "Train", "exact"],
    ["Müdigkeit", "MUDIGKEIT", "exact"],
    ["Straße", "STRASSE", "exact"],
    ["痛", "痛", "exact"],
    ["train", "trained", "inflected"],
    ["race", "raced", "inflected"],
    ["race", "racing", "inflected"],
    ["story", "stories", "inflected"],
    ["run", "running", "inflected"],
    ["run", "runs", "inflected"],
  ])("%j is found in %j, %s", (term, word, how) => {
    expect(found(term, word, ENGLISH)).toEqual([`${word}: ${how}`]);
  });

  test.each([
    ["train", "strain"],
    ["train", "trai"],
    ["train", "trainee"],
    ["run", "runway"],
    ["run", "rung"],
    ["use", "using"],
    ["cry", "cries"],
    ["pain", "painting"],
  ])("%j is not found in %j", (term, word) => {
    expect(found(term, word, ENGLISH)).toEqual([]);
  });

  test("matches as written where nothing is known of the language", () => {
    expect(found("train", "train trains trained", {}, { misspelt: false })).toEqual(["train: exact"]);
  });

  test("is not found where its last letter is doubled before no ending", () => {
    expect(found("put", "putt", ENGLISH)).toEqual([]);
  });

  test("is doubled only where the language doubles", () => {
    expect(found("run", "running", { ...ENGLISH, doubling: false })).toEqual([]);
  });
});

describe("the signs of a term", () => {
  test("`=x` takes no ending, no compound, no typing error", () => {
    expect(found("=race", "race races raced", ENGLISH)).toEqual(["race: exact"]);
    expect(found("=Plan", "Plan Pläne Plans Planung Trainingsplan", GERMAN)).toEqual(["Plan: exact"]);
    expect(found("=workout", "wrokout workuot", ENGLISH)).toEqual([]);
  });

  test("`x*` takes any ending", () => {
    expect(found("verletz*", "verletz verletzt Verletzungspause unverletzt", GERMAN)).toEqual([
      "verletz: exact",
      "verletzt: inflected",
      "Verletzungspause: inflected",
    ]);
  });

  test("applies to one word of a phrase and not to the others", () => {
    expect(found("long =run", "longs run, long runs", ENGLISH)).toEqual(["longs run: inflected"]);
    expect(found("hurt* knee", "hurtful knees", ENGLISH)).toEqual(["hurtful knees: inflected"]);
  });

  test("`x|y` stands for either", () => {
    expect(found("pain|knee ache", "a pain, a knee, knee aches", ENGLISH)).toEqual(["pain: exact", "knee aches: inflected"]);
  });
});

describe("a phrase", () => {
  test("stands with its words side by side and in order", () => {
    expect(found("long run", "a long run, run long, long slow run", ENGLISH)).toEqual(["long run: exact"]);
  });

  test("is as sure as its least sure word", () => {
    expect(found("massage room", "masage rooms", ENGLISH)).toEqual(["masage rooms: fuzzy"]);
  });

  test.each(["long-run", "long  run", "long\trun", "long / run", "long\u00A0run"])("is found in %j", (text) => {
    expect(found("long run", text, ENGLISH)).toEqual([`${text}: exact`]);
  });

  test.each(["long. run", "long, run", "long\nrun", "long (run)", "long！run"])("does not cross the border in %j", (text) => {
    expect(found("long run", text, ENGLISH)).toEqual([]);
  });

  test("has up to three words in its gap", () => {
    expect(found("tut .. weh", "tut weh", GERMAN)).toEqual(["tut weh: exact"]);
    expect(found("tut .. weh", "es tut mir das Knie weh", GERMAN)).toEqual(["tut mir das Knie weh: exact"]);
    expect(found("tut .. weh", "es tut mir das linke Knie weh", GERMAN)).toEqual([]);
    expect(found("tut .. weh", "tut mir, weh", GERMAN)).toEqual([]);
  });

  test("ends at the nearest place that fits its gap", () => {
    expect(found("tut .. weh", "tut weh weh", GERMAN)).toEqual(["tut weh: exact"]);
  });

  test("has up to six characters in a gap of a script without spaces", () => {
    expect(found("膝 .. 痛", "膝一二三四五六痛")).toEqual(["膝一二三四五六痛: exact"]);
    expect(found("膝 .. 痛", "膝一二三四五六七痛")).toEqual([]);
  });

  test("of a script without spaces is found wherever its characters stand", () => {
    expect(found("膝盖", "我的膝盖疼")).toEqual(["膝盖: exact"]);
    expect(found("เข่า", "ปวดเข่ามาก")).toEqual(["เข่า: exact"]);
    expect(found("コンテナ", "dockerコンテナ内")).toEqual(["コンテナ: exact"]);
  });

  test("is found each time it stands", () => {
    expect(found("run", "run or run", ENGLISH)).toEqual(["run: exact", "run: exact"]);
  });
});

describe("the joined form of two words", () => {
  test.each([
    ["work out", "workout", ["workout: exact"]],
    ["work out", "workouts", ["workouts: inflected"]],
    ["long run", "longruns", ["longruns: inflected"]],
    ["работа ноги", "работаноги", ["работаноги: exact"]],
    ["go out", "goout", []],
    ["work .. out", "workout", []],
    ["work =out", "workout", []],
    ["do work out", "doworkout", []],
    ["work out", "workuot", []],
    ["workout", "work out", []],
  ])("of %j in %j", (term, text, expected) => {
    expect(found(term, text, ENGLISH)).toEqual(expected);
  });

  test("is none where the pattern is not loose", () => {
    expect(found("work out", "workout", ENGLISH, { loose: false })).toEqual([]);
  });
});

describe("a longer word", () => {
  test.each([
    ["Training", "Trainingsplan", ["Trainingsplan: compound"]],
    ["Training", "Lauftraining", ["Lauftraining: compound"]],
    ["Training", "Lauftrainings", ["Lauftrainings: compound"]],
    ["Training", "Trainings", ["Trainings: inflected"]],
    ["Lauf", "Lauftraining", ["Lauftraining: compound"]],
    ["Lauf", "Verlauft", []],
    ["Lauf", "Laufst", []],
    ["Lauf", "Ablauf", []],
    ["Eis", "Eisbecher", []],
    ["Knie Schmerz", "Knie Schmerzmittel", []],
    ["Knie Schmerz", "Knieschmerz", ["Knieschmerz: exact"]],
  ])("of compounds, %j in %j", (term, text, expected) => {
    expect(found(term, text, GERMAN)).toEqual(expected);
  });

  test("has no compounds where the language makes none, nor where the pattern is not loose", () => {
    expect(found("train", "trainstation", ENGLISH)).toEqual([]);
    expect(found("Training", "Trainingsplan", GERMAN, { loose: false })).toEqual([]);
  });

  test.each([
    ["تدريب", "التدريب", ["التدريب: prefixed"]],
    ["تدريب", "بتدريب", ["بتدريب: prefixed"]],
    ["تدريب", "تدريب", ["تدريب: exact"]],
    ["يد", "اليد", []],
    ["تدريب", "بالتدريب", []],
  ])("with a proclitic, %j in %j", (term, text, expected) => {
    expect(found(term, text, ARABIC)).toEqual(expected);
  });

  test.each([
    ["ev", "evlerimde", ["evlerimde: inflected"]],
    ["ev", "evim", ["evim: inflected"]],
    ["ev", "evde", ["evde: inflected"]],
    ["ev", "evdeler", []],
    ["ev", "evlerler", []],
    ["ev", "evimx", []],
  ])("with a chain of suffixes, %j in %j", (term, text, expected) => {
    expect(found(term, text, { ...TURKISH, shortest_stem: 2 })).toEqual(expected);
  });

  test.each([
    ["entraînement", "l'entraînement", ["l'entraînement: exact"]],
    ["entraînement", "l’entrainement", ["l’entrainement: exact"]],
    ["train", "train's", ["train's: exact"]],
    ["train", "trains'", ["trains: inflected"]],
    ["aujourd'hui", "qu'aujourd'hui", ["qu'aujourd'hui: exact"]],
    ["train", "train'station", []],
    ["t", "don't", []],
    ["don't", "don’t", ["don’t: exact"]],
  ])("with an apostrophe, %j in %j", (term, text, expected) => {
    expect(found(term, text, ENGLISH)).toEqual(expected);
  });
});

describe("a typing error", () => {
  test.each([
    ["workout", "wrokout", ["wrokout: fuzzy"]],
    ["workout", "wrokouts", ["wrokouts: fuzzy"]],
    ["pain", "pain", ["pain: exact"]],
    ["pain", "pani", []],
    ["跑步机", "跑步几", []],
  ])("%j in %j", (term, text, expected) => {
    expect(found(term, text, ENGLISH)).toEqual(expected);
  });

  test("is looked for only in patterns that may be misspelt", () => {
    expect(found("workout", "wrokout", ENGLISH, { misspelt: false })).toEqual([]);
  });

  test("is not looked for where the word is known", () => {
    expect(found(["breathe", "breathes"], "breathes", ENGLISH)).toEqual(["breathes: inflected", "breathes: exact"]);
  });

  test("belongs to its own language", () => {
    const lexicon = compileLexicon(patternsOf("workout", {}), () => compileRules(LanguageYaml.parse({ language: "qaa" })), []);
    const [word] = splitWords("wrokout") as readonly [Word];
    expect(lexicon.typos(word, "qaa")).toHaveLength(1);
    expect(lexicon.typos(word, "yy")).toEqual([]);
  });
});
