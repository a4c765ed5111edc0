/** Writes what belongs to a manifest afterwards (its answer, who viewed it), and the files of snapshots. */
import type { Database } from "better-sqlite3";
import { answerPlace, reasonPlace, shadowPlace, viewerPlace } from "../places.ts";
import { seal } from "../seal.ts";
import type { Viewer } from "../sight.ts";
import type { AnswerRow, ShadowEntry, SnapshotRow, ViewRow, Written } from "./entries.ts";
import type { ManifestWriter, Sealing } from "./write-manifests.ts";

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
export function answerWriter(database: Database, { keys, texts }: Sealing): (row: AnswerRow) => Written {
  const find = manifestFinder(database);
  const drop = database.prepare("DELETE FROM answers WHERE manifest = ?");
  const insert = database.prepare("INSERT INTO answers (manifest, sealed, received_ms) VALUES (?, ?, ?)");
  return (answer) => {
    const manifest = find(answer, answer.manifestId);
    if (manifest === undefined) return { kind: "answer", what: "unknown" };
    if (manifest.erasedAt !== null) return { kind: "answer", what: "erased" };
    const replaced = drop.run(manifest.row).changes > 0;
    const { tenant, manifestId, record, receivedAt, receivedMs } = answer;
    const body = JSON.stringify([receivedAt, record]);
    insert.run(manifest.row, seal(keys.hold(tenant, manifest.subject), body, answerPlace(tenant, manifestId)), receivedMs);
    texts.put({ tenant, subjectHash: manifest.subject, usedMs: receivedMs }, answer.texts);
    return { kind: "answer", what: replaced ? "replaced" : "stored" };
  };
}

/** Call in a transaction. */
export function shadowWriter(database: Database, { keys }: Sealing, manifests: ManifestWriter): (row: ShadowEntry) => Written {
  const find = database.prepare<[string, string, Buffer], { row: number; createdMs: number }>(
    `SELECT row, created_ms AS createdMs FROM manifests
     WHERE id = ? AND tenant = ? AND subject_hash = ? AND erased_at IS NULL`,
  );
  const insert = database.prepare(
    "INSERT INTO shadows (manifest_id, experiment, variant, sealed) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  return ({ tenant, manifestId, experiment, variant, body, mark, ...row }) => {
    const subject = Buffer.from(row.subjectHash, "hex");
    const manifest = find.get(manifestId, tenant, subject);
    if (manifest === undefined) return { kind: "shadow", isKept: false };
    const sealed = seal(keys.hold(tenant, subject), body, shadowPlace(tenant, manifestId, [experiment, variant]));
    const isKept = insert.run(manifestId, experiment, variant, sealed).changes > 0;
    if (isKept && mark !== null) manifests.mark({ ...manifest, tenant }, mark);
    return { kind: "shadow", isKept };
  };
}

/** Call in a transaction. */
export function viewWriter(database: Database, { keys }: Sealing): (row: ViewRow) => Written {
  const find = manifestFinder(database);
  const insert = database.prepare(
    `INSERT INTO views (tenant, manifest_id, subject_hash, what, sealed_reason, sealed_viewer, viewer_hash, at, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ view, viewerHash, atMs, ...by }) => {
    const manifest = find(by, view.manifest_id);
    if (manifest === undefined) return { kind: "view", what: "unknown" };
    const { manifest_id: id, what, reason, viewer, at } = view;
    const about = manifest.subject;
    // Of an erased person nothing is told any more: no key is made for it.
    const sealedReason =
      manifest.erasedAt === null ? seal(keys.hold(by.tenant, about), reason, reasonPlace(by.tenant, id)) : null;
    const who = viewerHash === null ? null : Buffer.from(viewerHash, "hex");
    const sealedViewer =
      who === null || viewer === null ? null : seal(keys.hold(by.tenant, who), viewer, viewerPlace(by.tenant, id));
    insert.run(by.tenant, id, about, what, sealedReason, sealedViewer, who, at, atMs);
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
