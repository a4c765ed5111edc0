/** `safety.yaml`: hard rules that are always in the prompt, and the red flags that add a referral. Pure. */
import { z } from "zod";
import { SIGN } from "../../text/lexicon/sign-syntax.ts";
import { Language, LineText, LocalizedText, Name, Reference, Text } from "./common.ts";
import { Terms } from "./vocabulary-file.ts";

/** Words of one language that stand for one another in the signs, by the name of their group. */
export const Groups = z.record(Name, z.array(Text).min(1, "expected at least one term"));
export type Groups = z.infer<typeof Groups>;

const Sign = z
  .string()
  .regex(SIGN, 'expected names of groups with "+" or "&" between them, then "- name" for what must not stand there');

export const SafetyFile = z.strictObject({
  rules: z.array(LineText).min(1, "expected at least one rule").describe("Sentences that stand in every prompt, word for word."),
  red_flags: z
    .strictObject({
      terms: Terms.describe("Language, then weight, then terms; one match raises the flag."),
      groups: z
        .record(Language, Groups)
        .default({})
        .describe("Language, then name, then terms: words that stand for one another in the signs."),
      signs: z
        .record(Reference, z.array(Sign).min(1, "expected at least one sign"))
        .default({})
        .describe("Intent, then signs: groups whose words raise the flag where they stand together, and speak for the intent."),
      rule: LocalizedText.describe("The referral rule that is added to the prompt."),
      keep: z.array(Reference).default([]).describe("Pieces that stay in while the flag is up, whatever excludes them."),
    })
    .optional()
    .describe("Words that call for going to see someone."),
});
export type SafetyFile = z.infer<typeof SafetyFile>;
