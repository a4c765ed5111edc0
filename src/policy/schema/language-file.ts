/** `text/languages/*.yaml`: how a language's words change, how it denies, and its words for time. Ships with the service. Pure. */
import { z } from "zod";
import { UNITS } from "../../text/lexicon/cues.ts";
import { Language } from "./common.ts";

const Phrase = z.string().min(1).max(60);
const Phrases = z.array(Phrase).default([]);

/** Phrases by a whole number. */
const byNumber = (numbers: RegExp, expected: string) =>
  z.record(z.string().regex(numbers, expected), z.array(Phrase)).default({});
const ByNumber = byNumber(/^-?[0-9]{1,3}$/, "a whole number");

export const HORIZON_WORDS = ["day", "week", "months", "past"] as const;

const Negation = z.strictObject({
  before: Phrases.describe("Deny what follows in the clause: not, no, without."),
  after: Phrases.describe("Deny what stands before them."),
  plain: Phrases.describe(
    "Deny wherever they stand, also where they bear on no term: a sentence with one is never left out of a text.",
  ),
  only: Phrases.describe("Beside a denial, on the side of what it would deny, they take it back: not only."),
  exclude: Phrases.describe("Set aside what follows: instead of, not about."),
  exclude_after: Phrases.describe("Set aside what stands before them."),
});

const Restated = z.strictObject({
  denies_behind: Phrases.describe("Deny what stands right before them as well: German nicht. Beside those of negation.after."),
  lets_stand: Phrases.describe("Between a denial and what it names, they let that stand: not moved from, do not forget."),
  suggests: Phrases.describe("Make a suggestion of a denial right behind them: why not."),
  subjects: Phrases.describe("Right behind a contracted denial, they make a question of it: isn't it, don't you."),
  beside_denial: Phrases.describe("Come with a denial and are not what it denies: does, longer, any more."),
  others: Phrases.describe("Other people, of whom a clause may tell: parents, wife, someone."),
  selves: Phrases.describe("The person and who speaks to the person: I, you, we."),
});

const Background = z.strictObject({
  before: Phrases.describe("Make what follows a mere circumstance: before, after, during."),
  after: Phrases.describe("The same, where they stand after it."),
});

const Statement = z.strictObject({
  past: Phrases.describe("Say that a value in their clause was one once: was, used to, formerly."),
  bound_before: Phrases.describe("Directly before a value, make it a bound: at least, up to, from."),
  bound_after: Phrases.describe("The same, directly after it: or more, at most."),
  bound_dates: Phrases.describe("Directly before or after a date, make it a bound: before, after, no later than."),
  unsure: Phrases.describe("Leave open whether what follows in the clause holds: if, whether, perhaps, would."),
  asks: Phrases.describe("Words of a question that ask whether, why or what something is: is, does, why."),
  asks_for: Phrases.describe("Words that begin other questions: how, can, could."),
  joins: Phrases.describe(
    "Begin something new in a clause, so that what they deny is not what stands before them: and, but, without.",
  ),
  part: Phrases.describe(
    "Directly beside a value, make it a part of an amount that is not read: half a, and a half, twice, hundred, first. Compression keeps them.",
  ),
  change: Phrases.describe("Directly before a value, make it a change or one more: by, another, plus."),
  change_after: Phrases.describe("The same, directly after it: off, more, longer."),
  exception: Phrases.describe("Make an exception or a condition, which compression keeps: unless, except, only."),
});

const Time = z.strictObject({
  days: ByNumber.describe("Phrases by the day they mean: 0 today, 1 tomorrow."),
  units: z.partialRecord(z.enum(UNITS), z.array(Phrase)).default({}).describe("Words for the units of time."),
  relative: ByNumber.describe("Phrases before a unit, weekday or month: 0 this, 1 next, -1 last."),
  relative_after: ByNumber.describe("The same, where they stand after it."),
  weekdays: byNumber(/^[1-7]$/, "an ISO weekday, 1 to 7").describe("Names by ISO weekday, Monday 1."),
  months: byNumber(/^([1-9]|1[0-2])$/, "a month, 1 to 12").describe("Names by month, January 1."),
  numbers: ByNumber.describe("Number words."),
  vague: Phrases.describe("Those of the number words that name no exact number: few, a couple of."),
  ahead: Phrases.describe('Phrases before "number unit" that make it a time ahead: in, within.'),
  ahead_after: Phrases.describe("The same, where they stand after it."),
  ago_before: Phrases.describe('Phrases before "number unit" that make it a time past.'),
  ago: Phrases.describe("The same, where they stand after it: ago."),
  month_cues: Phrases.describe("Words before a month's name that make it a time; with none, the name alone does."),
  phrases: z
    .partialRecord(z.enum(HORIZON_WORDS), z.array(Phrase))
    .default({})
    .describe("Whole phrases with a meaning of their own."),
});

export const LanguageYaml = z.strictObject({
  language: Language.describe("The language's tag."),
  endings: z
    .array(z.string().regex(/^\S{1,12}( > \S{1,12})?$/, 'an ending is written "ies" or "ies > y"'))
    .default([])
    .describe('Endings of inflected words: "ending", or "ending > what the dictionary form has there".'),
  suffixes: z
    .array(z.array(z.string().min(1).max(12)).min(1))
    .default([])
    .describe("Groups of suffixes that may follow each other in this order, each left out or not."),
  doubling: z.boolean().default(false).describe("Whether a doubled last consonant before an ending counts once."),
  shortest_stem: z.int().min(1).max(6).default(3).describe("Letters that must be left before an ending."),
  compounds: z.boolean().default(false).describe("Whether a term may stand at the head or the tail of a longer word."),
  proclitics: z.array(z.string().min(1).max(8)).default([]).describe("Letters that are written before a word."),
  accents_tell: z
    .boolean()
    .default(false)
    .describe("Whether accents make other words: a word that is written with accents is only a word with the same ones."),
  syllabic: z.boolean().default(false).describe("Whether spaces part syllables, so that a word is one or two of them."),
  own_accents: z
    .string()
    .regex(/^[\p{L}\p{M}]{0,60}$/u, "letters without blanks")
    .default("")
    .describe(
      "Letters with accents that no other language has on any letter: a word with one shows the language as two function words do.",
    ),
  negation: Negation.prefault({}).describe("How the language denies."),
  statement: Statement.prefault({}).describe("What keeps a value that a text names from being stated by it."),
  restated: Restated.prefault({}).describe(
    "What tells whether a text says again what a replaced statement of the memory said, beside `negation` and `statement.joins`.",
  ),
  background: Background.prefault({}).describe("What makes a word a circumstance: eating before a run is about eating."),
  common: Phrases.describe("Function words that show the language."),
  speaker: Phrases.describe("Words by which people speak of themselves; a question without any is less surely about them."),
  spelt_right: Phrases.describe("Everyday words one letter from other words; they are never read as typing errors."),
  time: Time.prefault({}).describe("The words for time, beside those that the platform's locale data has."),
});
export type LanguageYaml = z.infer<typeof LanguageYaml>;
