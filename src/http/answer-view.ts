/** An answer of the service as the body that leaves. The only place where records become fields of a reply. Pure. */
import type { z } from "zod";
import { NO_PREFIX } from "../pipeline/cache/prefix.ts";
import { decisionsOf } from "../pipeline/manifest/manifest.ts";
import type { AssembledPrompt, Call, DecidedPrompt, ExplainPart, Explanation } from "../service/service-types.ts";
import { countsOf } from "./counts.ts";
import { type MaySettle, SETTLED } from "./json-answer.ts";
import type { DeepReadonly } from "./types.ts";
import type { AssembleAnswer, ExplainAnswer } from "./wire/answer.ts";

export type AssembleBody = DeepReadonly<z.output<typeof AssembleAnswer>>;
export type ExplainBody = DeepReadonly<z.output<typeof ExplainAnswer>>;

/** Dropped candidates named without `detail=decisions`; `counts` tells the rest. */
const DROPPED = 50;

type Ids = Pick<Call, "requestId" | "traceId">;

/** The body of `POST /assemble`. */
export function assembleBody(answer: AssembledPrompt, ids: Ids, withDecisions: boolean): AssembleBody {
  const common = commonBody(answer, ids);
  if (withDecisions) return { ...common, decisions: decisionsOf(answer.core) };
  if (common.dropped.length <= DROPPED) return common;
  return { ...common, dropped: common.dropped.slice(0, DROPPED) };
}

/** The body of `/explain`: a part that was not asked for is absent, a part that has nothing to say is null. */
export function explainBody(explanation: Explanation, ids: Ids, parts: ReadonlySet<ExplainPart>): ExplainBody {
  const common = commonBody(explanation, ids);
  if (parts.size === 0 && explanation.denied === null) return common;
  return {
    ...common,
    ...(parts.has("decisions") && { decisions: explanation.decisions }),
    ...(explanation.denied !== null && { denied: explanation.denied }),
    ...(parts.has("branches") && { branches: explanation.branches }),
    ...(parts.has("near_misses") && { near_misses: explanation.near_misses }),
    ...(parts.has("naive") && { naive: explanation.naive }),
    ...(parts.has("timings") && { timings: { sources: explanation.timings, stages: explanation.stages ?? {} } }),
  };
}

/** The same each time, so that it is seen to be the same. */
const NOTHING_BEFORE: AssembleBody["prefix"] = Object.freeze({ previous: null, common: null, differs: null });

function commonBody(
  { core, prompt, labels, persisted, manifestId, prefix, settled }: DecidedPrompt,
  ids: Ids,
): Omit<AssembleBody, "decisions"> & MaySettle {
  return {
    manifest_id: manifestId,
    request_id: ids.requestId,
    trace_id: ids.traceId,
    persisted,
    degraded: core.degraded,
    policy: core.policy,
    variants: core.variants,
    at: core.at,
    context_hash: core.context_hash,
    routing: core.routing,
    scope: core.scope,
    prompt,
    instructions: core.instructions,
    red_flags: core.red_flags,
    labels,
    confidence: core.confidence,
    included: core.included,
    missing: core.missing,
    withheld: core.withheld,
    dropped: core.dropped,
    conflicts: core.conflicts,
    retrieval: core.retrieval,
    packing: core.packing,
    counts: countsOf(core, settled),
    findings: prefix.findings.length === 0 ? core.findings : [...core.findings, ...prefix.findings],
    budget: core.budget,
    zones: core.zones,
    prefix: prefix === NO_PREFIX ? NOTHING_BEFORE : { previous: prefix.previous, common: prefix.common, differs: prefix.differs },
    // Last, because V8 builds an object member by member behind a computed name.
    [SETTLED]: settled,
  };
}
