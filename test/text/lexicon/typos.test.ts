import { describe, expect, test } from "vitest";
import type { Headword } from "../../../src/text/lexicon/headwords.ts";
import { type LanguageRules, NO_RULES } from "../../../src/text/lexicon/inflection.ts";
import { typoIndex } from "../../../src/text/lexicon/typos.ts";

const ENDINGS: LanguageRules = { ...NO_RULES, endings: new Map([["", new Set(["", "s", "ing"])]]) };

function indexOf(words: readonly string[], more: Partial<Headword> = {}) {
  const headwords = words.map((word, id): Headword => {
    return { id, word, language: "xx", mode: "inflects", ...more };
  });
  return typoIndex(headwords, () => ENDINGS);
}

const near = (headword: string, word: string, more?: Partial<Headword>) =>
  indexOf([headword], more)
    .near(word)
    .some((one) => one.word === headword);

describe("typoIndex", () => {
  test.each([
    ["workout", "workkout", "a letter too many"],
    ["workout", "workot", "a letter too few"],
    ["workout", "wrokout", "two letters swapped"],
    ["workout", "workuot", "two letters swapped"],
    ["massage", "mossage", "a wrong letter"],
    ["massage", "massaage", "a letter too many"],
    ["workout", "workou", "no last letter"],
    ["workout", "workoutt", "a last letter twice"],
    ["ankle", "ancle", "a letter that sounds alike"],
    ["ankle", "anjle", "the key beside the right one"],
    ["ankle", "anple", "nothing, but too short for any wrong letter"],
    ["physio", "phisio", "a letter that sounds alike"],
    ["hurts", "hurtz", "a last letter that sounds alike"],
    ["swollen", "swolen", "a single letter for a double one"],
    ["sleep", "slepp", "the wrong letter twice"],
    ["rain", "rian", "two letters swapped in a short word"],
    ["plan", "plann", "a last letter twice in a short word"],
    ["мышца", "мишца", "a letter that sounds alike"],
    ["колено", "коллено", "a letter too many"],
  ])("between %j and %j lies %s", (headword, word, what) => {
    expect(near(headword, word)).toBe(!what.startsWith("nothing"));
  });

  test.each([
    ["chess", "chest"],
    ["workout", "workour"],
    ["bread", "breed"],
    ["tendon", "tandon"],
    ["workout", "vorkout"],
    ["workout", "orkout"],
    ["workout", "awrkout"],
    ["workout", "wrkot"],
    ["workout", "wokrotu"],
    ["workout", "worout s"],
    ["foot", "foto"],
    ["sting", "string"],
    ["start", "star"],
    ["slap", "slaap"],
    ["slaap", "slap"],
    ["أعراض", "اعرض"],
    ["massage", "mossoge"],
  ])("%j is not %j mistyped", (headword, word) => {
    expect(near(headword, word)).toBe(false);
  });

  test("a headword is near itself", () => {
    expect(near("workout", "workout")).toBe(true);
  });

  test("cuts an ending of the language off before comparing, and nothing else", () => {
    expect(near("workout", "wrokouts")).toBe(true);
    expect(near("workout", "wrokouting")).toBe(true);
    expect(near("workout", "wrokoutly")).toBe(false);
  });

  test("cuts no ending where fewer than five letters are left", () => {
    expect(near("ankle", "anles")).toBe(false);
    expect(near("ankle", "anklles")).toBe(true);
  });

  test("leaves out what must stand as written, and takes a stem", () => {
    expect(near("workout", "wrokout", { mode: "exact" })).toBe(false);
    expect(near("workout", "wrokout", { mode: "stem" })).toBe(true);
  });

  test("finds every headword at the likeliest error, and no other", () => {
    const found = indexOf(["mostly", "mosty", "moosty", "lost"]).near("mossty");
    expect(new Set(found.map(({ word }) => word))).toEqual(new Set(["mosty", "moosty"]));
  });

  test("knows a word by what an ending leaves of it", () => {
    const rules: LanguageRules = { ...NO_RULES, endings: new Map([["ar", new Set(["amos"])]]) };
    const headword: Headword = { id: 0, word: "entrenar", language: "es", mode: "inflects" };
    expect(typoIndex([headword], () => rules).near("entrneamos")).toEqual([headword]);
    expect(typoIndex([headword], () => rules).near("entrneaxos")).toEqual([]);
  });

  test("finds nothing without headwords", () => {
    expect(indexOf([]).near("workout")).toEqual([]);
  });

  test("names a headword once, though the word with and without its ending is near", () => {
    expect(indexOf(["progress"]).near("progreess")).toHaveLength(1);
  });
});
