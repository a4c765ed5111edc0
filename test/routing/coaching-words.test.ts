/** The words of the shipped coaching policy: what must hold for every question in each of its languages. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileVocabulary } from "../../src/policy/compile/vocabulary.ts";
import type { Vocabulary } from "../../src/policy/snapshot.ts";
import { classify, scoreRecords } from "../../src/routing/classify.ts";
import { hear } from "../../src/routing/hear.ts";
import { allowedVerdicts, decideRouting } from "../../src/routing/route.ts";
import { partsOf, readTerm } from "../../src/text/lexicon/term-syntax.ts";
import { splitWords } from "../../src/text/words/words.ts";
import { loadCoaching } from "../support/coaching.ts";

const { policy, snapshot } = await loadCoaching();
const { languages } = snapshot;

function classified(question: string, vocabulary: Vocabulary = policy.vocabulary) {
  const heard = hear(question, vocabulary, languages);
  return { heard, scores: classify(heard, policy.routing.factors, policy.intents.keys()).scores };
}
const recordsOf = (question: string, vocabulary?: Vocabulary) => {
  const { heard, scores } = classified(question, vocabulary);
  return scoreRecords(scores, heard.words);
};
const milliOf = (question: string, vocabulary?: Vocabulary) =>
  classified(question, vocabulary).scores.map(({ intent, milli }) => `${intent} ${milli}`);

/** The language of a file of words; the policy's own in vocabulary.yaml. */
const languageOf = (file: string) => /vocabulary\/([^/]+)\.yaml$/.exec(file)?.[1] ?? policy.language;
const examples = policy.examples.filter(({ wanted }) => wanted);
const questions = policy.examples.map(({ question }) => question);
const tags = [...languages.rules.keys()];

describe.each(tags)("questions in %s", (tag) => {
  const own = examples.filter(({ file }) => languageOf(file) === tag);

  test("speak for their own intent, three of them at least", () => {
    const heard = own.filter(({ question, intent }) =>
      classified(question).scores.some((one) => one.intent === intent && one.milli > 0),
    );
    expect(heard.length).toBeGreaterThanOrEqual(3);
  });

  test("are heard in every intent that they are examples of", () => {
    for (const { question, place } of own) {
      expect(
        classified(question).scores.some(({ milli }) => milli > 0),
        `line ${place().line}: ${question}`,
      ).toBe(true);
    }
  });
});

test.each(["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Thai", "Hangul", "Han", "Hiragana", "Katakana"])(
  "three example questions at least are written with %s, and score",
  (script) => {
    const letters = new RegExp(`\\p{Script=${script}}`, "u");
    const written = examples.filter(({ question }) => letters.test(question));
    const scoring = written.filter(({ question }) => classified(question).scores.some(({ milli }) => milli > 0));
    expect(scoring.length).toBeGreaterThanOrEqual(3);
  },
);

describe("a word with many senses", () => {
  const decidedOn = (question: string): string | null => {
    const { scores } = classified(question);
    const { certain, lead } = decideRouting({ scores, policy, intent: null, verdict: null });
    return certain ? lead : null;
  };

  test.each([
    ["Who is running the shop?", "How far do I run uphill?", "training"],
    ["Which company runs the ferry?", "Which hill do I run?", "training"],
    ["How do I lift the mood at a party?", "How do I lift for more speed?", "training"],
    ["Is there a fast train to Oslo?", "How do I train for Oslo?", "training"],
    ["I am torn between two films", "I have torn my calf", "injury"],
    ["Wie oft reist Doctor Who alleine?", "Wie oft muss ich mit dem Knie zum Arzt?", "injury"],
    ["Việt Nam có bao nhiêu tỉnh?", "Hôm nay có mưa không?", "conditions"],
    ["Pentru cine a votat parlamentul?", "Ce mănânc la cină?", "nutrition"],
  ])("decides nothing in %j, but in %j", (other, own, intent) => {
    expect(decidedOn(other)).toBeNull();
    expect(decidedOn(own)).toBe(intent);
  });

  test("may belong to another intent beside a second word", () => {
    expect(decidedOn("What's wrong with my knee?")).toBe("injury");
    expect(decidedOn("What's wrong with my plan?")).toBe("training");
  });
});

const fullWidth = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

