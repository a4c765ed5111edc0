/**
 * What was decided, as one log line of bounded size: ids, hashes, counts, reasons and names of the policy. Nothing of the question, the facts,
 * the items or the person. Pure.
 */
import type { Missing } from "../pipeline/records/core.ts";
import type { AssembledPrompt } from "../service/service-types.ts";
import { countsOf } from "./counts.ts";

/** Names told of one list; a policy with more has them in the manifest. */
const MOST_NAMES = 32;

export function decisionLine(answer: AssembledPrompt, ids: { readonly requestId: string; readonly traceId: string }) {
  const { core, manifestId, persisted, prefix, settled, subjectHash, timings } = answer;
  const { routing, budget } = core;
  return {
    manifest_id: manifestId,
    request_id: ids.requestId,
    trace_id: ids.traceId,
    persisted,
    subject_hash: subjectHash,
    policy: core.policy.name,
    policy_digest: core.policy.digest,
    variants: Object.fromEntries(core.variants.map(({ experiment, variant }) => [experiment, variant])),
    routing: {
      ...{ intent: routing.intent, certain: routing.certain, reason: routing.reason, decided_by: routing.decided_by },
      contenders: routing.contenders.slice(0, MOST_NAMES),
    },
    counts: countsOf(core, settled),
    missing: missingBySource(core.missing),
    tokens: {
      ...{ used: budget.used, limit: budget.limit },
      blocks: Object.fromEntries(budget.blocks.map(({ block, used }) => [block, used])),
    },
    zones: Object.fromEntries(core.zones.map(({ name, tokens, hash }) => [name, { tokens, hash }])),
    context_hash: core.context_hash,
    findings: [...new Set([...core.findings, ...prefix.findings].map(({ code }) => code))],
    degraded: core.degraded,
    format: core.format,
    model: core.model,
    timings: timings.slice(0, MOST_NAMES).map(({ source, ms, via }) => ({ source, ms: Math.round(ms * 10) / 10, via })),
  };
}

/** `{ readiness: { unreachable_timeout: 3 } }`: pieces by source, and by reason and cause. */
function missingBySource(missing: readonly Missing[]): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const sources = new Map<string, Record<string, number>>();
  for (const { source, reason, cause } of missing) {
    const known = sources.get(source);
    if (known === undefined && sources.size === MOST_NAMES) continue;
    const counts = known ?? {};
    const why = cause === null ? reason : `${reason}_${cause}`;
    counts[why] = (counts[why] ?? 0) + 1;
    sources.set(source, counts);
  }
  return Object.fromEntries(sources);
}
