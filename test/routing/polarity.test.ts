import { describe, expect, test } from "vitest";
import { compileVocabulary } from "../../src/policy/compile/vocabulary.ts";
import { loadLanguages } from "../../src/policy/languages/load-languages.ts";
import { hear } from "../../src/routing/hear.ts";
import { readTerm } from "../../src/text/lexicon/term-syntax.ts";
import { languagesOf, scoresOf, type TermTable, vocabularyOf } from "../support/words.ts";

const { languages: shipped } = await loadLanguages();

/** A language of made-up cues; every other word means nothing. */
const small = languagesOf({
  language: "en",
  negation: {
    before: ["no", "not", "painless knee"],
    after: ["nay"],
    only: ["only"],
    exclude: ["instead of"],
    exclude_after: ["aside"],
  },
  background: { before: ["after"], after: ["over"] },
});
const TERMS: TermTable = { injury: { knee: 2, "no energy": 2 }, training: { run: 2 }, food: { rice: 1 } };

/** "knee: negated by no" for each hit. */
function shadesOf(question: string, terms = TERMS, languages = small, language = "en") {
  const { hits, words } = hear(question, vocabularyOf(terms, languages, language), languages);
  const textOf = (first: number, last: number) => question.slice(words[first]?.start, words[last]?.end);
  return hits.map(({ first, last, polarity, cue }) => {
    const by = cue === null ? "" : ` by ${textOf(cue.first, cue.last)}`;
    return `${textOf(first, last)}: ${polarity}${by}`;
  });
}

const totals = (question: string, terms = TERMS, languages = small, language = "en") =>
  Object.fromEntries(scoresOf(question, terms, languages, language).map(({ intent, score }) => [intent, score]));

test("a denial that is written with its term is meant of that one alone", () => {
  expect(shadesOf("painless knee run")).toEqual(["knee: negated by painless knee", "run: positive"]);
});

describe("how a term is meant", () => {
  test.each([
    ["my knee", "knee: positive"],
    ["no knee", "knee: negated by no"],
    ["knee nay", "knee: negated by nay"],
    ["instead of knee", "knee: excluded by instead of"],
    ["knee aside", "knee: excluded by aside"],
    ["after knee", "knee: background by after"],
    ["not only knee", "knee: positive"],
    ["knee only nay", "knee: positive"],
    ["only not knee", "knee: negated by not"],
    ["knee over", "knee: background by over"],
  ])("%j", (question, expected) => {
    expect(shadesOf(question)).toEqual([expected]);
  });

  test.each([
    ["no x x x knee", "negated by no"],
    ["no x x x x knee", "positive"],
    ["instead of x x x x x knee", "excluded by instead of"],
    ["instead of x x x x x x knee", "positive"],
    ["after x x knee", "background by after"],
    ["after x x x knee", "positive"],
    ["knee x x nay", "negated by nay"],
    ["knee x x x nay", "positive"],
    ["knee x x aside", "excluded by aside"],
    ["knee x x x aside", "positive"],
    ["knee x over", "background by over"],
    ["knee x x over", "positive"],
    ["knee no", "positive"],
    ["nay knee", "positive"],
  ])("a cue reaches a few words and one side only: %j is %s", (question, expected) => {
    expect(shadesOf(question)).toEqual([`knee: ${expected}`]);
  });

  test.each(["no. knee", "no, knee", "no; knee", "no? knee", "no\n\nknee", "no (knee", "no… knee", "no。knee"])(
    "no cue reaches over the border in %j",
    (question) => {
      expect(shadesOf(question)).toEqual(["knee: positive"]);
    },
  );

  test.each(["no-knee", "no / knee", "no – knee", "NO knee"])("%j is one clause", (question) => {
    expect(shadesOf(question)[0]).toContain("negated");
  });

  test("the strongest of several cues counts, wherever it stands", () => {
    expect(shadesOf("after no knee")).toEqual(["knee: negated by no"]);
    expect(shadesOf("no after knee")).toEqual(["knee: negated by no"]);
    expect(shadesOf("instead of no knee")).toEqual(["knee: excluded by instead of"]);
    expect(shadesOf("no knee aside")).toEqual(["knee: excluded by aside"]);
    expect(shadesOf("no not knee")).toEqual(["knee: negated by no"]);
  });

  test("a cue stops at a term of another intent, and goes on over those of one", () => {
    expect(shadesOf("no knee run")).toEqual(["knee: negated by no", "run: positive"]);
    expect(shadesOf("no knee knee")).toEqual(["knee: negated by no", "knee: negated by no"]);
    expect(shadesOf("no knee run knee")).toEqual(["knee: negated by no", "run: positive", "knee: positive"]);
    expect(shadesOf("run knee nay")).toEqual(["run: positive", "knee: negated by nay"]);
  });

  test("a term of several intents is reached for each of them", () => {
    const terms = { injury: { knee: 2 }, training: { knee: 1 } };
    expect(shadesOf("no knee", terms)).toEqual(["knee: negated by no", "knee: negated by no"]);
  });

  test("a term that holds its cue is meant as it stands", () => {
    expect(shadesOf("I have no energy")).toEqual(["no energy: positive"]);
    expect(shadesOf("not no energy")).toEqual(["no energy: negated by not"]);
  });

  test("a cue before a phrase reaches it where the phrase begins", () => {
    const terms = { training: { "long run": 2 } };
    expect(shadesOf("no x x x long run", terms)).toEqual(["long run: negated by no"]);
    expect(shadesOf("no x x x x long run", terms)).toEqual(["long run: positive"]);
  });

  test("a cue inside the gap of a term does not shade that term", () => {
    expect(shadesOf("tear no muscle", { injury: { "tear .. muscle": 1 } })).toEqual(["tear no muscle: positive"]);
  });

  test("a cue behind a phrase reaches it from where the phrase ends", () => {
    expect(shadesOf("big long slow run nay", { training: { "big long slow run": 2 } })).toEqual([
      "big long slow run: negated by nay",
    ]);
  });

  test("a red flag is shaded like a term", () => {
    const flag = { text: "fainted", language: "en", intent: null, weightMilli: 1_000, spellings: readTerm("fainted") };
    const { hits } = hear("I have not fainted", compileVocabulary([flag], small.rules, "en"), small);
    expect(hits.map(({ polarity }) => polarity)).toEqual(["negated"]);
  });

  test("scripts without spaces: a cue reaches three characters for each word", () => {
    const zh = languagesOf({ language: "zh", negation: { before: ["不"], after: ["没"] } });
    const terms = { injury: { 膝盖: 2 } };
    const shades = (question: string) => shadesOf(question, terms, zh, "zh");
    expect(shades(`不${"一".repeat(11)}膝盖`)).toEqual(["膝盖: negated by 不"]);
    expect(shades(`不${"一".repeat(12)}膝盖`)).toEqual(["膝盖: positive"]);
    expect(shades(`膝盖${"一".repeat(8)}没`)).toEqual(["膝盖: negated by 没"]);
    expect(shades(`膝盖${"一".repeat(9)}没`)).toEqual(["膝盖: positive"]);
    expect(shades("不。膝盖")).toEqual(["膝盖: positive"]);
  });
});

