/** The bodies of `POST /assemble` and `/explain`: the single definition of what leaves. Pure. */
import { z } from "zod";
import { CHANGES } from "../../pipeline/records/explanation.ts";
import {
  BudgetRecord,
  Confidence,
  Conflict,
  Finding,
  Instructions,
  PackingRecord,
  PolicyRef,
  Variants,
  ZoneRecord,
} from "./core.ts";
import { Decision, Dropped, Included, Missing, Withheld } from "./decision.ts";
import { Prefix } from "./prefix.ts";
import { Prompt } from "./prompt.ts";
import { RetrievalRecord } from "./retrieval.ts";
import { Match, Routing, ScopeRecord } from "./routing.ts";
import { SourceTiming } from "./source-timing.ts";

const answer = {
  manifest_id: z.string().nullable().describe("Null where nothing was stored."),
  request_id: z.string(),
  trace_id: z.string(),
  persisted: z.boolean(),
  degraded: z.boolean().describe("Something primary is missing, or stands in from an older answer."),
  policy: PolicyRef,
  variants: Variants,
  at: z.string().meta({ format: "date-time" }),
  context_hash: z.string(),
  routing: Routing,
  scope: ScopeRecord,
  prompt: Prompt,
  instructions: Instructions,
  red_flags: z.array(Match).describe("The words that raised the referral."),
  labels: z.array(z.string()).describe("Labels of the included facts, in prompt order."),
  confidence: Confidence,
  included: z.array(Included),
  missing: z.array(Missing),
  withheld: z.array(Withheld),
  dropped: z.array(Dropped).describe("The first 50; all of them with detail=decisions, and in /explain."),
  conflicts: z.array(Conflict).describe("Items that give different values for one topic, and what came of it."),
  retrieval: z.array(RetrievalRecord).describe("How documents were chosen, by source; empty where none were searched."),
  packing: z.array(PackingRecord).describe("How well each pool was packed; empty where nothing competed."),
  counts: z.record(z.string(), z.int()).describe("Candidates included, and the others by reason."),
  findings: z.array(Finding),
  budget: BudgetRecord,
  zones: z.array(ZoneRecord),
  prefix: Prefix,
};

export const AssembleAnswer = z
  .strictObject({
    ...answer,
    decisions: z.array(Decision).exactOptional().describe("Every candidate once, in stable order; with detail=decisions."),
  })
  .meta({ id: "AssembleAnswer" });

const Branch = z
  .strictObject({
    verdict: z.string().nullable().describe("The model's possible answer; null for none."),
    lead: z.string(),
    decided_by: Routing.shape.decided_by,
    primary: z.array(z.string()),
    included: z.array(z.string()),
    withheld: z.array(z.string()),
    max_words: z.int(),
    confidence: Confidence.shape.level,
    context_hash: z.string().nullable(),
    failed: z
      .enum(["pinned_over_budget", "required_source"])
      .nullable()
      .describe("The error a call with this verdict would end in; null where it gives a prompt."),
  })
  .meta({ id: "Branch" });

export const Branches = z
  .strictObject({
    items: z.array(Branch),
    holds_in_all: z.strictObject({ included: z.array(z.string()), withheld: z.array(z.string()) }),
  })
  .meta({ id: "Branches" });

export const NearMiss = z
  .strictObject({
    id: z.string(),
    reason: z.string(),
    change: z.enum(CHANGES),
    message: z.string(),
    secondary_tokens: z
      .int()
      .nullable()
      .describe("A value that would do, as what_if.budget.secondary_tokens: the smallest of those that were tried."),
    total: z
      .int()
      .nullable()
      .describe(
        "A limit that would do, as what_if.budget.total: the smallest of those that were tried. What goes in comes and goes with the limit, so now and then a smaller one would do too.",
      ),
    intents: z.array(z.string()),
    displaces: z.array(z.string()),
  })
  .meta({ id: "NearMiss" });

export const Naive = z
  .strictObject({
    naive_tokens: z.int().describe("The whole fetched bundle as JSON under the same system block, same question."),
    tokens: z.int(),
    saved_percent: z.number(),
    sources: z.array(z.string()),
  })
  .meta({ id: "Naive" });

const Timings = z
  .strictObject({
    sources: z.array(SourceTiming),
    stages: z.record(z.string(), z.number()).describe("Milliseconds by stage."),
  })
  .meta({ id: "Timings" });

export const ExplainAnswer = z
  .strictObject({
    ...answer,
    decisions: z.array(Decision).nullable().exactOptional(),
    denied: z
      .array(z.string())
      .exactOptional()
      .describe("Ids of candidates that the caller may not see (no_access); with decisions, and the audit permission only."),
    branches: Branches.nullable().exactOptional().describe("Null where routing is certain."),
    near_misses: z.array(NearMiss).nullable().exactOptional(),
    naive: Naive.nullable().exactOptional(),
    timings: Timings.exactOptional(),
  })
  .meta({ id: "ExplainAnswer" });
