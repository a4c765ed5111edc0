/** The support policy's documents, and the questions by which selection is measured, hold what they say of themselves. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { REFUND_POLICY_V3 } from "../../src/demo/support-documents.ts";
import { loadCounters } from "../../src/tokens/counters.ts";
import { handbookAnswers, handbookQuestions, longWords, sectionsOf, wordsIn } from "../support/handbook.ts";
import { claimed, topicsFrom } from "../support/topics.ts";

const HANDBOOK = sectionsOf("handbook.md");
const QUESTIONS = handbookQuestions();
const OTHERS = ["plan-prices-2023.md", "plan-prices-2026.md", "recycling-eu.md", "rueckgabe-und-versand.md"];
const TOPICS = topicsFrom(parse(readFileSync("policies/support/topics.yaml", "utf8")).topics);

const wordsOf = new Map(HANDBOOK.map(({ id, heading, text }) => [id, longWords(`${heading}\n${text}`)]));
const sectionsWith = (word: string): number => [...wordsOf.values()].filter((words) => words.has(word)).length;
const tagged = (tag: string) => QUESTIONS.filter(({ tags }) => tags.includes(tag));
/** Folded words with a space between. */
const plain = (text: string): string => wordsIn(text).join(" ");
/** A word that stands in four sections or more tells none of them apart. */
const RARE_BELOW = 4;

test("The handbook has 38 sections, three of them with a table, and about 5,000 tokens", async () => {
  expect(HANDBOOK).toHaveLength(38);
  expect(new Set(HANDBOOK.map(({ id }) => id)).size).toBe(38);
  expect(HANDBOOK.filter(({ text }) => /^\|.*\|\n\|-/m.test(text)).map(({ heading }) => heading)).toEqual([
    "1.1 Support hours and reply times",
    "3.1 Shipping rates",
    "5.1 Warranty terms",
  ]);
  const { base } = await loadCounters();
  const tokens = base.count(readFileSync("policies/support/documents/handbook.md", "utf8"));
  expect(tokens).toBeGreaterThan(4750);
  expect(tokens).toBeLessThan(5250);
});

test("The other documents have six sections together", () => {
  expect(OTHERS.flatMap(sectionsOf).map(({ id }) => id)).toEqual([
    "plan-prices-2023.md#plan-prices-2023",
    "plan-prices-2026.md#plan-prices-2026",
    "recycling-eu.md#1-worn-out-electronics",
    "recycling-eu.md#2-empty-cells",
    "rueckgabe-und-versand.md#1-rückgabe-und-erstattung",
    "rueckgabe-und-versand.md#2-lieferung",
  ]);
});

test("Every answer stands in a section of the handbook, and every question and its id stand once", () => {
  const ids = new Set(HANDBOOK.map(({ id }) => id));
  expect(QUESTIONS.flatMap(({ answer_sections }) => answer_sections).filter((id) => !ids.has(id))).toEqual([]);
  for (const { id, answer_sections } of QUESTIONS) expect(new Set(answer_sections).size, id).toBe(answer_sections.length);
  expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length);
  expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(QUESTIONS.length);
});

test("Every section answers a question", () => {
  const asked = new Set(QUESTIONS.flatMap(({ answer_sections }) => answer_sections));
  expect(HANDBOOK.filter(({ id }) => !asked.has(id)).map(({ heading }) => heading)).toEqual([]);
});

test("There are enough questions of each sort", () => {
  expect(QUESTIONS.filter(({ answer_sections }) => answer_sections.length > 0).length).toBeGreaterThanOrEqual(60);
  expect(tagged("paraphrase").length).toBeGreaterThanOrEqual(10);
  expect(tagged("several").length).toBeGreaterThanOrEqual(8);
  expect(tagged("unanswerable").length).toBeGreaterThanOrEqual(6);
  const several = QUESTIONS.filter(({ answer_sections }) => answer_sections.length > 1);
  expect(several).toEqual(tagged("several"));
  const none = QUESTIONS.filter(({ answer_sections }) => answer_sections.length === 0);
  expect(none).toEqual(tagged("unanswerable"));
});

test("A paraphrase shares no rare word with the section that answers it, nor the beginning of one", () => {
  const shared = tagged("paraphrase").flatMap(({ id, question, answer_sections: [section = ""] }) => {
    const there = [...(wordsOf.get(section) ?? [])].filter((word) => sectionsWith(word) < RARE_BELOW);
    return [...longWords(question)].flatMap((asked) =>
      there.filter((word) => word.startsWith(asked) || asked.startsWith(word)).map((word) => `${id}: ${asked}, ${word}`),
    );
  });
  expect(shared).toEqual([]);
});

test("Paraphrases with a word of the synonyms say so, and ten others remain that no synonym was written for", () => {
  const { both_ways, one_way } = parse(readFileSync("policies/support/synonyms.yaml", "utf8")).synonyms.en;
  const asked = [...both_ways.flat(), ...Object.keys(one_way)].map(plain);
  const paraphrases = tagged("paraphrase");
  const helped = paraphrases.filter(({ question }) => asked.some((term) => ` ${plain(question)} `.includes(` ${term} `)));
  expect(helped.map(({ question }) => question)).toEqual(tagged("synonym").map(({ question }) => question));
  expect(paraphrases.length - helped.length).toBeGreaterThanOrEqual(10);
});

test("The ninth row of the rates answers the question that is tagged with it", () => {
  const [question, ...more] = tagged("row-nine");
  expect(more).toEqual([]);
  expect(question?.answer_sections).toEqual(["handbook.md#31-shipping-rates"]);
  const rates = HANDBOOK.find(({ id }) => id === question?.answer_sections[0])?.text ?? "";
  const rows = rates.split("\n").filter((line) => line.startsWith("|"));
  expect(rows[1 + 9]).toBe("| Australia and New Zealand | $8.70 | $21.40 | $58.00 |");
});

test("On topics that can contradict, the documents say what the refund policy in force says, and no more", () => {
  const said = ["handbook.md", ...OTHERS].flatMap(sectionsOf).flatMap(({ id, heading, text }) => {
    return claimed(`${heading}\n${text}`, TOPICS).map((claim) => `${id} ${claim}`);
  });
  const inForce = "refund_window: duration 0 2592000";
  expect(claimed(REFUND_POLICY_V3, TOPICS)).toEqual([`${inForce} <30 days>`]);
  expect(said).toEqual([
    `handbook.md#42-return-deadlines ${inForce} <30 days>`,
    "handbook.md#73-exporting-readings units: listed metric <metric>",
    `rueckgabe-und-versand.md#1-rückgabe-und-erstattung ${inForce} <30 Tage>`,
  ]);
});

test("Recorded answers are about questions of the set, once each, right and wrong, with and without the sections they need", () => {
  const answers = handbookAnswers();
  const needed = new Map(QUESTIONS.map(({ id, answer_sections }) => [id, answer_sections]));
  expect(answers.filter(({ id }) => !needed.has(id))).toEqual([]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
  const sorts = answers.map(({ id, cited_sections, right }) => {
    const covered = needed.get(id)?.every((section) => cited_sections.includes(section));
    return `${right ? "right" : "wrong"}, ${covered ? "covered" : "not covered"}`;
  });
  expect([...new Set(sorts)].sort()).toEqual(["right, covered", "right, not covered", "wrong, covered", "wrong, not covered"]);
});
