import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRespelt, looseHash, slightEdits } from "../../../src/text/compare/slight-edits.ts";

const NO = Number.POSITIVE_INFINITY;

test.each([
  ["send it back", "send it back", 0],
  ["please send it back", "send it back", 1],
  ["please send it back please", "send it back", 2],
  ["also please send it back", "send it back", 2],
  ["send it back por favor", "send it back", 1],
  ["please send it back", "please send it back", 0],
  ["send it also back", "send it back", NO],
  ["send it back", "please send it back", NO],
  ["please send it", "indeed send it", NO],
  ["send it back now", "send it back", NO],
  ["send itself back please", "send it back", NO],
  ["send it back", "send it", NO],
  ["send it please please back", "send it back", 2],
  ["our accomodation", "our accommodation", 1],
  ["please recieve it", "receive it", 2],
])("%j has slight edits against %j: %j", (outer, inner, count) => expect(slightEdits(outer, inner)).toBe(count));

describe("a word spelt otherwise", () => {
  test.each([
    ["accommodation", "accomodation"],
    ["occurred", "occured"],
    ["billing", "biling"],
    ["receive", "recieve"],
    ["customer", "cusotmer"],
    ["bestellung", "besetllung"],
    ["доставка", "дотсавка"],
  ])("is %j for %j", (one, other) => {
    expect([isRespelt(one, other), isRespelt(other, one)]).toEqual([true, true]);
    expect(looseHash(one)).toBe(looseHash(other));
  });

  test.each([
    ["at the beginning", "immoral", "imoral"],
    ["at the beginning, swapped", "united", "nuited"],
    ["at the end", "pagheremo", "pagheremmo"],
    ["at the end, swapped", "customer", "customre"],
    ["one letter for another", "insured", "injured"],
    ["a letter more that is no double", "contact", "contract"],
    ["in a short word", "later", "latter"],
    ["twice", "accommodation", "acommodaton"],
    ["e and i", "entscheiden", "entschieden"],
    ["both words", "complaint", "compliant"],
    ["both words, doubled", "poison", "poisson"],
    ["digits", "ab1123cd", "ab123cd"],
    ["letters that are no alphabet of this kind", "מכתבים", "מכבתים"],
  ])("is none %s: %j and %j", (_, one, other) => {
    expect([isRespelt(one, other), isRespelt(other, one)]).toEqual([false, false]);
  });
});

const word = fc.constantFrom("please", "por", "favor", "also", "send", "delivery", "delievry", "dellivery", "delivvery", "not");
const sentence = fc.array(word, { minLength: 1, maxLength: 8 });

test("slight edits never cross a word that is not in both, and sentences with them have one hash", () => {
  fc.assert(
    fc.property(sentence, sentence, (outer, inner) => {
      const count = slightEdits(outer.join(" "), inner.join(" "));
      if (count === NO) return;
      const matter = (all: readonly string[]) => all.filter((one) => one === "send" || one === "not");
      expect(matter(outer)).toEqual(matter(inner));
      expect(outer.length).toBeGreaterThanOrEqual(inner.length);
      expect(looseHash(outer.join(" "))).toBe(looseHash(inner.join(" ")));
      if (count === 0) expect(outer).toEqual(inner);
    }),
    { numRuns: 3000 },
  );
});
