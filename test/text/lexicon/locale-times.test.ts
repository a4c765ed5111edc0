/** What the platform's locale data adds to the words for time, and that the whole engine reads it back. */
import { describe, expect, test } from "vitest";
import { loadLanguages } from "../../../src/policy/languages/load-languages.ts";
import { findTimes } from "../../../src/routing/find-times.ts";
import { hear } from "../../../src/routing/hear.ts";
import { localeCues } from "../../../src/text/lexicon/locale-times.ts";
import { readTerm } from "../../../src/text/lexicon/term-syntax.ts";
import { NO_LANGUAGES, vocabularyOf } from "../../support/words.ts";

const { languages } = await loadLanguages();
const tags = [...languages.rules.keys()];

/** Their "i" of "i dag" is a function word of other languages too, which take it; see the failing test at the end. */

const daysOf = (language: string) =>
  localeCues(language, true).flatMap(([phrase, cue]) => (cue.kind === "day" ? [[phrase, cue.offset]] : []));

describe("localeCues", () => {
  test.each([
    ["en", ["today", 0]],
    ["en", ["tomorrow", 1]],
    ["en", ["yesterday", -1]],
    ["de", ["übermorgen", 2]],
    ["de", ["vorgestern", -2]],
    ["fr", ["demain", 1]],
    ["ru", ["завтра", 1]],
    ["ja", ["今日", 0]],
    ["th", ["วันนี้", 0]],
    ["he", ["מחר", 1]],
  ])("in %s: %j", (language, day) => {
    expect(daysOf(language)).toContainEqual(day);
  });

  test("leaves out what the platform writes with a number", () => {
    expect(daysOf("en").map(([, offset]) => offset)).toEqual([-1, 0, 1]);
    expect(tags.flatMap((tag) => localeCues(tag, true)).filter(([phrase]) => /\p{N}/u.test(phrase))).toEqual([]);
  });

  test.each([
    ["en", "next week", { kind: "span", unit: "week", offset: 1 }],
    ["en", "last month", { kind: "span", unit: "month", offset: -1 }],
    ["en", "this quarter", { kind: "span", unit: "quarter", offset: 0 }],
    ["de", "nächstes Jahr", { kind: "span", unit: "year", offset: 1 }],
    ["en", "Monday", { kind: "weekday", weekday: 1 }],
    ["en", "Sunday", { kind: "weekday", weekday: 7 }],
    ["es", "domingo", { kind: "weekday", weekday: 7 }],
    ["en", "January", { kind: "month", month: 1, alone: true }],
    ["fr", "décembre", { kind: "month", month: 12, alone: true }],
  ])("in %s: %j", (language, phrase, cue) => {
    expect(localeCues(language, true)).toContainEqual([phrase, cue]);
  });

  test("says of a month whether its name is a time by itself", () => {
    const months = localeCues("en", false).flatMap(([, cue]) => (cue.kind === "month" ? [cue.alone] : []));
    expect(months).toEqual(Array(12).fill(false));
  });

  test.each(["any", "xx", "tlh"])("gives nothing for %s, which the platform does not know", (language) => {
    expect(localeCues(language, true)).toEqual([]);
  });

  test("does not depend on the time zone of the machine", () => {
    const before = process.env["TZ"];
    const here = localeCues("en", true);
    try {
      for (const zone of ["Pacific/Auckland", "America/Los_Angeles"]) {
        process.env["TZ"] = zone;
        expect(localeCues("en", true)).toEqual(here);
      }
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});

describe.each(tags)("the shipped language %s", (language) => {
  const own = vocabularyOf({}, NO_LANGUAGES, language);
  const cues = localeCues(language, true);
  const timesIn = (phrase: string) => {
    const { words, cues: heard } = hear(phrase, own, languages);
    return findTimes(words, heard).map(({ meaning }) => meaning);
  };

  test("has seven weekdays, and phrases that can all be read as terms", () => {
    expect(cues.filter(([, cue]) => cue.kind === "weekday")).toHaveLength(7);
    for (const [phrase] of cues) expect(readTerm(phrase)).not.toBeTypeOf("string");
  });

  test("reads the platform's words for today and tomorrow back, without any word around them", () => {
    // In Hindi one word is yesterday and tomorrow; the question looks ahead.
    for (const [phrase, cue] of cues) {
      if (cue.kind === "day" && (cue.offset === 0 || cue.offset === 1)) {
        expect(timesIn(phrase)).toEqual([{ kind: "day", offset: cue.offset }]);
      }
    }
  });

  test("reads the platform's words for this and next week as one time", () => {
    for (const [phrase, cue] of cues) {
      if (cue.kind === "span" && cue.unit === "week" && cue.offset >= 0) expect(timesIn(phrase)).toHaveLength(1);
    }
  });
});

test("an exact word of the policy's own language stands before an inflected word of another", () => {
  const { words, cues } = hear("mardi", vocabularyOf({}, NO_LANGUAGES, "fr"), languages);
  expect(findTimes(words, cues)).toMatchObject([{ meaning: { kind: "weekday", weekday: 2 } }]);
});

test("a time of the policy's own language stands before one function word of another", () => {
  const { words, cues } = hear("i dag", vocabularyOf({}, NO_LANGUAGES, "da"), languages);
  expect(findTimes(words, cues)).toMatchObject([{ meaning: { kind: "day", offset: 0 } }]);
});
