/**
 * Shadows: what the other variants of an experiment would have decided, computed after the answer has left, on what was fetched for it.
 * Never served; what is told and kept is only what differs. No network, no clock.
 */
import type { CallerAbout } from "../caller.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { type AssembleDeps, type Assembly, assemble } from "../pipeline/assemble.ts";
import { type Difference, differenceOf } from "../pipeline/manifest/difference.ts";
import { coreOf, type Hashing } from "../pipeline/manifest/manifest.ts";
import { outcomeOf } from "../pipeline/manifest/outcome.ts";
import type { Core } from "../pipeline/records/core.ts";
import type { Assigned } from "../policy/rules/experiments.ts";
import type { Policy } from "../policy/snapshot.ts";
import { failed } from "../sources/source-result.ts";
import type { ShadowStore, ShadowWrite } from "../store/shadow-store.ts";
import { withVariants } from "./with-variants.ts";

/** One answer that has left. */
export interface Left {
  readonly caller: CallerAbout;
  readonly assembly: Assembly;
  readonly core: Core;
  readonly manifestId: string | null;
  /** As loaded: without the variants that decided. */
  readonly policy: Policy;
  readonly deps: AssembleDeps;
  readonly hashing: Hashing;
}

/** What another variant would have done with the same facts. */
export interface Shadow extends Assigned {
  readonly manifestId: string | null;
  readonly result: Difference | { readonly refused: ErrorCode | "internal" };
}

export type Kept = Shadow & { readonly manifestId: string };

export interface ShadowCounts {
  readonly computed: number;
  /** Variants that another would have been refused for, or that failed. */
  readonly refused: number;
  /** Not computed, since too many were waiting. */
  readonly skipped: number;
  /** Computed and not kept: the store took none, or the manifest is erased. */
  readonly unrecorded: number;
}

export interface Shadows {
  /** Returns at once; the work begins once what is under way has left. Never throws. */
  compare(left: Left): void;
  /** Since the start; for the metrics. */
  counts(): ShadowCounts;
}

export interface ShadowsOptions {
  readonly tell: (shadow: Shadow) => void;
  /** Beside the manifest, which is in the store; false where it could not be, and rejecting counts as that. */
  readonly keep: (left: Pick<Left, "caller">, shadow: Kept) => Promise<boolean>;
  /** Answers whose shadows wait or are computed, at the most. */
  readonly mostWaiting?: number;
  /** Runs what it is given after what is under way now. */
  readonly later?: (run: () => void) => void;
}

const MOST_WAITING = 4;

export function createShadows({ tell, keep, mostWaiting = MOST_WAITING, later = setImmediate }: ShadowsOptions): Shadows {
  const counts = { computed: 0, refused: 0, skipped: 0, unrecorded: 0 };
  let waiting = 0;
  const record = async (left: Left, shadow: Shadow): Promise<boolean> => {
    const { manifestId } = shadow;
    try {
      tell(shadow);
      return manifestId !== null && (await keep(left, { ...shadow, manifestId }));
    } catch {
      // The answer has left and nobody waits: what a log or a store throws here would end the process.
      return false;
    }
  };
  const run = async (left: Left, others: readonly Assigned[]): Promise<void> => {
    for (const other of others) {
      const result = await shadowOf(left, other);
      counts["refused" in result ? "refused" : "computed"] += 1;
      if (!(await record(left, { ...other, manifestId: left.manifestId, result }))) counts.unrecorded += 1;
    }
  };
  return {
    compare(left) {
      const others = othersOf(left);
      if (others.length === 0) return;
      if (waiting >= mostWaiting) {
        counts.skipped += others.length;
        return;
      }
      waiting += 1;
      later(() => {
        void run(left, others).finally(() => {
          waiting -= 1;
        });
      });
    },
    counts: () => ({ ...counts }),
  };
}

/** Every variant of a shadow but the first, which was served. */
const othersOf = ({ policy }: Left): readonly Assigned[] =>
  policy.experiments.flatMap(({ name, shadow, variants }) =>
    shadow ? variants.slice(1).map((variant) => ({ experiment: name, variant: variant.name })) : [],
  );

async function shadowOf({ assembly, core, policy, deps, hashing }: Left, other: Assigned): Promise<Shadow["result"]> {
  const { request, results, documents, verdict } = assembly;
  const assigned = [...request.variants.filter(({ experiment }) => experiment !== other.experiment), other];
  try {
    const again = await assemble(withVariants({ ...request, policy }, assigned), {
      ...deps,
      // Nothing that a variant can have otherwise decides which sources are asked.
      ask: async (source) => results.get(source) ?? failed("refused"),
      askDocuments: async (source) => documents.get(source) ?? { status: "failed", cause: "refused" },
      askModel: verdict === null ? null : async () => verdict,
    });
    return differenceOf(outcomeOf(core), outcomeOf(coreOf(again, hashing)));
  } catch (error) {
    return { refused: error instanceof AppError ? error.code : "internal" };
  }
}

/** What is kept beside the manifest. `computedMs`: wall clock, milliseconds since the epoch. */
export const shadowWrite = ({ experiment, variant, result }: Shadow, computedMs: number): ShadowWrite => ({
  ...{ experiment, variant, result },
  isOther: "refused" in result || result.changes.length > 0,
  computed_at: new Date(computedMs).toISOString(),
});

/** Keeps them in the store; what the store does not take is lost. `now`: wall clock, milliseconds since the epoch. */
export const shadowKeeper =
  (store: Pick<ShadowStore, "keepShadow">, now: () => number): ShadowsOptions["keep"] =>
  ({ caller }, shadow) =>
    store.keepShadow(caller, shadow.manifestId, shadowWrite(shadow, now())).catch(() => false);

/** As a log line: which manifest, where it began, how many of what; no id of an item, since callers may put anything into those. */
export function shadowFacts({ manifestId, experiment, variant, result }: Shadow): Readonly<Record<string, unknown>> {
  const head = { manifest_id: manifestId, experiment, variant };
  if ("refused" in result) return { ...head, refused: result.refused };
  const stages: Record<string, number> = {};
  for (const { stage } of result.changes) stages[stage] = (stages[stage] ?? 0) + 1;
  const { first, shown, hidden, tokens } = result;
  return { ...head, first, changes: stages, shown: shown.length, hidden: hidden.length, tokens };
}
