/** `text/languages/*.yaml`: how a language's words change, and its words for time. Ships with the service. Pure. */
import { z } from "zod";
import { Language } from "./common.ts";

const Phrase = z.string().min(1).max(60);
const Phrases = z.array(Phrase);

/** Phrases by a whole number. */
const ByNumber = z.record(z.string().regex(/^-?[0-9]{1,3}$/, "a whole number"), Phrases);

export const UNITS = ["day", "weekend", "week", "month", "quarter", "year", "season"] as const;
export const HORIZON_WORDS = ["day", "week", "months", "past"] as const;

export const LanguageYaml = z.strictObject({
  language: Language.describe("The language's tag."),
  endings: z
    .array(z.string().regex(/^\S{1,10}( > \S{1,10})?$/, 'an ending is written "ies" or "ies > y"'))
    .describe('Endings of inflected words: "ending", or "ending > replacement".'),
  doubling: z.boolean().default(false).describe("Whether a doubled last consonant before an ending counts once."),
  time: z
    .strictObject({
      days: ByNumber.default({}).describe("Phrases by the day they mean: 0 today, 1 tomorrow."),
      units: z.partialRecord(z.enum(UNITS), Phrases).default({}).describe("Words for the units of time."),
      relative: ByNumber.default({}).describe("Phrases before a unit, weekday or month: 0 this, 1 next, -1 last."),
      weekdays: ByNumber.default({}).describe("Names by ISO weekday, Monday 1."),
      months: ByNumber.default({}).describe("Names by month, January 1."),
      numbers: ByNumber.default({}).describe("Number words."),
      ahead: Phrases.default([]).describe('Phrases before "number unit": in, within.'),
      ago: Phrases.default([]).describe('Phrases after "number unit": ago.'),
      month_cues: Phrases.default([]).describe("Words before a month's name that make it a time."),
      phrases: z.partialRecord(z.enum(HORIZON_WORDS), Phrases).default({}).describe("Whole phrases with a meaning of their own."),
    })
    .describe("The words for time."),
});
export type LanguageYaml = z.infer<typeof LanguageYaml>;
