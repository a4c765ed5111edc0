/** Reads and parses a folder of policies in a thread of its own, while this one loads the rest of the service. IO. */
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { folderSource, type PolicySource, type SourceReading } from "./policy-source.ts";

/** Only the built service has it; from the sources everything is read in one thread. */
const THREAD = new URL("./read-ahead-thread.js", import.meta.url);
/** Enough that a million bytes of YAML are parsed without collecting over and over. */
const YOUNG_GENERATION_MB = 64;

/** The same as `folderSource`, begun at once; its files without problems are parsed when it is read. */
export function readAhead(directory: string): PolicySource {
  const source = folderSource(directory);
  if (!existsSync(THREAD)) return source;
  const reading = inThread(directory).catch(() => source.read());
  return { label: source.label, read: () => reading };
}

function inThread(directory: string): Promise<SourceReading> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
    const thread = new Worker(THREAD, { workerData: directory, resourceLimits });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("the thread ended without a word")));
  });
}
