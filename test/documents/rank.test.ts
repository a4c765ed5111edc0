/** The ranking: what is found first, what is not found, and what a section that may not count changes: nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_WEIGHTS, type RankWeights, viewOf } from "../../src/documents/index-view.ts";
import { readQuery } from "../../src/documents/query.ts";
import { rank, termsOf } from "../../src/documents/rank.ts";
import { buildIndex, type IndexedText } from "../../src/documents/section-index.ts";
import { compileSynonyms, type SynonymRule } from "../../src/documents/synonyms.ts";
import { naiveScores } from "./naive-bm25.ts";

const english = (text: string, heading = ""): IndexedText => ({ text, heading, language: "en" });

interface Ask {
  readonly weights?: Partial<RankWeights>;
  readonly counted?: Uint8Array;
  readonly synonyms?: readonly SynonymRule[];
  readonly most?: number;
}

function ask(texts: readonly IndexedText[], question: string, { weights, counted, synonyms = [], most = 10 }: Ask = {}) {
  const index = buildIndex(texts);
  const query = readQuery(question, index, compileSynonyms(synonyms));
  const view = viewOf(index, counted ?? null, { ...DEFAULT_WEIGHTS, ...weights });
  const ranked = rank(view, query, most);
  return { ranked, places: ranked.map(({ at }) => at), terms: (at: number) => termsOf(view, query, at) };
}

describe("words with signs", () => {
  const names = ["C++", "C#", ".NET", "#1", "AB-12/3"];
  const texts = names.map((name) => english(`We use ${name} at the office, and AB, 12, 3, net and 1 stand here as well.`));
  test.each(names.map((name, at) => [name, at] as const))("%s is found first among the others", (name, at) => {
    expect(ask(texts, name).places[0]).toBe(at);
  });
});

test.each(["???", "   ", "", "*", "😀", "c", "é", "the", "what is it", "zebra", "=", "^"])(
  "the question %j finds nothing",
  (question) => {
    expect(ask([english("The cost of a c, and what it is: 😀 é"), english("* ??? = ^")], question).ranked).toEqual([]);
  },
);

test("a word in exactly half of the sections finds them, and in all of one or two as well", () => {
  const texts = [english("An invoice"), english("Nothing"), english("The invoice"), english("Nothing")];
  expect(ask(texts, "invoice").places).toEqual([0, 2]);
  expect(ask(texts.slice(0, 1), "invoice").places).toEqual([0]);
  expect(ask([english("invoice one"), english("invoice two")], "invoice").places).toEqual([0, 1]);
});

test("sections without text do no harm, nor does an index of nothing else, or of nothing", () => {
  expect(ask([english(""), english("An invoice"), english(" \n")], "invoice").places).toEqual([1]);
  expect(ask([english(""), english("")], "invoice").ranked).toEqual([]);
  expect(ask([], "invoice").ranked).toEqual([]);
});

describe("languages", () => {
  test.each([
    ["zh", "退款申请需在七天内提交", "退款要多久?"],
    ["ja", "返金の申請は七日以内に提出してください", "返金の期限は?"],
    ["th", "คำขอคืนเงินต้องส่งภายในเจ็ดวัน", "คืนเงินนานไหม"],
    ["ko", "환불은 7일 이내에 신청해야 합니다", "환불을 받으려면?"],
    ["fi", "Palautukset hyväksytään", "palautuksia"],
    ["tr", "İadeler kabul edilir", "IADELERİ"],
    ["ro", "Condiții și servicii", "condițiilor"],
    ["vi", "Hoàn tiền trong bảy ngày", "hoan tien"],
    ["he", "תקופת ההחזר", "החזר"],
    ["de", "Die Rückerstattungsfrist beträgt sieben Tage", "Rückerstattung"],
    ["xx", "Frobnicates", "frobnicate"],
  ])("%s: %s is found by %s", (language, text, question) => {
    const other = { heading: "", text: "zzz 999", language };
    expect(ask([other, { heading: "", text, language }], question).places).toEqual([1]);
  });

  test("a question is read by the rules of each language of the index", () => {
    const texts = [english("Refunds are paid"), { heading: "", text: "Erstattungen werden bezahlt", language: "de" }];
    expect(ask(texts, "refunding").places).toEqual([0]);
    expect(ask(texts, "Erstattung").places).toEqual([1]);
  });

  test("a word between Chinese characters is found", () => {
    const texts = [english("用docker部署服务"), english("用别的部署")].map((text) => ({ ...text, language: "zh" }));
    expect(ask(texts, "docker").places).toEqual([0]);
  });
});

describe("headings", () => {
  const texts = [english("travel and lunch", "Lunch"), english("lunch and travel", "Travel")];
  test("a word of the heading counts by the heading's weight", () => {
    expect(ask(texts, "travel").places).toEqual([1, 0]);
    expect(ask(texts, "lunch").places).toEqual([0, 1]);
  });
  test("with a weight of zero the heading is not there", () => {
    expect(ask([english("a", "Travel")], "travel", { weights: { heading: 0, k1: 0 } }).ranked).toEqual([]);
    const [first, second] = ask(texts, "travel", { weights: { heading: 0 } }).ranked;
    expect(first?.score).toBe(second?.score);
  });
});

describe("synonyms", () => {
  const texts = [english("Compensation within a week"), english("Other things")];
  test("lead one way, by any form of the word, at their own weight", () => {
    const synonyms = [{ language: "en", from: ["refund"], to: ["compensation"] }];
    const { places, terms } = ask(texts, "refunds", { synonyms });
    expect(places).toEqual([0]);
    expect(terms(0)).toEqual([{ start: 0, end: 7, how: "synonym", contribution: expect.any(Number) }]);
    expect(ask(texts, "refunds", { synonyms, weights: { synonym: 0 } }).ranked).toEqual([]);
    expect(ask([english("A refund")], "compensation", { synonyms }).ranked).toEqual([]);
  });
  test("of a phrase need the whole phrase, and those of another language say nothing", () => {
    const synonyms = [{ language: "any", from: ["money back"], to: ["compensation"] }];
    expect(ask(texts, "my money back", { synonyms }).terms(0)[0]).toMatchObject({ start: 3, end: 13 });
    expect(ask(texts, "my money", { synonyms }).ranked).toEqual([]);
    expect(ask(texts, "cash", { synonyms: [{ language: "de", from: ["cash"], to: ["compensation"] }] }).ranked).toEqual([]);
  });
});

describe("sections that do not count", () => {
  const texts = [english("refund"), english("refund of a refund"), english("refund and other things"), english("lunch")];
  test("are told where they would stand, and take no place", () => {
    const counted = Uint8Array.of(1, 0, 1, 1);
    expect(ask(texts, "refund", { counted, most: 1 }).ranked.map(({ at, counted }) => [at, counted])).toEqual([[0, true]]);
    const two = ask(texts, "refund", { counted, most: 2 }).ranked;
    expect(two.map(({ at, counted }) => [at, counted])).toEqual([
      [0, true],
      [1, false],
      [2, true],
    ]);
  });
  test("none counts: all are told", () => {
    expect(ask(texts, "lunch", { counted: new Uint8Array(4) }).ranked).toEqual([
      { at: 3, score: expect.any(Number), counted: false },
    ]);
  });
});

test.each([0, 1, 2, 3, 4])("at most %i are given, ties by place", (most) => {
  const texts = [english("refund"), english("refund"), english("refund")];
  expect(ask(texts, "refund", { most }).places).toEqual([0, 1, 2].slice(0, most));
});

const word = fc.constantFrom("refund", "travel", "lunch", "daily", "rate", "hotel", "policy", "of", "12");
const text = fc.record({
  heading: fc.array(word, { maxLength: 2 }).map((words) => words.join(" ")),
  text: fc.array(word, { maxLength: 9 }).map((words) => words.join(" ")),
  language: fc.constantFrom("en", "xx"),
});
const question = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const weights = fc.record({
  k1: fc.constantFrom(0, 0.9, 1.2, 2),
  b: fc.constantFrom(0, 0.5, 0.75, 1),
  heading: fc.constantFrom(0, 1, 2.5),
  parts: fc.constant(0),
  synonym: fc.constant(1),
});

test("scores of words are those of a plain loop over all sections", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 8 }), question, weights, (rows, asked, weights) => {
      const texts = rows.map(([one]) => one);
      const counted = rows.map(([, counts]) => counts);
      const expected = naiveScores(texts, counted, asked, weights);
      const got = ask(texts, asked, { weights, counted: Uint8Array.from(counted, Number), most: 99 }).ranked;
      const scores = texts.map((_, at) => got.find((one) => one.at === at)?.score ?? 0);
      for (const [at, score] of scores.entries()) expect(Math.abs(score - (expected[at] as number))).toBeLessThan(1e-9);
    }),
  );
});

test("terms sum to the score, largest first", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), question, (texts, asked) => {
      const { ranked, terms } = ask(texts, asked);
      for (const { at, score } of ranked) {
        const contributions = terms(at).map(({ contribution }) => contribution);
        expect(contributions.reduce((sum, one) => sum + one, 0)).toBeCloseTo(score, 9);
        expect(contributions).toEqual([...contributions].sort((a, b) => b - a));
      }
    }),
  );
});

test("what does not count changes no number of what does, whatever it holds and wherever it stands", () => {
  const rows = fc.array(fc.tuple(text, fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(rows, question, fc.nat(5), (rows, asked, most) => {
      const shown = rows.filter(([, counts]) => counts).map(([one]) => one);
      const alone = ask(shown, asked, { most }).ranked;
      const texts = rows.map(([one]) => one);
      const among = ask(texts, asked, { most, counted: Uint8Array.from(rows, ([, counts]) => Number(counts)) }).ranked;
      const told = among.filter(({ counted }) => counted).map(({ at, score }) => [texts[at], score]);
      expect(told).toEqual(alone.map(({ at, score }) => [shown[at], score]));
    }),
  );
});

test("the order in which an index is built changes the order of ties only", () => {
  fc.assert(
    fc.property(fc.uniqueArray(text, { selector: (one) => JSON.stringify(one), maxLength: 8 }), question, (texts, asked) => {
      const told = (all: readonly IndexedText[]) =>
        ask(all, asked)
          .ranked.map(({ at, score }) => `${score} ${JSON.stringify(all[at])}`)
          .sort();
      expect(told([...texts].reverse())).toEqual(told(texts));
    }),
  );
});
