/** What the SQLite store writes, as entries of the queue in front of its writer. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { CallerAbout } from "../../caller.ts";
import type { GroupCommit } from "../group-commit.ts";
import { isMemoryId, memoryRow, refusedWrite } from "../memory-rules.ts";
import type { ErasureReceipt } from "../people-store.ts";
import { bytesOf, instantMs, isManifestId, manifestRow, shadowRow, textRows } from "../record-rows.ts";
import { cutoffsNow, viewerOf } from "../sight.ts";
import type { Store } from "../store.ts";
import { asUnavailable, auditUnavailable, erasedRecord, unknownManifest } from "../store-errors.ts";
import type { Entry, Written } from "./entries.ts";
import { writtenReader } from "./read-memories.ts";
import type { Reading } from "./reading.ts";

/** An erasure is acknowledged when its bytes are off the disk; another process that reads holds that up. */
const CLEAN_PATIENCE_MS = 5_000;
const CLEAN_PAUSE_MS = 50;
const SMALL_BYTES = 1_024;

export interface Writing extends Reading {
  readonly queue: GroupCommit<Entry, Written>;
  /** Takes what was erased from the disk; false while that cannot be done. */
  readonly clean: () => Promise<boolean>;
}

type Writes = Pick<
  Store,
  "save" | "keepSnapshot" | "putAnswer" | "noteView" | "erase" | "sweep" | "keepShadow" | "remember" | "forget" | "writeLearnt"
>;

