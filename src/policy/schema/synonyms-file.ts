/** `synonyms.yaml`: words of a question that are looked for under other words too. Pure. */

import { z } from "zod";
import { ANY } from "../../text/any-language.ts";
import { Language, LineText } from "./common.ts";

const Word = LineText.max(100);

const OfLanguage = z.strictObject({
  both_ways: z
    .array(z.array(Word).min(2, "expected at least two words"))
    .default([])
    .describe("Lists of words that stand for each other."),
  one_way: z
    .record(Word, z.array(Word).min(1, "expected at least one word"))
    .default({})
    .describe("A question that says the word before the colon is also looked for under the others."),
});

export const SynonymsFile = z.strictObject({
  synonyms: z
    .record(z.union([Language, z.literal(ANY)]), OfLanguage)
    .describe("By language; any for words that are the same in all."),
});
export type SynonymsFile = z.infer<typeof SynonymsFile>;
