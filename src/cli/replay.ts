/** `winnow replay` and `winnow diff`: recorded requests again, as they were or under changed policies. IO. */
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Environment } from "../policy/read/environment.ts";
import { folderSource, type PolicySource } from "../policy/read/policy-source.ts";
import type { Snapshot } from "../policy/snapshot.ts";
import { type BulkRow, isClean, summaryOf } from "../service/replay/bulk.ts";
import type { WhatIf } from "../service/service-types.ts";
import { refuse } from "./options/input-file.ts";
import { written } from "./options/output-file.ts";
import type { Output } from "./options/questions-of-policy.ts";
import { openRecordings, type Recordings } from "./options/recordings.ts";
import { unknownVariant } from "./options/unknown-variant.ts";
import { type ChangeReport, linesOf, markdownOf, pageOf } from "./print/change-report.ts";
import { progressBar, type Write } from "./print/progress-bar.ts";
import { loadForReplay, rerunAll } from "./rerun-all.ts";

export interface ReplayOptions {
  readonly against: string;
  readonly tenant: string;
  /** `experiment=variant`; null: all. */
  readonly variant: string | null;
  readonly environment: Environment;
  /** Where the policies are that are loaded now. */
  readonly directory: string;
  /** Folder of a changed policy, or of all policies, changed; null: as it was recorded. */
  readonly changed: string | null;
  /** `experiment=variant` to run under; null: as recorded. */
  readonly as: string | null;
  readonly json: boolean;
  readonly markdown: string | null;
  readonly html: string | null;
  readonly progress: Write;
}

/** 0 when every request gives what was recorded, 1 when one does not, 2 when something cannot be read. */
export async function replayRecordings(options: ReplayOptions, output: Output): Promise<number> {
  const recordings = await openRecordings(options);
  if ("faults" in recordings) return refused(recordings.faults, output);
  try {
    return await replayOpened(recordings, options, output);
  } finally {
    await recordings.close();
  }
}

/** Tells what cannot be read; the exit code for it. */
export const refused = (faults: readonly string[], { complain }: Output): number => {
  refuse(faults, complain);
  return 2;
};

async function replayOpened(recordings: Recordings, options: ReplayOptions, output: Output): Promise<number> {
  const { changed, directory, environment, against } = options;
  const loaded = await loadForReplay(changed === null ? directory : policiesIn(changed), environment);
  if ("faults" in loaded) return refused(loaded.faults, output);
  // A set holds no policies: unchanged means under those of today.
  const under = changed === null && recordings.hasPolicies ? null : loaded.snapshot;
  const hopeless = under === null ? null : unknownVariant(options.as, [], under);
  if (hopeless !== null) return refused([hopeless], output);
  const rows = await rerunAll(
    recordings,
    loaded,
    { under, change: changeOf(options), isOnePolicy: changed !== null && isOnePolicy(changed) },
    progressBar(options.progress, recordings.count ?? 0),
  );
  const unknown = otherNames(rows, options, loaded.snapshot) ?? unknownVariant(options.as, rows, loaded.snapshot);
  if (unknown !== null) return refused([unknown], output);
  const summary = summaryOf(rows);
  const report: ChangeReport = { against, under: changed, summary, rows };
  const faults = await written([
    { option: "--markdown", path: options.markdown, text: () => markdownOf(report) },
    { option: "--html", path: options.html, text: () => pageOf(report) },
  ]);
  for (const line of options.json ? [JSON.stringify({ against, under: changed, ...summary })] : linesOf(report))
    output.print(line);
  if (faults.length > 0) return refused(faults, output);
  return isClean(summary) ? 0 : 1;
}

function changeOf({ as }: ReplayOptions): WhatIf {
  const [experiment, variant] = as?.split("=") ?? [];
  return experiment === undefined || variant === undefined ? {} : { variants: { [experiment]: variant } };
}

/** The fault where none of what was recorded is of a policy in the folder that was given: nothing was looked at. */
function otherNames(
  rows: readonly BulkRow[],
  { changed }: ReplayOptions,
  { policies }: Pick<Snapshot, "policies">,
): string | null {
  const recorded = [...new Set(rows.flatMap(({ policy }) => policy ?? []))].sort();
  if (changed === null || recorded.length === 0 || recorded.some((name) => policies.has(name))) return null;
  const named = [...policies.keys()].sort().join(", ");
  return `--policy ${changed}: expected a policy that was recorded (${recorded.join(", ")}), got ${named}; a policy is known by the name of its folder`;
}

/** A folder with a policy.yaml is one policy; any other is a folder of policies. */
const isOnePolicy = (path: string): boolean => existsSync(join(resolve(path), "policy.yaml"));

function policiesIn(path: string): PolicySource {
  const whole = resolve(path);
  if (!isOnePolicy(path)) return folderSource(whole);
  const all = folderSource(dirname(whole));
  const name = basename(whole);
  return {
    label: all.label,
    read: async () => {
      const read = await all.read();
      const mine = (file: string): boolean => file.startsWith(`${all.label}/${name}/`);
      return {
        ...read,
        policies: new Map([...read.policies].filter(([policy]) => policy === name)),
        problems: read.problems.filter(({ file }) => mine(file)),
      };
    },
  };
}
