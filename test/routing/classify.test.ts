import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadLanguages } from "../../src/policy/load-languages.ts";
import { scoresOf, type TermTable } from "../support/words.ts";

const { languages } = await loadLanguages();

const TERMS = {
  training: { train: 2, workout: 2, pace: 1, race: 1.5, "long run": 2 },
  injury: { pain: 2, tendon: 2, "pain free run": 1.5 },
  nutrition: { run: 0.5, "🍝": 1, čaj: 1 },
};
const score = (question: string, terms: TermTable = TERMS, language = "en") => scoresOf(question, terms, languages, language);
const totals = (question: string, terms?: typeof TERMS) =>
  Object.fromEntries(score(question, terms).map((one) => [one.intent, one.score]));

describe("classify", () => {
  test.each([
    ["Should I train through this pain?", { training: 2, injury: 2 }],
    ["TRAIN, train and training", { training: 2 }],
    ["my workouts", { training: 2 }],
    ["pacing", { training: 1 }],
    ["I raced", { training: 1.5 }],
    ["the strain of a trainee", {}],
    ["restrained painting", {}],
    ["🍝?", { nutrition: 1 }],
    ["CAJ", { nutrition: 1 }],
    ["", {}],
  ])("scores %j as %j", (question, expected) => {
    expect(totals(question)).toEqual(expected);
  });

  test("matches words of one language as written and inflected only by that language's endings", () => {
    expect(score("trained", { training: { train: 2 } }, "xx")).toEqual([]);
    expect(score("train", { training: { train: 2 } }, "xx")).toHaveLength(1);
  });

  test("lets the longest span win inside one intent and hides the words of a phrase from the others", () => {
    expect(totals("a long run")).toEqual({ training: 2 });
    expect(totals("a long, run")).toEqual({ nutrition: 0.5 });
    expect(totals("a pain free run")).toEqual({ injury: 1.5 });
  });

  test("gives contributions that sum to the score, and offsets that slice the matched words out", () => {
    const words = fc.constantFrom("train", "pain", "tendon", "race", "racing", "long run", "run", "🍝", "x", ",");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const question = parts.join(" ");
        for (const { score: total, matches } of score(question)) {
          expect(matches.reduce((sum, match) => sum + Math.round(match.contribution * 1000), 0)).toBe(Math.round(total * 1000));
          for (const match of matches) expect(question.slice(match.start, match.end).length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("does not depend on the order in which the terms are written", () => {
    const question = "a long run, pain free run and workouts";
    const shuffled = Object.fromEntries(
      Object.entries(TERMS).map(([intent, terms]) => [intent, Object.fromEntries(Object.entries(terms).reverse())]),
    );
    expect(score(question, shuffled as typeof TERMS)).toEqual(score(question));
  });

  test("takes a term of any language as it is written", () => {
    expect(score("痛み RICE", { injury: { rice: 1, 痛み: 2 } }, "any")).toMatchObject([{ intent: "injury", score: 3 }]);
  });
});
