/** `topics.yaml`: what facts and documents can contradict each other on, how its values are recognised, and who wins. Pure. */
import { z } from "zod";
import { RESOLVES } from "../../text/values/topics.ts";
import { VALUE_KINDS } from "../../text/values/value.ts";
import { Language, NamedRecord, Text } from "./common.ts";

const Word = Text.max(100);
const Words = z.record(Language, z.array(Word).min(1, "expected at least one word"));
const TWO = "expected at least two values: one alone contradicts nothing";

const Qualifiers = z.union([
  z.array(Word).min(1, "expected at least one qualifier"),
  z.record(Word, Words).refine((all) => Object.keys(all).length > 0, {
    message: "expected at least one qualifier",
    params: { code: "empty" },
  }),
]);

/** `any` (in the form of a language tag) stands for every language. */
const Values = z.union([
  z.enum(VALUE_KINDS),
  z.array(Word).refine(({ length }) => length > 1, { message: TWO, params: { code: "too-small" } }),
  z.record(Word, Words).refine((values) => Object.keys(values).length > 1, { message: TWO, params: { code: "too-small" } }),
]);

const Topic = z.strictObject({
  words: Words.optional().describe(
    "Language, then the words that tell of the topic; any is every language. Left out, the values of a list tell of it by themselves.",
  ),
  value: Values.describe(
    "duration, money, percentage, number, date; or the values as a list, or by name with their words per language. The longest match wins.",
  ),
  qualifier: Qualifiers.optional().describe(
    "What a value may be of, such as a plan: a list, or by name with the words per language. Values of two of them do not contradict each other.",
  ),
  resolve: z
    .enum(RESOLVES)
    .describe(
      "Who wins. newest: by date; trust: by the source's trust; tool_over_text; request_over_profile; surface: nobody, the model is told.",
    ),
  why: Text.optional().describe("Why it is as it is."),
});

export const TopicsFile = z.strictObject({
  topics: NamedRecord(Topic, "topic").describe("The topics by name."),
});
export type TopicsFile = z.infer<typeof TopicsFile>;
