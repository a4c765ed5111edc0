import { expect, test } from "vitest";
import { loadLanguages } from "../../src/policy/languages/load-languages.ts";
import { classify } from "../../src/routing/classify.ts";
import { hear } from "../../src/routing/hear.ts";
import { type QuestionReader, readQuestion } from "../../src/routing/read-question.ts";
import { FACTORS, NO_LANGUAGES, vocabularyOf } from "../support/words.ts";

const { languages } = await loadLanguages();
const QUESTION = "I do not train, my tendon hurts";
const intents: QuestionReader["intents"] = new Map(["training", "injury"].map((name) => [name, { name } as never]));
const vocabulary = vocabularyOf({ training: { train: 2 }, injury: { tendon: 2 } }, languages);
const routing: QuestionReader["routing"] = { factors: FACTORS, thresholdMilli: 1_000, marginMilli: 500, fallback: "training" };
const reader: QuestionReader = { vocabulary, routing, intents };

test("A question asked again is read once, and as it would be read alone.", () => {
  const first = readQuestion(QUESTION, reader, languages);
  expect(first.heard).toEqual(hear(QUESTION, vocabulary, languages));
  expect(first.classified).toEqual(classify(first.heard, FACTORS, intents.keys()));
  expect(readQuestion(` ${QUESTION}`.slice(1), { ...reader }, languages)).toBe(first);
  expect(readQuestion(`${QUESTION}?`, reader, languages)).not.toBe(first);
});

test.each<readonly [string, QuestionReader]>([
  ["vocabulary", { ...reader, vocabulary: vocabularyOf({ injury: { tendon: 1 } }, languages) }],
  ["factors", { ...reader, routing: { ...routing, factors: { ...FACTORS, negatedMilli: 1 } } }],
  ["intents", { ...reader, intents: new Map([...intents].reverse()) }],
])("What another reader made of it is not taken: %s.", (_, other) => {
  readQuestion(QUESTION, reader, languages);
  const { heard, classified } = readQuestion(QUESTION, other, languages);
  expect(heard).toEqual(hear(QUESTION, other.vocabulary, languages));
  expect(classified).toEqual(classify(heard, other.routing.factors, other.intents.keys()));
  expect(classified).not.toEqual(readQuestion(QUESTION, reader, languages).classified);
});

test("Languages that know other words read it anew.", () => {
  readQuestion(QUESTION, reader, languages);
  const { heard } = readQuestion(QUESTION, reader, NO_LANGUAGES);
  expect(heard).toEqual(hear(QUESTION, vocabulary, NO_LANGUAGES));
  expect(heard.cues).toEqual([]);
});
