/** `vocabulary.yaml`: the weighted terms of each intent, by language. Pure. */
import { z } from "zod";
import { Language, Reference, Text } from "./common.ts";

/** Terms by weight. YAML keys such as `2` and `1.5` are read as numbers and arrive here as text. */
export const TermsByWeight = z.record(
  z
    .string()
    .regex(
      /^-?[0-9]{1,3}(\.[0-9]{1,3})?$/,
      "a weight is a number from -999.999 to 999.999 with at most three decimals, such as 2 or 1.5",
    ),
  z.array(Text).min(1, "expected at least one term"),
);

/** `any` (in the form of a language tag) stands for every language. */
export const Terms = z.record(Language, TermsByWeight);
export type Terms = z.infer<typeof Terms>;

const Questions = z.record(Language, z.array(Text).min(1, "expected at least one question"));

export const VocabularyFile = z.strictObject({
  intents: z
    .record(
      Reference,
      z.strictObject({
        terms: Terms.describe(
          "Language, then weight, then terms. Words inflect; several words are a phrase; any is every language; a weight below 0 is evidence against.",
        ),
        examples: Questions.optional().describe("Questions that must score highest here; run by winnow test."),
        counterexamples: Questions.optional().describe("Questions that must not."),
      }),
    )
    .describe("The terms by intent."),
});
export type VocabularyFile = z.infer<typeof VocabularyFile>;
