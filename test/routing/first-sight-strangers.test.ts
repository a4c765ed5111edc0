/** Questions by people who had seen neither the words nor any question before but those the labels come with. */
import { describe, expect, test } from "vitest";
import { hear } from "../../src/routing/hear.ts";
import { loadCoaching } from "../support/coaching.ts";
import { openHalves } from "../support/question-halves.ts";

const figuresIn = await openHalves();
const { policy, snapshot } = await loadCoaching();

/** At first sight 82.0 in 100 were right and 1.5 wrong, and of 18 flagged 13 called for it. */
test("of 200 in English 86 in 100 are right, none wrong or missed, and 80 in 100 of those flagged call for it", () => {
  const { total, scope, referral } = figuresIn("strangers-english", null);
  expect(total.n).toBe(200);
  expect(total.right / total.n).toBeGreaterThanOrEqual(0.86);
  expect([total.wrong, total.missed]).toEqual([0, 0]);
  expect(scope.right / scope.n).toBeGreaterThanOrEqual(0.93);
  expect(referral).toMatchObject({ true: 13, found: 13 });
  expect(referral.flagged_right / referral.flagged).toBeGreaterThanOrEqual(0.8);
});

/** At first sight 74.1 in 100 were right and 5.0 wrong (of the 140 without words of red flags 76.4 and 2.9); 38 of the 40 calls were found, and 10 more flagged. */
test("of 220 more, of which 40 call for a referral and 40 only sound like it, 86 in 100 are right and at most 2 wrong", () => {
  const { total, referral } = figuresIn("strangers-english-second", null);
  expect(total.n).toBe(220);
  expect(total.right / total.n).toBeGreaterThanOrEqual(0.86);
  expect(total.wrong / total.n).toBeLessThanOrEqual(0.02);
  expect(referral.true).toBe(40);
  expect(referral.found).toBeGreaterThanOrEqual(39);
  expect(referral.flagged).toBeLessThanOrEqual(41);
});

/** At first sight 72.2 in 100 were right and 2.6 wrong; then the lists were widened by topic, by people who had not seen these. */
test("of 230 in 23 languages 75 in 100 are right, at most 2 wrong and 2 missed, and every call for a referral is found", () => {
  const { total, by_language: byLanguage, referral } = figuresIn("strangers-others", null);
  expect(total.n).toBe(230);
  expect(Object.keys(byLanguage)).toHaveLength(23);
  expect(total.right / total.n).toBeGreaterThanOrEqual(0.75);
  expect(total.wrong / total.n).toBeLessThanOrEqual(0.02);
  expect(total.missed / total.n).toBeLessThanOrEqual(0.02);
  expect(referral).toMatchObject({ true: 18, found: 18, flagged: 18 });
});

/** When they were written 77.4 in 100 were right and 1.3 wrong. Two words and one rule come from the 80 English ones, nothing from the others. */
test("of 150 more in 24 languages 78 in 100 are right and at most 2 wrong, and of those flagged none without a call for it", () => {
  const { total, referral } = figuresIn("strangers-third", null);
  expect(total.n).toBe(150);
  expect(total.right / total.n).toBeGreaterThanOrEqual(0.78);
  expect(total.wrong / total.n).toBeLessThanOrEqual(0.02);
  expect(total.missed / total.n).toBeLessThanOrEqual(0.03);
  expect(referral).toMatchObject({ true: 11, found: 11, flagged: 11 });
});

/** By those who widened the lists, half of them before they had looked at the words: 63 to 90 in 100 were right then, by language. */
test.each([
  ["coaching-tenth-a", 360],
  ["coaching-tenth-b", 300],
  ["coaching-tenth-c", 292],
  ["coaching-tenth-d", 400],
  ["coaching-tenth-e", 150],
])("of %s 88 in 100 are right and at most 2 wrong", (name, count) => {
  const { total } = figuresIn(name, null);
  expect(total.n).toBe(count);
  expect(total.right / total.n).toBeGreaterThanOrEqual(0.88);
  expect(total.wrong / total.n).toBeLessThanOrEqual(0.02);
});

/** At first sight 94 of the 110 that call for a referral were found, of the 50 in other languages than English all. */
test("all 110 calls for a referral in 26 languages are found, and of 70 that only sound like one at most two are flagged", () => {
  const { total, referral } = figuresIn("strangers-red-flags", null);
  expect(total.n).toBe(180);
  expect(referral).toMatchObject({ true: 110, found: 110 });
  expect(referral.flagged).toBeLessThanOrEqual(112);
});

test("a calf that grew warm raises the flag in Turkish, where the word for it has many forms", () => {
  const { redFlags } = hear("Baldırım ısındı ve ağrıyor", policy.vocabulary, snapshot.languages);
  expect(redFlags.map(({ wording }) => wording)).toContain("calf + inflamed + hurting");
});

test.each([
  "I had suicidal thoughts during my sprint session",
  "I thought of suicide after basketball",
  "I overdosed on pills before training",
  "I took an overdose after running",
  "Prescribe me something so I can do the workout",
  "I fainted on the trail yesterday",
  "I felt faint on the track",
  "I blacked out in the bedroom",
  "I blacked out, power was gone",
  "I banged my head against the wall in squash",
  "I hit my head on a brick wall",
  "I found a lump and my sugar is low",
  "I can't walk my dog because of the foot",
  "My foot goes numb to the ankle",
  "I found a lump near my groin",
  "could you prescribe painkillers for my session",
])("a word of a harmless sense nearby takes no flag down: %s", (question) => {
  expect(hear(question, policy.vocabulary, snapshot.languages).redFlags).not.toEqual([]);
});

describe("a word of a red flag in a harmless sense", () => {
  test.each([
    "My app won't work since the update",
    "What dose of creatine should I take?",
    "I can't lose weight whatever I do",
    "Is running on the pavement bad for my knees?",
    "Can I run through the night?",
    "I want to end my season early",
    "My pace just dropped at km 30",
    "My legs were dead after the squats",
    "How fast should my heart rate drop after intervals?",
    "Did I burn 500 calories?",
    "I can't get up in the morning",
    "My shoes smell bad, any tips?",
    "What colour should my pee be?",
    "37.5 kg dumbbells or 35?",
    "Is BMI useful for athletes?",
    "Prescribe me a workout",
    "Is there enough air in my tyres?",
    "I will not be here next week, can I shift the session?",
    "Am I better off without carbs before a run?",
    "Sweat runs down my legs",
    "Deep breath before each rep?",
    "My heart is set on a sub 3",
    "Did I overdose on hill reps?",
    "Do blackout blinds help me sleep?",
    "I don't want to live on powders",
    "Is eccentric contraction better?",
    "My mileage keeps growing",
    "The nail has gone black",
    "The band rubs on the side of my knee",
    "I am numb with boredom on the turbo",
  ])("raises none: %s", (question) => {
    const { redFlags } = hear(question, policy.vocabulary, snapshot.languages);
    expect(redFlags.map(({ wording }) => wording)).toEqual([]);
  });
});
