/** The one final outcome of each candidate. Wire shapes of `pipeline/records/core.ts`. Pure. */
import { z } from "zod";
import { DROP_STAGES, DROPPED_REASONS, INCLUDED_REASONS, KINDS, MISSING_REASONS } from "../../pipeline/records/core.ts";
import { BLOCKS } from "../../policy/schema/policy-file.ts";
import { NOTES, WITHHELD_REASONS } from "../../routing/records.ts";
import { CAUSES } from "../../sources/source-result.ts";

const Role = z.enum(["primary", "secondary"]);

const included = {
  id: z.string(),
  kind: z.enum(KINDS),
  reason: z.enum(INCLUDED_REASONS),
  role: Role.nullable(),
  label: z.string().nullable(),
  source: z.string().nullable(),
  block: z.enum(BLOCKS),
  tier: z.int().describe("0 is cut last, 5 first."),
  tokens: z.int().min(0).describe("Of the rendered form."),
  score: z.number().nullable().describe("With two decimals; null for what is not scored."),
  position: z.int().min(1).describe("Place in the prompt, from 1."),
  notes: z.array(z.enum(NOTES)),
  merged: z.array(z.string()).describe("Ids of the copies that it stands for."),
  citation: z
    .strictObject({
      document_index: z.int().min(0).describe("Among the documents of the payload, from 0."),
      start_block_index: z.int().min(0).describe("Its first block in that document."),
      end_block_index: z.int().min(1).describe("Behind its last block."),
    })
    .exactOptional()
    .describe(
      "Where it stands among what the provider can cite; only with native citations. The provider's citations use the same numbers.",
    ),
  shortened: z
    .strictObject({
      tokens: z.int().describe("Of the whole text."),
      hash: z.string().describe("Keyed hash of the whole text as it would have stood in the prompt."),
      sent_hash: z.string().describe("Keyed hash of what stands there instead."),
    })
    .exactOptional()
    .describe("Of an abstract or a compressed text."),
};

const missing = {
  id: z.string(),
  label: z.string(),
  role: Role,
  source: z.string(),
  reason: z.enum(MISSING_REASONS),
  cause: z.enum(CAUSES).nullable(),
  http_status: z.int().nullable(),
};

const withheld = {
  id: z.string(),
  stage: z.literal("route"),
  reason: z.enum(WITHHELD_REASONS),
  detail: z.strictObject({
    excluded_by: z.array(z.string()).exactOptional(),
    scope: z.string().exactOptional(),
    why: z.string().exactOptional(),
  }),
};

const dropped = {
  id: z.string(),
  kind: z.enum(KINDS),
  stage: z.enum(DROP_STAGES),
  reason: z.enum(DROPPED_REASONS),
  role: Role.nullable().describe("Of a piece."),
  score: z.number().nullable(),
  detail: z
    .record(z.string(), z.union([z.number(), z.string(), z.null()]))
    .describe("The numbers that recompute the decision by hand."),
};

const Signal = z
  .strictObject({
    value: z.number(),
    weight: z.number(),
    defaulted: z.boolean().describe("Nobody gave it, and nothing it could be read from."),
  })
  .meta({ id: "Signal" });

const scoring = {
  score: z.number().describe("Sum of weight times value; conflict_risk is taken off."),
  value: z.number().describe("What packing compares."),
  value_from: z.enum(["given", "score", "kind"]),
  signals: z.strictObject({
    relevance: Signal,
    trust: Signal,
    freshness: Signal,
    user_need: Signal,
    conflict_risk: Signal,
  }),
};

export const ScoreRecord = z.strictObject({ id: z.string(), ...scoring }).meta({ id: "ScoreRecord" });
const Scored = { scoring: ScoreRecord.nullable().describe("The whole arithmetic; null for what is not scored.") };

export const Included = z.strictObject(included).meta({ id: "Included" });
export const Missing = z.strictObject(missing).meta({ id: "Missing" });
export const Withheld = z.strictObject(withheld).meta({ id: "Withheld" });
export const Dropped = z.strictObject(dropped).meta({ id: "Dropped" });

export const Decision = z
  .discriminatedUnion("outcome", [
    z.strictObject({ outcome: z.literal("included"), ...included, ...Scored }).meta({ id: "IncludedDecision" }),
    z.strictObject({ outcome: z.literal("missing"), ...missing }).meta({ id: "MissingDecision" }),
    z.strictObject({ outcome: z.literal("withheld"), ...withheld }).meta({ id: "WithheldDecision" }),
    z.strictObject({ outcome: z.literal("dropped"), ...dropped, ...Scored }).meta({ id: "DroppedDecision" }),
  ])
  .meta({ id: "Decision" });
