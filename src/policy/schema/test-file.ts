/** `*.test.yaml`: questions with the expected decision, run by `winnow test`. Pure. */
import { z } from "zod";
import { Name, Text } from "./common.ts";

export const TestCase = z.strictObject({
  question: Text.describe("What the person asks."),
  subject: z.string().min(1).max(128).optional().describe("The sample person it is asked for."),
  plan: Name.optional().describe("The plan the person is on."),
  at: z.iso.datetime({ offset: true }).optional().describe("The clock, RFC 3339. Default: noon of the samples' day."),
  why: Text.optional().describe("Why this question is here."),
  expect: z
    .strictObject({
      intent: Name.optional().describe("The lead."),
      certain: z.boolean().optional().describe("Whether the routing is certain."),
      contenders: z.array(Name).optional().describe("The contenders, in any order."),
      scope: Name.nullable().optional().describe("The scope found; null for none."),
      primary: z.array(Name).optional().describe("Exactly these pieces are primary, in any order."),
      included: z.array(Name).optional().describe("At least these pieces are in."),
      withheld: z.array(Name).optional().describe("At least these pieces are withheld."),
      missing: z.array(Name).optional().describe("At least these pieces are missing."),
      referral: z.boolean().optional().describe("Whether the referral rule is in."),
    })
    .describe("What must hold. At least one line."),
});

export const TestFile = z.strictObject({
  at: z.iso.datetime({ offset: true }).optional().describe("The clock of every test that has none of its own."),
  tests: z.array(TestCase).min(1).describe("The questions."),
});
export type TestFile = z.infer<typeof TestFile>;
