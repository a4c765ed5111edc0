import { describe, expect, test } from "vitest";
import { hear } from "../../src/routing/hear.ts";
import { loadCoaching } from "../support/coaching.ts";

const { policy, snapshot } = await loadCoaching();
const intentsOf = (question: string) => hear(question, policy.vocabulary, snapshot.languages).hits.map(({ term }) => term.intent);

describe("words that nobody knows", () => {
  test.each([
    ["How much proteindo I need?", "nutrition"],
    ["How much prot ein do I need?", "nutrition"],
    ["how is my trainning this week", "training"],
    ["Che temperaturaci sarà alle sei?", "conditions"],
    ["Wann ist Sonnenunte rgang?", "conditions"],
    ["Mein Ruecken schmerzt", "injury"],
  ])("%j speaks for its intent", (question, intent) => {
    expect(intentsOf(question)).toContain(intent);
  });

  test("are no term with a word of another language behind it", () => {
    expect(intentsOf("My restla is broken")).toEqual([]);
    expect(intentsOf("How is my restdoing?")).toEqual([]);
  });

  test.each(["Where can I buy a trainspotting poster?", "What does painstaking mean?"])(
    "are no term with a word that is none of the language's small ones: %j",
    (question) => {
      expect(intentsOf(question)).toEqual([]);
    },
  );

  test("are circumstances, but no denials, by an error", () => {
    const polarities = (question: string) =>
      hear(question, policy.vocabulary, snapshot.languages).hits.map(({ polarity }) => polarity);
    expect(polarities("Is coffee ok befor the marathon")).toContain("background");
    expect(polarities("I want food withuot pain")).not.toContain("negated");
  });

  test("are not red flags", () => {
    expect(intentsOf("My chestt pian is back")).not.toContain(null);
  });
});

test.each([
  "I tried it twice",
  "Was wollen die Leute in der Gruppe?",
  "Jeg har aldrig set sådan noget først",
  "¿Dónde está la nueva carta?",
])("an everyday word is no mistyped one: %j", (question) => {
  expect(hear(question, policy.vocabulary, snapshot.languages).hits.filter(({ how }) => how === "fuzzy")).toEqual([]);
});

test("a suffix after an apostrophe is no word of another language", () => {
  const { shown } = hear("Ankara'da koşu", policy.vocabulary, snapshot.languages);
  expect([...shown]).toEqual([]);
});