export function storeWrites(to: Writing): Writes & { readonly writeVectors: Store["vectors"]["write"] } {
  const { hash, queue } = to;
  return {
    async save(caller, manifest) {
      const row = asUnavailable(() => manifestRow(hash, caller, manifest));
      await queue.add({ kind: "manifest", ...row }, bytesOf(row.body, row.texts));
    },
    async keepSnapshot(digest, files) {
      const body = JSON.stringify([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
      const filesHash = hash.shared(body).toString("hex");
      await queue.add({ kind: "snapshot", digest, files: body, filesHash }, bytesOf(body, []));
    },
    putAnswer: answerPutter(to),
    keepShadow: shadowKeeper(to),
    noteView: viewNoter(to),
    erase: (caller, at) => erase(to, caller, at),
    remember: rememberer(to),
    forget: forgetter(to),
    async sweep() {
      const at = new Date(to.now()).toISOString();
      const leftovers = expectKind(await queue.add({ kind: "leftovers" }, SMALL_BYTES), "leftovers");
      const { swept } = expectKind(await queue.add({ kind: "sweep", cutoffs: cutoffsNow(to), at }, SMALL_BYTES), "sweep");
      return { ...swept, more: swept.more || leftovers.more };
    },
    async writeLearnt(text, revision) {
      return expectKind(await queue.add({ kind: "learnt", text, revision }, bytesOf(text, [])), "learnt").isWritten;
    },
    async writeVectors(model, vectors) {
      const bytes = [...vectors.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
      // Parts of a larger buffer: only what is meant crosses to the writer.
      const own = new Map([...vectors].map(([key, vector]) => [key, vector.slice()]));
      return queue.add({ kind: "vectors", model, vectors: own }, bytes).then(
        () => true,
        () => false,
      );
    },
  };
}

function answerPutter(to: Writing): Store["putAnswer"] {
  return async (caller, manifestId, answer) => {
    if (!isManifestId(manifestId)) return "unknown";
    const row = asUnavailable(() => {
      const record = JSON.stringify(answer.record);
      return {
        kind: "answer" as const,
        ...viewerOf(to, caller),
        manifestId,
        record,
        receivedAt: answer.received_at,
        receivedMs: instantMs(answer.received_at),
        texts: textRows(answer.texts),
      };
    });
    const { what } = expectKind(await to.queue.add(row, bytesOf(row.record, row.texts)), "answer");
    if (what === "erased") throw erasedRecord(`Manifest ${manifestId}`);
    return what;
  };
}

function shadowKeeper(to: Writing): Store["keepShadow"] {
  return async ({ tenant, about }, manifestId, shadow) => {
    if (!isManifestId(manifestId)) return false;
    const row = asUnavailable(() => shadowRow(to.hash, { tenant, about }, shadow));
    const written = await to.queue.add({ kind: "shadow", manifestId, ...row }, bytesOf(row.body, []) + SMALL_BYTES);
    return expectKind(written, "shadow").isKept;
  };
}

function viewNoter(to: Writing): Store["noteView"] {
  return async (caller, view) => {
    const viewerHash = view.viewer === null ? null : to.hash.subject(caller.tenant, view.viewer).toString("hex");
    const row = { kind: "view" as const, ...viewerOf(to, caller), view, viewerHash, atMs: instantMs(view.at) };
    const { what } = expectKind(await to.queue.add(row, bytesOf(view.reason, []) + SMALL_BYTES), "view");
    if (what === "unknown") throw unknownManifest();
  };
}

function rememberer(to: Writing): Store["remember"] {
  const read = writtenReader(to);
  return async (caller, memory) => {
    const row = memoryRow(to.hash, caller, memory);
    const written = await to.queue.add({ kind: "memory", ...row }, bytesOf(row.body, []) + SMALL_BYTES);
    const { verdict } = expectKind(written, "memory");
    if (verdict.what === "refused") throw refusedWrite(verdict.why);
    return verdict.what === "already" ? read(caller, verdict.id, true) : read(caller, row.id, false);
  };
}

function forgetter(to: Writing): Store["forget"] {
  return async (caller, id, at) => {
    if (!isMemoryId(id)) return "unknown";
    asUnavailable(() => instantMs(at));
    const written = await to.queue.add({ kind: "forget", ...viewerOf(to, caller), id, at }, SMALL_BYTES);
    const { deletedAt } = expectKind(written, "forget");
    if (deletedAt === null) return "unknown";
    await cleaned(to);
    return { deleted_at: deletedAt };
  };
}

/** Rejects with AppError `audit_unavailable` when the rows are gone and their bytes are not: asked again, it gives the receipt. */
async function erase(to: Writing, caller: CallerAbout, at: string): Promise<ErasureReceipt> {
  const { tenant, about } = caller;
  const receiptId = randomUUID();
  asUnavailable(() => instantMs(at));
  const subjectHash = to.hash.subject(tenant, about).toString("hex");
  const written = await to.queue.add({ kind: "erasure", tenant, subjectHash, receiptId, at }, SMALL_BYTES);
  await cleaned(to);
  await to.queue.add({ kind: "receipt", receiptId }, SMALL_BYTES);
  await freeSpace(to);
  return { receipt_id: receiptId, erased_at: at, counts: expectKind(written, "erasure").counts };
}

/** Waits until what was taken out is off the disk. */
async function cleaned(to: Writing): Promise<void> {
  const patientUntil = performance.now() + CLEAN_PATIENCE_MS;
  while (!(await to.clean())) {
    if (performance.now() >= patientUntil) {
      throw auditUnavailable(
        "The records are erased and nobody can read them through the store, but earlier copies stay in its log while another " +
          "process reads the file, or while the disk is full. It is tried again by itself; ask again for the receipt.",
      );
    }
    await pause(CLEAN_PAUSE_MS);
  }
}

/** As far as it can be done now; a sweep goes on with it. The log is cut after each batch: on a full disk it may not grow. */
async function freeSpace({ queue, clean }: Writing): Promise<void> {
  try {
    while (expectKind(await queue.add({ kind: "leftovers" }, SMALL_BYTES), "leftovers").more) await clean();
    await clean();
  } catch {
    // What is left is sealed under a key that is gone.
  }
}

function expectKind<Kind extends Written["kind"]>(written: Written, kind: Kind): Extract<Written, { kind: Kind }> {
  if (written.kind !== kind) throw new Error(`the writer answered ${written.kind} to ${kind}`);
  return written as Extract<Written, { kind: Kind }>;
}
