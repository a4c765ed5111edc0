/**
 * Who looked at texts, and why: the reason sealed under the key of the person it was about, the viewer under the viewer's own. IO
 * through the connections.
 */
import type { PeopleStore, TextView } from "../people-store.ts";
import { reasonPlace, viewerPlace } from "../places.ts";
import { instantMs, isManifestId } from "../record-rows.ts";
import { open, seal } from "../seal.ts";
import { cutoffsNow, maySee, viewerOf } from "../sight.ts";
import { damaged, unknownManifest } from "../store-errors.ts";
import { type Reading, reading } from "./reading.ts";
import { holdSubjectKeys, openedKey } from "./subject-keys.ts";
import { type Writing, writing } from "./writing.ts";

const SUBJECT = "SELECT subject_hash AS subject FROM winnow.manifests WHERE tenant = $1 AND id = $2";
const INSERT = `
  INSERT INTO winnow.views (tenant, manifest_id, subject_hash, viewer_hash, at, at_ms, what, sealed_reason, sealed_viewer)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
export const VIEW = `
  SELECT v.manifest_id AS id, v.subject_hash AS subject, v.viewer_hash AS viewer, v.at, v.what, v.sealed_reason AS "sealedReason",
    v.sealed_viewer AS "sealedViewer", s.wrapped AS "subjectKey", w.wrapped AS "viewerKey"
  FROM winnow.views v
  LEFT JOIN winnow.subject_keys s ON s.tenant = v.tenant AND s.subject_hash = v.subject_hash
  LEFT JOIN winnow.subject_keys w ON w.tenant = v.tenant AND w.subject_hash = v.viewer_hash`;
const OF_MANIFEST = `${VIEW} WHERE v.tenant = $1 AND v.manifest_id = $2 AND v.at_ms >= $3 ORDER BY v.at_ms, v.row`;

export interface ViewRow {
  readonly id: string;
  readonly subject: Buffer;
  readonly viewer: Buffer | null;
  readonly at: string;
  readonly what: string;
  readonly sealedReason: Buffer | null;
  readonly sealedViewer: Buffer | null;
  readonly subjectKey: Buffer | null;
  readonly viewerKey: Buffer | null;
}

export function viewNoter(to: Writing): PeopleStore["noteView"] {
  return async (caller, { manifest_id: id, what, reason, viewer, at }) => {
    const { tenant } = caller;
    const atMs = instantMs(at);
    const who = viewer === null ? null : to.hash.subject(tenant, viewer);
    await writing(to, tenant, async (transaction) => {
      const [found] = isManifestId(id) ? await transaction.rows<{ subject: Buffer }>(SUBJECT, [tenant, id]) : [];
      if (found === undefined || !maySee(viewerOf(to, caller), found.subject)) throw unknownManifest();
      const { subject } = found;
      const keys = await holdSubjectKeys(transaction, to.seals, { tenant, subjects: who === null ? [subject] : [subject, who] });
      const sealed = (of: Buffer, text: string, place: string): Buffer =>
        seal(keys.get(of.toString("hex")) as Buffer, text, place);
      const sealedViewer = who === null || viewer === null ? null : sealed(who, viewer, viewerPlace(tenant, id));
      const sealedReason = sealed(subject, reason, reasonPlace(tenant, id));
      await transaction.rows(INSERT, [tenant, id, subject, who, at, atMs, what, sealedReason, sealedViewer]);
    });
  };
}

export function viewReader(from: Reading): PeopleStore["views"] {
  return async (caller, id) => {
    const { tenant } = caller;
    const viewer = viewerOf(from, caller);
    const values = [tenant, id, cutoffsNow(from).views];
    const rows = await reading(from, tenant, (transaction) => transaction.rows<ViewRow>(OF_MANIFEST, values));
    return rows.filter(({ subject }) => maySee(viewer, subject)).map((row) => openView(from, tenant, row));
  };
}

/** Of an erased person the reason is empty; an erased viewer is told by the hash, apart from credentials of no person. */
export function openView({ seals }: Pick<Reading, "seals">, tenant: string, row: ViewRow): TextView {
  const { id, what, at, subject, viewer } = row;
  const opened = (sealed: Buffer, of: Buffer, [wrapped, place]: readonly [Buffer | null, string]): string => {
    const plain = wrapped === null ? null : open(openedKey(seals, tenant, { subject: of, wrapped }), sealed, place);
    if (plain === null) throw damaged(`A view of manifest ${id}`);
    return plain.toString("utf8");
  };
  const reason = row.sealedReason === null ? "" : opened(row.sealedReason, subject, [row.subjectKey, reasonPlace(tenant, id)]);
  const named = (of: Buffer): string =>
    row.sealedViewer === null
      ? `hmac-sha256:${of.toString("hex")}`
      : opened(row.sealedViewer, of, [row.viewerKey, viewerPlace(tenant, id)]);
  return { manifest_id: id, what, reason, viewer: viewer === null ? null : named(viewer), at };
}
