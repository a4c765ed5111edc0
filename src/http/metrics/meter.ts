/** Counts what the service tells it. Keeps numbers only: no text, no id. */
import type { Assembled, Meter } from "../../service/meter.ts";
import type { Instruments } from "./instruments.ts";
import type { SavedWindow } from "./saved-window.ts";

const MS = 1_000;

export function meterOf(own: Instruments, window: SavedWindow): Meter {
  return {
    assembled: (seen) => {
      countAssembly(own, seen);
      countSources(own, seen);
      window.sent(seen.core.policy.name, seen.core.budget.used);
    },
    sampled: ({ policy, naive, sent }) => {
      own.sampledNaive.inc({ policy }, naive);
      own.sampledSent.inc({ policy }, sent);
      window.sampled(policy, { naive, sent });
    },
    answered: ({ finish, findings, coverage, usage }, { policy: { name: policy }, model, budget }) => {
      own.answers.inc({ policy, finish: finish.kind });
      for (const { code } of findings) own.answerFindings.inc({ policy, code });
      if (coverage.share !== null) own.coverage.observe({ policy }, coverage.share);
      if (usage === null) return;
      own.measured.inc({ policy, model }, usage.input_tokens);
      own.counted.inc({ policy, model }, budget.used);
      if (usage.cached_tokens !== null) own.cached.inc({ policy, model }, usage.cached_tokens);
      if (usage.output_tokens !== null) own.output.inc({ policy, model }, usage.output_tokens);
    },
    wrote: (record, ms, succeeded) => {
      own.writes.inc({ record, outcome: succeeded ? "written" : "failed" });
      own.writeSeconds.observe({ record }, ms / MS);
    },
    prefixChanged: (what) => own.prefixChanges.inc({ what }),
  };
}

function countAssembly(own: Instruments, { core, stages }: Assembled): void {
  const policy = core.policy.name;
  const { intent, certain } = core.routing;
  own.assemblies.inc({ policy, intent });
  own.promptTokens.inc({ policy, intent }, core.budget.used);
  if (!certain) own.uncertain.inc({ policy });
  if (core.degraded) own.degraded.inc({ policy });
  for (const [stage, ms] of Object.entries(stages)) own.stageSeconds.observe({ stage }, ms / MS);
  for (const { code } of core.findings) own.findings.inc({ policy, code });
  for (const outcome of ["included", "missing", "withheld", "dropped"] as const) {
    for (const [reason, count] of countsOf(core[outcome])) own.candidates.inc({ policy, outcome, reason }, count);
  }
}

function countsOf(decided: readonly { readonly reason: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of decided) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

function countSources(own: Instruments, { sources, timings }: Assembled): void {
  const via = new Map(timings.map((timing) => [timing.source, timing.via]));
  for (const { source, status, cause } of sources) {
    own.sourceCalls.inc({ source, via: via.get(source) ?? "none", result: cause ?? status });
  }
  for (const { source, ms, via: way } of timings) if (way === "upstream") own.sourceSeconds.observe({ source }, ms / MS);
}
