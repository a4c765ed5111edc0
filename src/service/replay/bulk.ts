/** Many recorded requests run again, and what changed among them. Pure but for the runs. */
import { AppError, type ErrorCode } from "../../errors.ts";
import type { DiffStage } from "../../pipeline/manifest/outcome.ts";
import type { NotReplayed, Recording } from "./recording.ts";
import { notReplayed, type Replay } from "./replay.ts";

export interface BulkRow {
  readonly manifestId: string;
  /** As it was recorded; null where the record itself could not be read. */
  readonly intent: string | null;
  /** Of the same; null likewise. */
  readonly policy: string | null;
  readonly result: Replay | { readonly refused: ErrorCode } | NotConcerned;
}

/** The policy that it would run under has no such experiment, or no such variant of it; or it is of another policy than the one asked for. */
interface NotConcerned {
  /** Those that were recorded, as `experiment=variant`; none where it is of another policy. */
  readonly notConcerned: readonly string[];
  readonly isOtherPolicy?: true;
}

const didRun = (result: BulkRow["result"]): result is Replay => "outcome" in result;

/** One row; a change that the policy cannot take (a plan that is gone) is a result too. */
export async function bulkRow(recording: Recording, run: (recording: Recording) => Promise<Replay>): Promise<BulkRow> {
  const { manifestId, outcome, policy } = recording;
  const row = { manifestId, intent: outcome.routing.intent, policy };
  try {
    return { ...row, result: await run(recording) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "hash_mismatch") return { ...row, result: notReplayed(manifestId, "hash_mismatch") };
    if (error.details.errors?.some(({ pointer }) => pointer?.startsWith("/change/variants/")) === true) {
      const notConcerned = Object.entries(outcome.variants).map(([experiment, variant]) => `${experiment}=${variant}`);
      return { ...row, result: { notConcerned } };
    }
    return { ...row, result: { refused: error.code } };
  }
}

/** The row of one that is of another policy than the one asked for, and so is not run. */
export const otherPolicyRow = ({ manifestId, outcome, policy }: Recording): BulkRow => ({
  ...{ manifestId, intent: outcome.routing.intent, policy },
  result: { notConcerned: [], isOtherPolicy: true },
});

export interface Count {
  readonly name: string;
  readonly count: number;
}

export interface BulkSummary {
  readonly total: number;
  readonly identical: number;
  readonly changed: number;
  /** Whose policy does not have the variant that was asked for, or is another one than was asked for. */
  readonly not_concerned: number;
  /** Those of them whose policy is another one. */
  readonly other_policy: number;
  /** By code: what the changed policy refuses. */
  readonly refused: readonly Count[];
  readonly not_replayed: readonly { readonly name: NotReplayed; readonly count: number }[];
  /** Candidates that come in, or no longer do, by how many prompts. Most first. */
  readonly newly_shown: readonly Count[];
  readonly newly_hidden: readonly Count[];
  readonly by_intent: readonly { readonly intent: string; readonly total: number; readonly changed: number }[];
  readonly by_first_stage: readonly { readonly name: DiffStage; readonly count: number }[];
  /** `dropped: over_plan → included: packed`, by how many candidates. */
  readonly by_reason: readonly Count[];
  /** Mean tokens of those that ran, before and after. */
  readonly tokens: { readonly before: number; readonly after: number };
  readonly not_recorded: readonly string[];
}

export function summaryOf(rows: readonly BulkRow[]): BulkSummary {
  const replays = rows.map(({ result }) => result).filter(didRun);
  const ran = replays.flatMap(({ difference }) => difference ?? []);
  const changed = replays.filter(({ outcome }) => outcome === "changed");
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    total: rows.length,
    identical: replays.filter(({ outcome }) => outcome === "identical").length,
    changed: changed.length,
    not_concerned: rows.filter(({ result }) => "notConcerned" in result).length,
    other_policy: rows.filter(({ result }) => "isOtherPolicy" in result).length,
    refused: counted(rows.flatMap(({ result }) => ("refused" in result ? [result.refused] : []))),
    not_replayed: counted(
      replays.flatMap(({ outcome, reason }) => (outcome === "not_replayed" && reason !== null ? [reason] : [])),
    ),
    newly_shown: counted(ran.flatMap(({ shown }) => shown)),
    newly_hidden: counted(ran.flatMap(({ hidden }) => hidden)),
    by_intent: byIntent(rows),
    by_first_stage: counted(changed.flatMap(({ difference }) => difference?.first ?? [])),
    by_reason: counted(
      ran.flatMap(({ changes }) =>
        changes.flatMap(({ id, what, before, after }) =>
          id === null || what !== "outcome" ? [] : [`${before ?? "not there"} → ${after ?? "not there"}`],
        ),
      ),
    ),
    tokens: { before: mean(ran.map(({ tokens }) => tokens.before)), after: mean(ran.map(({ tokens }) => tokens.after)) },
    not_recorded: [...new Set(replays.flatMap(({ not_recorded }) => not_recorded))].sort(),
  };
}

/** Whether nothing changed, nothing was refused, and everything that is concerned ran, if only one: what a check in CI lets pass. */
export const isClean = ({ total, identical, not_concerned: apart }: BulkSummary): boolean =>
  total === identical + apart && (apart === 0 || identical > 0);

function counted<Name extends string>(names: readonly Name[]): readonly { readonly name: Name; readonly count: number }[] {
  const counts = new Map<Name, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function byIntent(rows: readonly BulkRow[]): BulkSummary["by_intent"] {
  const intents = counted(rows.flatMap(({ intent }) => intent ?? []));
  return intents.map(({ name, count }) => ({
    intent: name,
    total: count,
    changed: rows.filter(({ intent, result }) => intent === name && didRun(result) && result.outcome === "changed").length,
  }));
}
