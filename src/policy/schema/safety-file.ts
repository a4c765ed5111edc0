/** `safety.yaml`: hard rules that are always in the prompt, and the red flags that add a referral. Pure. */
import { z } from "zod";
import { LineText, LocalizedText, Reference } from "./common.ts";
import { Terms } from "./vocabulary-file.ts";

export const SafetyFile = z.strictObject({
  rules: z.array(LineText).min(1, "expected at least one rule").describe("Sentences that stand in every prompt, word for word."),
  red_flags: z
    .strictObject({
      terms: Terms.describe("Language, then weight, then terms; one match raises the flag."),
      rule: LocalizedText.describe("The referral rule that is added to the prompt."),
      keep: z.array(Reference).default([]).describe("Pieces that stay in while the flag is up, whatever excludes them."),
    })
    .optional()
    .describe("Words that call for going to see someone."),
});
export type SafetyFile = z.infer<typeof SafetyFile>;
