/** `winnow record`: recorded requests of the store as a set in a file, to be kept beside a policy. IO. */
import type { Environment } from "../policy/read/environment.ts";
import { linesOf } from "../service/replay/recording-set.ts";
import { written } from "./options/output-file.ts";
import type { Output } from "./options/questions-of-policy.ts";
import { openRecordings } from "./options/recordings.ts";
import { refused } from "./replay.ts";

export interface RecordOptions {
  readonly against: string;
  readonly tenant: string;
  /** `experiment=variant`; null: all. */
  readonly variant: string | null;
  readonly environment: Environment;
  readonly out: string;
}

/** 0 when all were written, 1 when some could not be, 2 when something cannot be read or written. The file holds every text. */
export async function recordSet(options: RecordOptions, output: Output): Promise<number> {
  const recordings = await openRecordings(options);
  if ("faults" in recordings) return refused(recordings.faults, output);
  const set = { texts: new Set<string>() };
  const lines: string[] = [];
  let [whole, left] = [0, 0];
  try {
    for await (const found of recordings.all()) {
      const own = "recording" in found ? await linesOf(found.recording, set) : null;
      if (own === null) left += 1;
      else {
        lines.push(...own);
        whole += 1;
      }
    }
  } finally {
    await recordings.close();
  }
  const faults = await written([{ option: "--out", path: options.out, text: () => `${lines.join("\n")}\n` }]);
  if (faults.length > 0) return refused(faults, output);
  output.print(
    `${whole} ${whole === 1 ? "recording" : "recordings"} written to ${options.out}; it holds what people asked and what was fetched for them`,
  );
  if (left > 0)
    output.complain(`${left} ${left === 1 ? "recording is" : "recordings are"} erased, past their time or of an older version`);
  return left > 0 ? 1 : 0;
}
