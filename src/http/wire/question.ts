/** What a question may come with: the body of `POST /assemble` and `POST /explain`, and the query of `GET /explain`. Pure. */
import { z } from "zod";
import { FORMATS } from "../../policy/schema/policy-file.ts";
import { EXPLAIN_PARTS, type ExplainPart } from "../../service/service-types.ts";
import { Candidate, DeclaredTokens, Tool, Turn } from "./items.ts";
import { Id, Instant, LanguageTag, Moment, textUpTo } from "./text.ts";
import { WhatIf } from "./what-if.ts";

const Name = textUpTo(100);

const Attributes = z
  .record(textUpTo(64), z.union([textUpTo(500), z.number(), z.boolean()]))
  .refine((attributes) => Object.keys(attributes).length <= 50, "at most 50 attributes")
  .meta({ maxProperties: 50 });

/** The fields that fit into an address too. */
const simple = {
  policy: Name.optional().describe("Optional when one policy is loaded."),
  subject: Id.describe("The person the question is about."),
  question: textUpTo(8_000).describe("As the person wrote it."),
  plan: Name.optional().describe("The person's subscription, as the policy names it."),
  language: LanguageTag.optional().describe("BCP 47, of the answer; else the policy's."),
  time_zone: Name.optional().describe("IANA; whose midnight counts. Else the profile's, the policy's, UTC."),
  intent: Name.optional().describe("Skips classification."),
  model: Name.optional().describe("One of the policy's models; else its first."),
  format: z.enum(FORMATS).optional().describe("Provider format of the prompt; else the policy's."),
  as_of: Moment.optional().describe("Which versions are current: a date or a time; else at."),
  at: Instant.optional().describe("The time that counts as now; needs the explain permission."),
};

export const Question = z
  .strictObject({
    ...simple,
    attributes: Attributes.optional().describe("Only those that the policy declares."),
    conversation: Id.optional(),
    turns: z.array(Turn).max(5_000).optional().describe("The conversation so far, oldest first."),
    tools: z.array(Tool).max(256).optional().describe("Functions the model may call."),
    candidates: z.array(Candidate).optional().describe("What else may go in: documents, memory, tool results, examples, hints."),
    tokens: DeclaredTokens.optional(),
    deadline_ms: z.int().min(0).optional().describe("Milliseconds for the whole call; at most the server's own deadline."),
  })
  .meta({ id: "Question" });

export const ExplainQuestion = z.strictObject({ ...Question.shape, what_if: WhatIf.optional() }).meta({ id: "ExplainQuestion" });

const INCLUDE = EXPLAIN_PARTS.join("|");

/** `decisions,naive` to a set. Absent is every part, empty is none. */
const Include = z
  .string()
  .transform((list, context): ReadonlySet<ExplainPart> => {
    const parts = list === "" ? [] : list.split(",");
    if (parts.every(isPart)) return new Set(parts);
    context.addIssue({ code: "custom", message: `a comma-separated list of ${EXPLAIN_PARTS.join(", ")}` });
    return z.NEVER;
  })
  .default(new Set(EXPLAIN_PARTS))
  .describe(`Which parts to add, separated by commas: ${EXPLAIN_PARTS.join(", ")}. Absent: all. Empty: none.`)
  .meta({ pattern: `^(|(${INCLUDE})(,(${INCLUDE}))*)$`, default: EXPLAIN_PARTS.join(",") });

function isPart(part: string): part is ExplainPart {
  return (EXPLAIN_PARTS as readonly string[]).includes(part);
}

export const AssembleQuery = z.strictObject({
  detail: z.enum(["decisions"]).optional().describe("Adds every decision, and does not cut dropped."),
});
export const ExplainQuery = z.strictObject({ include: Include });
export const ExplainGetQuery = z.strictObject({ ...simple, include: Include });