describe("a question scores the same", () => {
  test.each([
    ["composed", (text: string) => text.normalize("NFC")],
    ["decomposed", (text: string) => text.normalize("NFD")],
    ["in full width", fullWidth],
    ["in capitals", (text: string) => text.toUpperCase()],
    ["in small letters", (text: string) => text.toLowerCase()],
    ["with another apostrophe", (text: string) => text.replaceAll("'", "’")],
    ["with space around it", (text: string) => `\n  ${text}\t`],
  ])("%s", (_name, rewrite) => {
    const different = questions.filter((question) => milliOf(rewrite(question)).join() !== milliOf(question).join());
    expect(different).toEqual([]);
  });

  const placed = policy.vocabulary.terms.map((term) => ({ ...term, spellings: readTerm(term.text) }));

  test("with the terms in the opposite order", () => {
    const reversed = compileVocabulary([...placed].reverse(), languages.rules, policy.language);
    expect(questions.filter((question) => milliOf(question, reversed).join() !== milliOf(question).join())).toEqual([]);
    for (const question of questions.slice(0, 100)) expect(recordsOf(question, reversed)).toEqual(recordsOf(question));
  });

  test("with terms more that it does not hold", () => {
    const unrelated = ["zzyzxq", "qxqx vjvj", "zzyzxq .. qxqx", "qqzzx*", "=vvjjq", "ꙮ"].flatMap((text) =>
      ["any", ...tags].map((language) => ({
        text,
        language,
        intent: "training",
        weightMilli: 3_000,
        spellings: readTerm(text),
      })),
    );
    const more = compileVocabulary([...unrelated, ...placed], languages.rules, policy.language);
    expect(questions.filter((question) => milliOf(question, more).join() !== milliOf(question).join())).toEqual([]);
  });

  test("when it is asked again", () => {
    for (const question of questions.slice(0, 200)) expect(recordsOf(question)).toEqual(recordsOf(question));
  });
});

/** Words of all languages in any order, which is harder than any question. */
const jumbled = (() => {
  const words = questions.flatMap((question) => question.split(/\s+/));
  const more = ["not", "nicht", "instead of", "before", "after", ",", ".", "wrokout", "🤕", "Lauftrainingsplan", "不", "в"];
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.constantFrom(...more) }), {
      maxLength: 25,
    })
    .map((parts) => parts.join(" "));
})();

describe("the evidence of any question", () => {
  test("sums to the score exactly, each contribution being the weight by the factor", () => {
    fc.assert(
      fc.property(fc.oneof(jumbled, fc.constantFrom(...questions)), (question) => {
        for (const { score, matches } of recordsOf(question)) {
          const milli = matches.map(({ contribution }) => Math.round(contribution * 1_000));
          expect(milli.reduce((sum, one) => sum + one, 0) / 1_000).toBe(score);
          expect(milli.map((one) => one / 1_000)).toEqual(matches.map(({ contribution }) => contribution));
          for (const { weight, factor, contribution } of matches) {
            expect(Math.abs(weight * factor - contribution)).toBeLessThanOrEqual(0.000_5 + 1e-9);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("slices whole words out, those of the term where it stands as written", () => {
    fc.assert(
      fc.property(fc.oneof(jumbled, fc.constantFrom(...questions)), (question) => {
        const words = splitWords(question);
        for (const { term, how, start, end } of recordsOf(question).flatMap(({ matches }) => matches)) {
          expect(words.some((word) => word.start === start)).toBe(true);
          expect(words.some((word) => word.end === end)).toBe(true);
          const spellings = readTerm(term);
          if (how !== "exact" || typeof spellings === "string") continue;
          const text = splitWords(question.slice(start, end))
            .map(({ folded }) => folded)
            .join("");
          const holds = spellings
            .map(partsOf)
            .some((parts) => text.includes(parts[0]?.word ?? "") && text.includes(parts.at(-1)?.word ?? ""));
          expect(holds, `${term} in ${question.slice(start, end)}`).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("counts a term once, and no word twice for one intent", () => {
    fc.assert(
      fc.property(jumbled, (question) => {
        for (const { matches } of recordsOf(question)) {
          expect(new Set(matches.map(({ term, language }) => `${language} ${term}`)).size).toBe(matches.length);
          for (const [at, { start }] of matches.entries()) expect(start).toBeGreaterThanOrEqual(matches[at - 1]?.end ?? 0);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test("a tie keeps both intents, and any verdict but theirs is ignored", () => {
  const decide = (question: string, verdict: string | null = null) =>
    decideRouting({ scores: classified(question).scores, policy, intent: null, verdict });
  const tied = decide("Should I train through this pain?");
  expect(tied).toMatchObject({ certain: false, reason: "margin" });
  expect(new Set(tied.contenders)).toEqual(new Set(["training", "injury"]));
  expect(allowedVerdicts(tied, policy)).toEqual(tied.contenders);
  expect(decide("Should I train through this pain?", "nutrition")).toEqual(tied);
});

test("hostile text throws nothing, and its scores are whole thousandths", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ unit: "grapheme", maxLength: 200 })),
      (text) => {
        for (const { milli } of classified(text).scores) expect(Number.isSafeInteger(milli)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});
