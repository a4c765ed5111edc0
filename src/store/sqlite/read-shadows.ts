/** Reads what other variants of a manifest would have decided, opened with the key of the person whom it is about. */
import { shadowPlace } from "../places.ts";
import { isManifestId } from "../record-rows.ts";
import type { ShadowStore, StoredShadow } from "../shadow-store.ts";
import { cutoffsNow, maySee, viewerOf } from "../sight.ts";
import { damaged } from "../store-errors.ts";
import { openOwn } from "./read-manifests.ts";
import { type Reading, reading } from "./reading.ts";

export interface ShadowRow {
  readonly experiment: string;
  readonly variant: string;
  readonly sealed: Buffer;
}

interface Row extends ShadowRow {
  readonly id: string;
  readonly subject: Buffer;
}

export const SHADOW = "SELECT experiment, variant, CAST(sealed AS BLOB) AS sealed FROM shadows";

export function shadowReader(from: Reading): ShadowStore["shadows"] {
  const select = from.database.prepare<[string, string, number], Row>(
    `SELECT m.id AS id, m.subject_hash AS subject, s.experiment AS experiment, s.variant AS variant, CAST(s.sealed AS BLOB) AS sealed
     FROM manifests m JOIN shadows s ON s.manifest_id = m.id
     WHERE m.id = ? AND m.tenant = ? AND m.created_ms >= ? AND m.erased_at IS NULL ORDER BY s.experiment, s.variant`,
  );
  return async (caller, id) => {
    if (!isManifestId(id)) return [];
    const viewer = viewerOf(from, caller);
    return reading(from, `The shadows of manifest ${id}`, () =>
      select
        .all(id, caller.tenant, cutoffsNow(from).manifests)
        .filter(({ subject }) => maySee(viewer, subject))
        .map((row) => openShadow(from, caller.tenant, row)),
    );
  };
}

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function openShadow(from: Reading, tenant: string, { id, subject, experiment, variant, sealed }: Row): StoredShadow {
  const body = openOwn(from, tenant, { subject, sealed, place: shadowPlace(tenant, id, [experiment, variant]) });
  if (body === null) throw damaged(`A shadow of manifest ${id}`);
  return { experiment, variant, ...(JSON.parse(body.toString("utf8")) as Omit<StoredShadow, "experiment" | "variant">) };
}
