/** Overrides of `POST /explain`. Nothing is fetched for a source given here, and nothing is written. Pure. */
import { z } from "zod";
import { Tokens } from "../../policy/schema/common.ts";
import { CAUSES, type Json } from "../../sources/source-result.ts";
import { textUpTo } from "./text.ts";

const Name = textUpTo(100);

/** The body parser has already bounded depth and texts. */
const AnyJson = z.unknown() as z.ZodType<Json>;

/** Not sources.yaml: addresses and credentials cannot be overridden. */
const PolicyPath = z
  .string()
  .regex(
    /^(?!\/)(?!.*(^|\/)\.\.(\/|$))(?!(.*\/)?sources\.yaml$)[A-Za-z0-9._/-]{1,200}$/,
    "a path inside the policy's folder, other than sources.yaml",
  );

const Share = z.number().min(0).max(1);
const Weights = z
  .strictObject({ relevance: Share, trust: Share, freshness: Share, user_need: Share, conflict_risk: Share })
  .partial();

const Filters = z.strictObject({
  relevance_floor: Share.optional(),
  freshness_floor: Share.optional(),
  near_duplicate: Share.nullable().optional().describe("Null: only equal texts count as copies."),
});

export const WhatIf = z
  .strictObject({
    payloads: z.record(Name, AnyJson).optional().describe("By source: what it answers."),
    failures: z
      .record(Name, z.enum([...CAUSES, "not_computed"]))
      .optional()
      .describe("By source: how it fails."),
    plan: Name.optional(),
    intent: Name.optional(),
    verdict: Name.optional().describe("What the model answers to an uncertain question."),
    weights: Weights.optional().describe("Of the signals, 0 to 1; those that are not given stay as the policy has them."),
    variants: z
      .record(Name, Name)
      .optional()
      .describe("By experiment: the variant in place of the assigned, or the recorded, one."),
    model: Name.optional().describe("Of the policy's models."),
    filters: Filters.optional().describe("Those that are not given stay as the policy has them."),
    budget: z.strictObject({ total: Tokens.optional(), secondary_tokens: Tokens.optional() }).optional(),
    policy: z.record(PolicyPath, z.string()).optional().describe("Policy files by path, laid over the loaded ones."),
  })
  .meta({ id: "WhatIf" });
