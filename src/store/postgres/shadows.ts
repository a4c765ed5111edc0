/** Writes and reads what other variants would have decided, sealed under the key of the person whom the manifest is about. IO through the connections. */
import { shadowPlace } from "../places.ts";
import { isManifestId, shadowRow } from "../record-rows.ts";
import { open, seal } from "../seal.ts";
import type { ShadowStore, StoredShadow } from "../shadow-store.ts";
import { cutoffsNow, maySee, viewerOf } from "../sight.ts";
import { asUnavailable, damaged } from "../store-errors.ts";
import { type Reading, reading } from "./reading.ts";
import { heldKeys, openedKey } from "./subject-keys.ts";
import { type Writing, writing } from "./writing.ts";

const INSERT = "INSERT INTO winnow.shadows VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING 1";
/** With the key held no erasure is between the two. */
const IS_THERE = "SELECT 1 FROM winnow.manifests WHERE tenant = $1 AND id = $2 AND subject_hash = $3 AND erased_at IS NULL";
const MARK = `
  WITH marked AS (
    UPDATE winnow.manifests SET marks = array_append(marks, $3) WHERE tenant = $1 AND id = $2 RETURNING created_ms
  )
  INSERT INTO winnow.marks (tenant, mark, created_ms, id) SELECT $1, $3, created_ms, $2 FROM marked ON CONFLICT DO NOTHING`;
export const SHADOW = `
  SELECT m.id, m.subject_hash AS subject, s.experiment, s.variant, s.sealed, k.wrapped
  FROM winnow.manifests m
  JOIN winnow.shadows s ON s.tenant = m.tenant AND s.manifest_id = m.id
  LEFT JOIN winnow.subject_keys k ON k.tenant = m.tenant AND k.subject_hash = m.subject_hash
  WHERE m.tenant = $1 AND m.created_ms >= $2 AND m.erased_at IS NULL`;
const OF_ONE = `${SHADOW} AND m.id = $3 ORDER BY s.experiment, s.variant`;

export interface SealedShadow {
  readonly id: string;
  readonly subject: Buffer;
  readonly experiment: string;
  readonly variant: string;
  readonly sealed: Buffer;
  readonly wrapped: Buffer | null;
}

export function shadowKeeper(to: Writing): ShadowStore["keepShadow"] {
  return async ({ tenant, about }, id, shadow) => {
    if (!isManifestId(id)) return false;
    const { experiment, variant, body, mark } = asUnavailable(() => shadowRow(to.hash, { tenant, about }, shadow));
    const subject = to.hash.subject(tenant, about);
    return writing(to, tenant, async (transaction) => {
      const key = (await heldKeys(transaction, to.seals, { tenant, subjects: [subject] })).get(subject.toString("hex"));
      const isThere = (await transaction.rows(IS_THERE, [tenant, id, subject])).length > 0;
      if (key === undefined || !isThere) return false;
      const sealed = seal(key, body, shadowPlace(tenant, id, [experiment, variant]));
      const isKept = (await transaction.rows(INSERT, [tenant, id, experiment, variant, sealed])).length > 0;
      if (isKept && mark !== null) await transaction.rows(MARK, [tenant, id, mark]);
      return isKept;
    });
  };
}

export function shadowReader(from: Reading): ShadowStore["shadows"] {
  return async (caller, id) => {
    const { tenant } = caller;
    if (!isManifestId(id)) return [];
    const values = [tenant, cutoffsNow(from).manifests, id];
    const rows = await reading(from, tenant, (transaction) => transaction.rows<SealedShadow>(OF_ONE, values));
    const viewer = viewerOf(from, caller);
    return rows.filter(({ subject }) => maySee(viewer, subject)).map((row) => openShadow(from, tenant, row));
  };
}

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function openShadow({ seals }: Pick<Reading, "seals">, tenant: string, row: SealedShadow): StoredShadow {
  const { id, subject, experiment, variant, sealed, wrapped } = row;
  const key = wrapped === null ? null : openedKey(seals, tenant, { subject, wrapped });
  const body = key === null ? null : open(key, sealed, shadowPlace(tenant, id, [experiment, variant]));
  if (body === null) throw damaged(`A shadow of manifest ${id}`);
  return { experiment, variant, ...(JSON.parse(body.toString("utf8")) as Omit<StoredShadow, "experiment" | "variant">) };
}
