/** An answer of the service as the body that leaves. The only place where records become fields of a reply. Pure. */
import type { z } from "zod";
import type { Decision } from "../pipeline/records.ts";
import type { Answer, Call, ExplainPart, Explanation } from "../service/answers.ts";
import type { DeepReadonly } from "./types.ts";
import type { AssembleAnswer, ExplainAnswer } from "./wire/answer.ts";

export type AssembleBody = DeepReadonly<z.output<typeof AssembleAnswer>>;
export type ExplainBody = DeepReadonly<z.output<typeof ExplainAnswer>>;

/** Dropped candidates named without `detail=decisions`; `counts` tells the rest. */
const DROPPED = 50;

type Ids = Pick<Call, "requestId" | "traceId">;

/** The body of `POST /assemble`. */
export function assembleBody(answer: Answer, ids: Ids, withDecisions: boolean): AssembleBody {
  const common = commonBody(answer, ids);
  if (withDecisions) return { ...common, decisions: answer.core.decisions };
  return { ...common, dropped: common.dropped.slice(0, DROPPED) };
}

/** The body of `/explain`: a part that was not asked for is absent, a part that has nothing to say is null. */
export function explainBody(explanation: Explanation, ids: Ids, parts: ReadonlySet<ExplainPart>): ExplainBody {
  return {
    ...commonBody(explanation, ids),
    ...(parts.has("decisions") && { decisions: explanation.decisions }),
    ...(parts.has("branches") && { branches: explanation.branches }),
    ...(parts.has("near_misses") && { near_misses: explanation.near_misses }),
    ...(parts.has("naive") && { naive: explanation.naive }),
    ...(parts.has("timings") && { timings: { sources: explanation.timings, stages: explanation.stages ?? {} } }),
  };
}

function commonBody({ core, prompt, labels, persisted, manifestId }: Answer, ids: Ids): Omit<AssembleBody, "decisions"> {
  return {
    manifest_id: manifestId,
    request_id: ids.requestId,
    trace_id: ids.traceId,
    persisted,
    degraded: core.degraded,
    policy: core.policy,
    at: core.at,
    context_hash: core.context_hash,
    routing: core.routing,
    scope: core.scope,
    prompt,
    instructions: core.instructions,
    labels,
    confidence: core.confidence,
    included: only(core.decisions, "included").sort((a, b) => a.position - b.position),
    missing: only(core.decisions, "missing"),
    withheld: only(core.decisions, "withheld"),
    dropped: only(core.decisions, "dropped"),
    counts: countsOf(core.decisions),
    findings: core.findings,
    budget: core.budget,
    zones: core.zones,
  };
}

type Outcome<Name extends Decision["outcome"]> = Omit<Extract<Decision, { outcome: Name }>, "outcome">;

function only<Name extends Decision["outcome"]>(decisions: readonly Decision[], outcome: Name): Outcome<Name>[] {
  return decisions
    .filter((decision) => decision.outcome === outcome)
    .map(({ outcome: _, ...rest }) => rest as unknown as Outcome<Name>);
}

/** Candidates included, and the others by reason; reasons in code-unit order. */
function countsOf(decisions: readonly Decision[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const decision of decisions) {
    const key = decision.outcome === "included" ? "included" : decision.reason;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
