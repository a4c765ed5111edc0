/** Writes what belongs to a manifest afterwards (its answer, who viewed it), and the files of snapshots. */
import type { Database } from "better-sqlite3";
import type { Viewer } from "../sight.ts";
import type { AnswerRow, SnapshotRow, ViewRow, Written } from "./entries.ts";
import type { TextWriter } from "./write-texts.ts";

interface Found {
  readonly row: number;
  readonly subject: Buffer;
  readonly erasedAt: string | null;
}

/** A manifest that the viewer may know of; an erased one too. */
function manifestFinder(database: Database): (viewer: Viewer, id: string) => Found | undefined {
  const find = database.prepare<[string, string], Found>(
    "SELECT row, subject_hash AS subject, erased_at AS erasedAt FROM manifests WHERE id = ? AND tenant = ?",
  );
  return ({ tenant, onlyOf }, id) => {
    const found = find.get(id, tenant);
    return found === undefined || (onlyOf !== null && found.subject.toString("hex") !== onlyOf) ? undefined : found;
  };
}

/** Call in a transaction. */
export function answerWriter(database: Database, texts: TextWriter): (row: AnswerRow) => Written {
  const find = manifestFinder(database);
  const drop = database.prepare("DELETE FROM answers WHERE manifest = ?");
  const insert = database.prepare(
    "INSERT INTO answers (manifest, record, record_hash, received_at, received_ms) VALUES (?, ?, ?, ?, ?)",
  );
  return (answer) => {
    const manifest = find(answer, answer.manifestId);
    if (manifest === undefined) return { kind: "answer", what: "unknown" };
    if (manifest.erasedAt !== null) return { kind: "answer", what: "erased" };
    const replaced = drop.run(manifest.row).changes > 0;
    const { record, receivedAt, receivedMs } = answer;
    insert.run(manifest.row, record, Buffer.from(answer.recordHash, "hex"), receivedAt, receivedMs);
    texts.put({ tenant: answer.tenant, subjectHash: manifest.subject, usedMs: receivedMs }, answer.texts);
    return { kind: "answer", what: replaced ? "replaced" : "stored" };
  };
}

/** Call in a transaction. */
export function viewWriter(database: Database): (row: ViewRow) => Written {
  const find = manifestFinder(database);
  const insert = database.prepare(
    `INSERT INTO views (tenant, manifest_id, subject_hash, what, reason, viewer, viewer_hash, at, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ view, viewerHash, atMs, ...by }) => {
    const manifest = find(by, view.manifest_id);
    if (manifest === undefined) return { kind: "view", what: "unknown" };
    const viewer = viewerHash === null ? null : Buffer.from(viewerHash, "hex");
    insert.run(by.tenant, view.manifest_id, manifest.subject, view.what, view.reason, view.viewer, viewer, view.at, atMs);
    return { kind: "view", what: "stored" };
  };
}

/** Call in a transaction. Snapshots belong to no tenant: a policy holds nothing about a person. */
export function snapshotWriter(database: Database): (row: SnapshotRow) => Written {
  const insert = database.prepare(
    "INSERT INTO snapshots (digest, files, files_hash) VALUES (?, ?, ?) ON CONFLICT (digest) DO NOTHING",
  );
  return ({ digest, files, filesHash }) => {
    insert.run(digest, files, Buffer.from(filesHash, "hex"));
    return { kind: "snapshot" };
  };
}
