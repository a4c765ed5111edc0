import { describe, expect, test } from "vitest";
import { qualifierOf, statedClaims } from "../../../src/text/values/claims.ts";
import { claimed, topicsFrom } from "../../support/topics.ts";

const PLANS = topicsFrom({
  price: {
    words: { en: ["price", "costs"], de: ["Preis"] },
    value: "money",
    qualifier: {
      basic: { en: ["basic plan"], de: ["Basistarif"] },
      plus: { en: ["plus plan"] },
      "plus annual": {},
    },
    resolve: "newest",
  },
  window: { words: { en: ["window"] }, value: "duration", resolve: "newest" },
});

const basic = (text: string): string => `price of basic: money ${text}`;
const plus = (text: string): string => `price of plus: money ${text}`;
const general = (text: string): string => `price: money ${text}`;

describe("a value is of what its own sentence names", () => {
  test.each([
    ["The price of the basic plan is $9.99.", [basic("9.99 USD  <$9.99>")]],
    ["The price is $9.99.", [general("9.99 USD  <$9.99>")]],
    ["Der Preis im Basistarif: 9,99 €.", [basic("9.99 EUR  <9,99 €>")]],
    ["Prices of the Basic Plan: the price is $9.99 with tax.", [basic("9.99 USD  <$9.99>")]],
    ["The plus annual price is $99.", ["price of plus annual: money 99 USD  <$99>"]],
    ["The price is basically $9.99.", [general("9.99 USD  <$9.99>")]],
  ])("%j", (text, expected) => {
    expect(claimed(text, PLANS)).toEqual(expected);
  });
});

describe("several in one sentence take turns with the values, or nothing is known", () => {
  const both = [basic("9.99 USD  <$9.99>"), plus("19.99 USD  <$19.99>")];
  test.each([
    ["Price: basic $9.99, plus $19.99.", both],
    ["The price is $9.99 on basic and $19.99 on plus.", both],
    ["Price list: basic plan (basic) $9.99, plus plan $19.99.", both],
    ["Price: basic $9.99 to $12.99, plus $19.99.", [plus("19.99 USD  <$19.99>")]],
    ["The price of basic and plus is $9.99.", []],
    ["Basic and plus: the price is $9.99 and $19.99.", []],
    ["$9.99 is the price of basic, and plus costs $19.99.", []],
    ["Unlike plus, the basic price is $9.99.", []],
  ])("%j", (text, expected) => {
    expect(claimed(text, PLANS)).toEqual(expected);
  });
});

describe("where the sentence names none, it is the only one of the text", () => {
  test.each([
    ["All about the basic plan.\n\nThe price is $9.99.", [basic("9.99 USD  <$9.99>")]],
    ["## Plus plan\nFor teams. The price is $19.99.", [plus("19.99 USD  <$19.99>")]],
    ["The basic plan is for one, the plus plan for many. The price is $9.99.", []],
    [
      "The price of basic is $9.99. The price of plus is $19.99. The window is 14 days.",
      [basic("9.99 USD  <$9.99>"), plus("19.99 USD  <$19.99>"), "window: duration 0 1209600 <14 days>"],
    ],
    ["The price of basic is $9.99. The price of basic is $12.99. The plus price is $19.99.", [plus("19.99 USD  <$19.99>")]],
  ])("%j", (text, expected) => {
    expect(claimed(text, PLANS)).toEqual(expected);
  });
});

test("a claim that a candidate brings says what it is of, and may name several", () => {
  const told = (text: string) => statedClaims(text, 0, PLANS).map(({ qualifier, text: written }) => `${qualifier} ${written}`);
  expect(told("basic $9.99")).toEqual(["basic $9.99"]);
  expect(told("$9.99")).toEqual(["null $9.99"]);
  expect(told("basic $9.99, plus $19.99")).toEqual(["basic $9.99", "plus $19.99"]);
  expect(told("basic and plus $9.99")).toEqual([]);
});

test("a label tells what it is of where it names one", () => {
  expect(["Pricing > Plus plan", "Basic and plus", "Pricing"].map((label) => qualifierOf(label, 0, PLANS))).toEqual([
    "plus",
    null,
    null,
  ]);
  expect(qualifierOf("Plus plan", 1, PLANS)).toBeNull();
});

test("values of a list have qualifiers too", () => {
  const topics = topicsFrom({
    status: { words: { en: ["status"] }, value: ["active", "canceled"], qualifier: ["billing", "shipping"], resolve: "newest" },
  });
  expect(claimed("Status of billing: active. Status of shipping: canceled.", topics)).toEqual([
    "status of billing: listed active <active>",
    "status of shipping: listed canceled <canceled>",
  ]);
});
