/** `*.test.yaml`: questions with the expected decision, run by `winnow test`. Pure. */
import { z } from "zod";
import { Reference, Text } from "./common.ts";

const TestCase = z.strictObject({
  question: z.string().min(1).max(8_000).describe("What the person asks."),
  subject: z.string().min(1).max(128).optional().describe("The sample person it is asked for."),
  plan: Reference.optional().describe("The plan the person is on."),
  at: z.iso.datetime({ offset: true }).optional().describe("The clock, RFC 3339. Default: that of the file."),
  why: Text.optional().describe("Why this question is here."),
  expect: z
    .strictObject({
      intent: Reference.optional().describe("The lead."),
      certain: z.boolean().optional().describe("Whether the routing is certain."),
      contenders: z.array(Reference).optional().describe("The contenders, in any order."),
      scope: Reference.nullable().optional().describe("The scope found; null for none."),
      scopes: z.array(Reference).optional().describe("Exactly these scopes are found, in any order."),
      primary: z.array(Reference).optional().describe("Exactly these pieces are primary, in any order."),
      included: z.array(Reference).optional().describe("At least these pieces are in."),
      withheld: z.array(Reference).optional().describe("At least these pieces are withheld."),
      missing: z.array(Reference).optional().describe("At least these pieces are missing."),
      dropped: z.array(Reference).optional().describe("At least these pieces are dropped: stale, or no room."),
      referral: z.boolean().optional().describe("Whether the referral rule is in."),
    })
    .refine((expected) => Object.keys(expected).length > 0, {
      message: "expected at least one line, such as intent: training",
      params: { code: "empty" },
    })
    .describe("What must hold. At least one line."),
});

export const TestFile = z.strictObject({
  at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      "The clock of every test that has none of its own. Without either it is 1970: facts with `fresh_for` are stale then.",
    ),
  tests: z.array(TestCase).min(1, "expected at least one test").describe("The questions."),
});
export type TestFile = z.infer<typeof TestFile>;