describe("what a shade is worth", () => {
  test.each([
    ["no knee", { injury: 2 }],
    ["instead of knee", { injury: 2 }],
    ["no knee, run", { injury: 0.5, training: 2 }],
    ["after knee, run", { injury: 1, training: 2 }],
    ["instead of knee, run", { injury: 0, training: 2 }],
    ["no knee, no run", { injury: 2, training: 2 }],
    ["no knee, after run", { injury: 2, training: 2 }],
    ["no knee, run, rice", { injury: 0.5, training: 2, food: 1 }],
  ])("only where another intent is plainly meant: %j scores %j", (question, expected) => {
    expect(totals(question)).toEqual(expected);
  });

  test("a plain term of the same intent is no contrast", () => {
    expect(totals("no ankle, knee", { injury: { ankle: 1, knee: 2 } })).toEqual({ injury: 3 });
  });

  test("a term that speaks against its intent is no contrast", () => {
    expect(totals("no knee, run", { injury: { knee: 2 }, training: { run: -1 } })).toEqual({ injury: 2, training: -1 });
  });

  test("what speaks against its intent keeps its weight, however it is shaded", () => {
    expect(totals("no knee, run", { injury: { knee: -2 }, training: { run: 1 } })).toEqual({ injury: -2, training: 1 });
  });

  test("the plain one of two hits of a term counts, wherever it stands", () => {
    expect(totals("no knee, run, knee")).toEqual({ injury: 2, training: 2 });
    expect(totals("knee, run, no knee")).toEqual({ injury: 2, training: 2 });
  });

  test("a shaded phrase hides nothing from other intents", () => {
    const terms = { training: { "long run": 2 }, food: { run: 1 } };
    expect(totals("a long run", terms)).toEqual({ training: 2 });
    expect(totals("no long run", terms)).toMatchObject({ food: 1 });
  });
});

describe("the shipped languages", () => {
  test.each([
    ["en", "knee", "My knee does not hurt", "positive"],
    ["en", "knee", "I have no knee trouble", "negated"],
    ["en", "knee", "This is not about my knee", "excluded"],
    ["en", "run", "What do I eat before my run?", "background"],
    ["de", "Knie", "Es geht nicht um mein Knie", "excluded"],
    ["de", "Schmerz", "Ich habe keine Schmerzen im Knie", "negated"],
    ["de", "Lauf", "Was esse ich vor dem Lauf?", "background"],
    ["fr", "douleur", "Je n'ai pas de douleur au genou", "negated"],
    ["fr", "course", "Que manger avant la course ?", "background"],
    ["es", "dolor", "No tengo dolor en la rodilla", "negated"],
    ["ru", "боль", "У меня нет боли в колене", "negated"],
    ["zh", "疼", "我的膝盖并不疼", "negated"],
    ["ja", "痛み", "膝に痛みはありません", "negated"],
    ["tr", "ağrı", "Dizimde ağrı yok", "negated"],
    ["ko", "통증", "무릎에 통증이 없어요", "negated"],
    ["hi", "दर्द", "मुझे घुटने में दर्द नहीं है", "negated"],
  ])("%s: %s in %j is %s", (language, term, question, polarity) => {
    const found = shadesOf(question, { it: { [term]: 1 } }, shipped, language);
    expect(found.map((one) => /: (\w+)/.exec(one)?.[1])).toEqual([polarity]);
  });
});
