/** What an assembly comes to beside its decisions, and the whole recorded core. Wire shapes of `pipeline/records/core.ts`. Pure. */
import { z } from "zod";
import { VERDICT_CAUSES } from "../../model/verdict.ts";
import { CONFIDENCE_REASONS, FILLERS, FINDING_CODES, KINDS, MARK_OUTCOMES } from "../../pipeline/records/core.ts";
import { SOURCE_STATUSES } from "../../pipeline/records/inputs.ts";
import { BLOCKS, FORMATS } from "../../policy/schema/policy-file.ts";
import { STRATEGIES } from "../../policy/schema/selection.ts";
import { CAUSES } from "../../sources/source-result.ts";
import { LANGUAGE_SOURCES } from "../../text/answer-language.ts";
import { Dropped, Included, Missing, ScoreRecord, Withheld } from "./decision.ts";
import { RetrievalRecord } from "./retrieval.ts";
import { Match, Routing, ScopeRecord } from "./routing.ts";

export const Finding = z
  .strictObject({ code: z.enum(FINDING_CODES), message: z.string(), items: z.array(z.string()) })
  .meta({ id: "Finding" });

export const Confidence = z
  .strictObject({
    level: z.enum(["high", "medium", "low"]),
    coverage: z.number().min(0).max(1).describe("Share of the requested context that arrived; primaries count double."),
    reasons: z.array(z.enum(CONFIDENCE_REASONS)),
  })
  .meta({ id: "Confidence" });

const BlockRecord = z
  .strictObject({
    block: z.enum(BLOCKS),
    share: z.number().nullable().describe("Percent, where the policy gives shares."),
    limit: z.int().nullable(),
    used: z.int(),
    borrowed: z.int().describe("Taken over from other blocks' unused shares."),
    lent: z.int().describe("Of the own share, what went to other blocks."),
  })
  .meta({ id: "BlockBudget" });

export const BudgetRecord = z
  .strictObject({
    window: z.int(),
    reserve: z.int().describe("Tokens kept free for the answer."),
    limit: z.int(),
    used: z.int(),
    exact: z.boolean().describe("False where the model has no public tokenizer and the count is an estimate."),
    estimate: z
      .strictObject({
        margin: z.number().describe("What the count of another encoding was multiplied with, as stated for the model."),
        learnt_ratio: z
          .number()
          .describe("What that was multiplied with in turn, learnt from posted usage; 1 until enough is known."),
        least: z.int().describe("The low bound of used."),
      })
      .exactOptional()
      .describe("Only where the model has no public tokenizer: used is a high bound then."),
    blocks: z.array(BlockRecord),
    overhead: z
      .strictObject({
        messages: z.int(),
        facts_heading: z.int(),
        documents_heading: z.int(),
        documents_list: z.int(),
        notes_heading: z.int(),
        not_known: z.int(),
        none_found: z.int(),
        restated_question: z.int(),
        disagreements: z.int(),
      })
      .describe("What is in the prompt beside the included items; with their tokens it sums to used."),
    plan: z.strictObject({ name: z.string(), secondary_tokens: z.int(), used: z.int() }).nullable(),
  })
  .meta({ id: "Budget" });

export const Conflict = z
  .strictObject({
    topic: z.string(),
    items: z.array(
      z.strictObject({
        id: z.string(),
        value: z.string().describe("As the item states it."),
        qualifier: z.string().nullable().describe("What the value is of: one of the topic's qualifiers; null for none."),
      }),
    ),
    resolve: z.string(),
    outcome: z.enum(["resolved", "surfaced", "unresolved"]),
    winner: z.string().nullable(),
    losers: z.array(z.string()),
  })
  .meta({ id: "Conflict" });

export const PackingRecord = z
  .strictObject({
    pool: z.string().describe("What competed."),
    strategy: z.enum(STRATEGIES),
    value: z.number(),
    best: z.number(),
    best_is: z.enum(["exact", "bound"]).describe("Whether best is the best possible, or a bound above it."),
    gap: z.number().describe("Share of the best that was missed."),
  })
  .meta({ id: "Packing" });

export const ZoneRecord = z
  .strictObject({
    name: z.enum(["shared", "person", "question"]),
    tokens: z.int(),
    hash: z.string(),
    cache_mark: z
      .strictObject({
        outcome: z.enum(MARK_OUTCOMES),
        tokens: z.int().nullable().describe("Low bound of the tokens from the prompt's beginning to the mark."),
        minimum: z.int().nullable().describe("Tokens that the model caches at the least."),
        turns: z
          .strictObject({ marks: z.int().describe("Marks that stand in the conversation."), reaches: z.string() })
          .exactOptional()
          .describe("The provider finds the cache of an earlier prompt that ended behind this turn or a later one."),
      })
      .describe("Whether the provider is told that the prompt can be cached up to the zone's end, or why not."),
  })
  .meta({ id: "Zone" });

