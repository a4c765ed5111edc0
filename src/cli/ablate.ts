/** `winnow ablate`: what each kind or block of recorded prompts earns. IO. */
import { AppError } from "../errors.ts";
import type { Environment } from "../policy/read/environment.ts";
import type { Snapshot } from "../policy/snapshot.ts";
import { type AblateBy, type Ablation, ablate } from "../service/replay/ablate.ts";
import type { Recording } from "../service/replay/recording.ts";
import { replayCore } from "../service/replay/replay.ts";
import type { Output } from "./options/questions-of-policy.ts";
import { openRecordings, type Recordings } from "./options/recordings.ts";
import { textTable } from "./print/change-report.ts";
import type { Table } from "./print/html-page.ts";
import { progressBar, type Write } from "./print/progress-bar.ts";
import { refused } from "./replay.ts";
import { type Loaded, loadForReplay } from "./rerun-all.ts";

export interface AblateOptions {
  readonly against: string;
  readonly tenant: string;
  /** `experiment=variant`; null: all. */
  readonly variant: string | null;
  readonly environment: Environment;
  readonly directory: string;
  readonly by: AblateBy;
  readonly json: boolean;
  readonly progress: Write;
}

/** Of one kind, block or item, over all prompts that held it. */
interface Earned {
  readonly name: string;
  readonly prompts: number;
  /** Mean tokens of it in those prompts. */
  readonly tokens: number;
  /** Prompts in which something else came in instead. */
  readonly replaced: number;
  /** Prompts whose posted answer cites something of it. */
  readonly cited: number;
}

/** 0 when every recording ran, 1 when one did not, 2 when something cannot be read. */
export async function ablateRecordings(options: AblateOptions, output: Output): Promise<number> {
  const recordings = await openRecordings(options);
  if ("faults" in recordings) return refused(recordings.faults, output);
  try {
    const loaded = await loadForReplay(options.directory, options.environment);
    if ("faults" in loaded) return refused(loaded.faults, output);
    const { ablations, left } = await ablateAll(recordings, loaded, options);
    const earned = earnedBy(ablations);
    if (options.json) output.print(JSON.stringify({ by: options.by, items: earned, not_run: left }));
    else for (const line of textTable(tableOf(options.by, earned))) output.print(line);
    if (left > 0) output.complain(`${left} ${left === 1 ? "recording" : "recordings"} could not be run again`);
    return left > 0 ? 1 : 0;
  } finally {
    await recordings.close();
  }
}

async function ablateAll(recordings: Recordings, loaded: Loaded, { by, progress }: AblateOptions) {
  const told = progressBar(progress, recordings.count ?? 0);
  const under = recordings.hasPolicies ? null : loaded.snapshot;
  const ablations: Ablation[] = [];
  let [left, done] = [0, 0];
  for await (const found of recordings.all()) {
    const own = "recording" in found ? await ablateOne(found.recording, { recordings, loaded, under, by }) : null;
    if (own === null) left += 1;
    else ablations.push(...own);
    done += 1;
    told(done);
  }
  return { ablations, left };
}

interface Ablating {
  readonly recordings: Recordings;
  readonly loaded: Loaded;
  readonly under: Snapshot | null;
  readonly by: AblateBy;
}

/** Null for one that cannot be run. */
async function ablateOne(recording: Recording, ablating: Ablating): Promise<readonly Ablation[] | null> {
  try {
    return await ablateSound(recording, ablating);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function ablateSound(
  recording: Recording,
  { recordings, loaded, under, by }: Ablating,
): Promise<readonly Ablation[] | null> {
  const { keyed, hashKeyId, marker } = recordings;
  const hashed = { keyed, hashKeyId, marker };
  const core = recording.core ?? (await replayCore(loaded.deps, recording, { ...hashed, change: {}, under }));
  if (core === null) return null;
  return ablate(
    loaded.deps,
    { ...recording, core },
    { ...hashed, by, under, names: null, cited: await recordings.citedBy(recording.manifestId) },
  );
}

function earnedBy(ablations: readonly Ablation[]): readonly Earned[] {
  const names = [...new Set(ablations.map(({ name }) => name))];
  return names
    .map((name) => {
      const own = ablations.filter((one) => one.name === name);
      return {
        name,
        prompts: own.length,
        tokens: Math.round(own.reduce((sum, { freed }) => sum + freed, 0) / own.length),
        replaced: own.filter(({ instead }) => instead.length > 0).length,
        cited: own.filter(({ cited }) => cited.length > 0).length,
      };
    })
    .sort((a, b) => b.prompts * b.tokens - a.prompts * a.tokens || (a.name < b.name ? -1 : 1));
}

const tableOf = (by: AblateBy, earned: readonly Earned[]): Table => ({
  title: `What each ${by} takes, how often something else comes in without it, and how often posted answers cite it`,
  headings: [by, "prompts", "tokens each", "replaced in", "cited in"],
  rows: earned.map(({ name, ...counts }) => [
    name,
    ...[counts.prompts, counts.tokens, counts.replaced, counts.cited].map(String),
  ]),
});
