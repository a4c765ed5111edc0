/** Keeps the files of snapshots, once each. They belong to no tenant: a policy holds nothing about a person. IO through the connections. */
import type { ManifestStore } from "../manifest-store.ts";
import { damaged } from "../store-errors.ts";
import { type Reading, reading } from "./reading.ts";
import { type Writing, writing } from "./writing.ts";

/** The files of a folder of documents are megabytes: not sent where they are already. */
const IS_KEPT = "SELECT 1 FROM winnow.snapshots WHERE digest = $1";
const INSERT = "INSERT INTO winnow.snapshots (digest, files, files_hash) VALUES ($1, $2, $3) ON CONFLICT (digest) DO NOTHING";
const READ = "SELECT files, files_hash AS hash FROM winnow.snapshots WHERE digest = $1";
const PATIENCE_MS = 10_000;
const PATIENT = "SELECT set_config('statement_timeout', $1, true)";

export function snapshotKeeper(to: Writing): ManifestStore["keepSnapshot"] {
  return async (digest, files) => {
    const body = JSON.stringify([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
    await writing(
      to,
      null,
      async (transaction) => {
        if ((await transaction.rows(IS_KEPT, [digest])).length > 0) return;
        await transaction.rows(PATIENT, [String(PATIENCE_MS)]);
        await transaction.rows(INSERT, [digest, Buffer.from(body, "utf8"), to.hash.shared(body)]);
      },
      PATIENCE_MS,
    );
  };
}

export function snapshotReader(from: Reading): ManifestStore["readSnapshot"] {
  return async (digest) => {
    const [found] = await reading(from, null, (transaction) => transaction.rows<{ files: Buffer; hash: Buffer }>(READ, [digest]));
    if (found === undefined) return null;
    if (!from.hash.shared(found.files).equals(found.hash)) throw damaged(`Snapshot ${digest}`);
    return new Map(JSON.parse(found.files.toString("utf8")) as [string, string][]);
  };
}