export const PromptBlock = z
  .strictObject({
    id: z.string(),
    kind: z.enum([...KINDS, ...FILLERS]),
    zone: z.enum(["shared", "person", "question"]),
    tokens: z.int(),
    hash: z.string().describe("Keyed by tenant; of the shared zone a plain digest."),
  })
  .meta({ id: "PromptBlock" });

export const Instructions = z
  .strictObject({
    language: z.string().describe("The language to answer in."),
    language_source: z.enum(LANGUAGE_SOURCES),
    language_confidence: z.number().min(0).max(1).nullable().describe("The detector's own number, where it found the language."),
    max_words: z.int(),
    referral: z.boolean(),
    citations: z
      .literal("native")
      .exactOptional()
      .describe("The provider cites by itself; without it the answer is asked for labels."),
  })
  .meta({ id: "Instructions" });

export const PolicyRef = z.strictObject({ name: z.string(), digest: z.string() }).meta({ id: "PolicyRef" });

export const Variants = z
  .array(z.strictObject({ experiment: z.string(), variant: z.string() }))
  .describe("Of each experiment of the policy the variant that decided.");

const SourceRecord = z
  .strictObject({
    source: z.string(),
    status: z.enum(SOURCE_STATUSES),
    cause: z.enum(CAUSES).nullable(),
    http_status: z.int().nullable(),
    stale: z.boolean().describe("An older answer stood in for a failed call."),
    hash: z.string().nullable().describe("Keyed hash of the exact text received; of a folder of documents its digest."),
    meaning_hash: z.string().exactOptional().describe("Of documents ranked by meaning too: keyed hash of the similarities."),
  })
  .meta({ id: "SourceRecord" });

const ModelRecord = z
  .strictObject({
    status: z.enum(["answered", "failed"]),
    cause: z.enum(VERDICT_CAUSES).nullable(),
    http_status: z.int().nullable(),
    content_hash: z.string().nullable().describe("Keyed hash of what it said, word for word."),
  })
  .meta({ id: "ModelRecord" });

export const Inputs = z
  .strictObject({
    request_hash: z.string(),
    question_hash: z.string(),
    prompt_hash: z.string().exactOptional().describe("Of the prompt as it was sent."),
    memory_hash: z.string().exactOptional().describe("Of what the memory store had; absent where it was not asked."),
    sources: z.array(SourceRecord),
    verdict: z.string().nullable().describe("The intent that a model, or what_if, named."),
    model: ModelRecord.nullable().describe("How the model that was asked answered."),
    citing_hash: z
      .string()
      .nullable()
      .exactOptional()
      .describe(
        "Keyed hash of what an answer is judged with: names of what was left out, numbers of sections, brackets of what went in.",
      ),
    denied: z
      .array(z.string())
      .exactOptional()
      .describe("Ids of candidates that the caller might not see (no_access); with the audit permission only."),
  })
  .meta({ id: "Inputs" });

const Versions = z
  .strictObject({
    schema: z.int(),
    service: z.string(),
    snapshot: z.string(),
    renderer: z.int(),
    tokenizer: z.string(),
    hash_key: z.string(),
    platform: z.string().describe("Versions of the platform data that dates, numbers and zones are written with."),
  })
  .meta({ id: "Versions" });

export const Core = z
  .strictObject({
    versions: Versions,
    policy: PolicyRef,
    variants: Variants,
    at: z.string().meta({ format: "date-time" }),
    routing: Routing,
    scope: ScopeRecord,
    instructions: Instructions,
    red_flags: z.array(Match).describe("The words that raised the referral."),
    included: z.array(Included),
    missing: z.array(Missing),
    withheld: z.array(Withheld),
    dropped: z.array(Dropped),
    scoring: z.array(ScoreRecord),
    conflicts: z.array(Conflict),
    retrieval: z.array(RetrievalRecord),
    packing: z.array(PackingRecord),
    findings: z.array(Finding),
    confidence: Confidence,
    degraded: z.boolean(),
    budget: BudgetRecord,
    zones: z.array(ZoneRecord),
    blocks: z.array(PromptBlock).describe("Every piece of the prompt, in the order in which the provider reads it."),
    context_hash: z.string(),
    format: z.enum(FORMATS),
    model: z.string(),
  })
  .meta({ id: "Core" });
