/** `vocabulary/<language>.yaml`: all words of one language, for whoever speaks it. Pure. */
import { z } from "zod";
import { Language, Reference, Text } from "./common.ts";
import { Groups } from "./safety-file.ts";
import { TermsByWeight } from "./vocabulary-file.ts";

const ByIntent = z.record(Reference, z.array(Text).min(1, "expected at least one question"));

export const WordsFile = z.strictObject({
  language: Language.describe("The language of every word in the file; the file bears its name."),
  intents: z.record(Reference, TermsByWeight).describe("The terms by intent, then by weight."),
  red_flags: z
    .array(Text)
    .min(1, "expected at least one term")
    .optional()
    .describe("Terms that raise the red flag of safety.yaml."),
  groups: Groups.optional().describe("Words by the name of their group, for the signs of safety.yaml."),
  examples: ByIntent.optional().describe("Questions that must score highest for an intent; run by winnow test."),
  counterexamples: ByIntent.optional().describe("Questions that must not."),
});
export type WordsFile = z.infer<typeof WordsFile>;
