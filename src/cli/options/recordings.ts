/** Opens what `--against` names and hands over its recordings one by one. IO. */
import type { Caller } from "../../caller.ts";
import { AppError } from "../../errors.ts";
import { type JsonLine, jsonLines, shapeFaults } from "../../measure/json-lines.ts";
import type { Environment } from "../../policy/read/environment.ts";
import { citedBy } from "../../service/replay/cited-by.ts";
import { type NotReplayed, type Recording, recordingOf } from "../../service/replay/recording.ts";
import { openSet, SetLine } from "../../service/replay/recording-set.ts";
import type { Hashed } from "../../service/replay/replay.ts";
import type { ManifestFilter } from "../../store/manifest-query.ts";
import type { Store } from "../../store/store.ts";
import { digestOf } from "../../text/digest.ts";
import { openMarker } from "../../text/marker.ts";
import { type Against, readAgainst } from "./against.ts";
import { bytesOf } from "./input-file.ts";
import { openCommandStore, operatorOf } from "./open-command-store.ts";

export type Found = { readonly recording: Recording } | { readonly id: string; readonly reason: NotReplayed };

export interface Recordings extends Hashed {
  /** Null where only the end of the range tells. */
  readonly count: number | null;
  /** Whether the policies of each recording are kept beside it. */
  readonly hasPolicies: boolean;
  readonly all: () => AsyncIterable<Found>;
  /** Ids of the items that the answer posted for a manifest cites; a file holds no answers. */
  readonly citedBy: (manifestId: string) => Promise<ReadonlySet<string>>;
  readonly close: () => Promise<void>;
}

export interface RecordingsOptions {
  readonly against: string;
  readonly tenant: string;
  /** `experiment=variant`; null: all. */
  readonly variant: string | null;
  readonly environment: Environment;
}

type Faults = { readonly faults: readonly string[] };

const EXPECTED = "a file of recordings, or a range of time such as 2026-11-01..2026-12-01 whose end comes after its start";

export async function openRecordings(options: RecordingsOptions): Promise<Recordings | Faults> {
  const against = readAgainst(options.against);
  if (against === null) return { faults: [`--against: expected ${EXPECTED}, got "${options.against}"`] };
  if ("file" in against && options.variant !== null)
    return { faults: [`--variant: expected with a range of time, got it with the file ${options.against}; a set is run whole`] };
  return "file" in against ? openFile(against.file) : openRange(against, options);
}

async function openFile(path: string): Promise<Recordings | Faults> {
  const bytes = await bytesOf({ option: "--against", path, holds: "recordings" });
  if (typeof bytes === "string") return { faults: [bytes] };
  const lines = jsonLines(bytes);
  if (lines === null) return { faults: [`--against ${path}: expected UTF-8, got other bytes`] };
  const read = readSet(lines, path);
  if ("faults" in read) return read;
  if (read.length === 0) return { faults: [`--against ${path}: expected recordings, got none`] };
  return {
    ...{ count: read.length, hasPolicies: false, keyed: digestOf, hashKeyId: "", marker: openMarker },
    async *all() {
      for (const recording of read) yield { recording };
    },
    citedBy: async () => new Set(),
    close: async () => {},
  };
}

function readSet(lines: readonly JsonLine[], path: string): readonly Recording[] | Faults {
  const set = openSet();
  const recordings: Recording[] = [];
  const faults: string[] = [];
  for (const { line, read } of lines) {
    const shape = "value" in read ? SetLine.safeParse(read.value) : null;
    if (shape?.success === true) {
      const recording = set.add(shape.data);
      if (recording !== null) recordings.push(recording);
    } else {
      const told = "fault" in read ? [read.fault] : shapeFaults(shape?.error?.issues ?? [], read.value);
      faults.push(...told.map((fault) => `${path}:${line} ${fault}`));
    }
  }
  return faults.length > 0 ? { faults } : recordings;
}

const PAGE = 200;

async function openRange(range: Extract<Against, { from: string }>, options: RecordingsOptions): Promise<Recordings | Faults> {
  const store = await openCommandStore(options.environment);
  if ("faults" in store) return store;
  const caller = operatorOf(options.tenant);
  const filter = { ...range, ...(options.variant === null ? {} : { variant: options.variant }) };
  // A check that looked at nothing must not pass.
  const { items } = await store.list(caller, filter, { limit: 1, after: null });
  if (items.length === 0) {
    await store.close();
    const wanted = options.variant === null ? "" : ` with --variant ${options.variant}`;
    return {
      faults: [`--against ${options.against}: expected recorded requests of tenant ${options.tenant}${wanted}, got none`],
    };
  }
  return {
    ...{ count: null, hasPolicies: true, hashKeyId: store.hashKeyId },
    keyed: (text) => store.hash(caller, text),
    marker: store.marker(caller),
    all: () => inRange(store, caller, filter),
    citedBy: (manifestId) => citedBy(store, caller, manifestId),
    close: () => store.close(),
  };
}

/** Newest first, as the store lists them. */
async function* inRange(store: Store, caller: Caller, filter: Pick<ManifestFilter, "from" | "to" | "variant">) {
  let after: Parameters<Store["list"]>[2]["after"] = null;
  do {
    const page = await store.list(caller, filter, { limit: PAGE, after });
    for (const { manifest_id, erased_at } of page.items) yield await foundOne(store, caller, { id: manifest_id, erased_at });
    after = page.next;
  } while (after !== null);
}

async function foundOne(
  store: Store,
  caller: Caller,
  { id, erased_at }: { readonly id: string; readonly erased_at: string | null },
): Promise<Found> {
  if (erased_at !== null) return { id, reason: "erased" };
  try {
    const manifest = await store.read(caller, id);
    const read = manifest === null ? ({ reason: "text_expired" } as const) : await recordingOf(store, caller, manifest);
    return "recording" in read ? read : { id, reason: read.reason };
  } catch (error) {
    const reason = lostReason(error);
    if (reason === null) throw error;
    return { id, reason };
  }
}

/** One that was damaged, or erased since it was listed, is told and does not end the run. */
const lostReason = (error: unknown): NotReplayed | null =>
  error instanceof AppError && (error.code === "hash_mismatch" || error.code === "erased") ? error.code : null;
