/** Reads the hits of an answer; what is wrong with one leaves that one out. Pure. */
import type { HitPlaces } from "../../policy/compile/search.ts";
import type { Json } from "../source-result.ts";
import type { Hit, Hits, Skipped, SkipReason } from "./hit.ts";
import { aclOf, idOf, labelOf, languageOf, momentOf, nameOf, scoreOf, supersedesOf, textOf, versionOf } from "./hit-fields.ts";

/** Services that ignore the wanted number may send everything they have. */
export const MAX_ROWS = 200;

/** Null where there is no list at the place of the hits. Rows after the 200th are not read. */
export function readHits(payload: Json, places: HitPlaces): Hits | null {
  const rows = places.hits(payload);
  if (!Array.isArray(rows)) return null;
  const hits: Hit[] = [];
  const skipped: Skipped[] = [];
  const ids = new Set<string>();
  for (const [at, row] of (rows as readonly Json[]).slice(0, MAX_ROWS).entries()) {
    const read = readHit(row, at + 1, places);
    const reason = typeof read === "string" ? read : ids.has(read.id) ? "repeated" : null;
    if (reason !== null) skipped.push({ at, reason });
    else if (typeof read === "object") {
      ids.add(read.id);
      hits.push(read);
    }
  }
  return { hits, skipped };
}

/** The hit, or the first reason why there is none. */
function readHit(row: Json, rank: number, places: HitPlaces): Hit | SkipReason {
  if (typeof row !== "object" || row === null) return "shape";
  const id = idOf(places.id(row));
  const text = textOf(places.text(row));
  const score = scoreOf(places.score?.(row));
  const label = labelOf(places.label?.(row));
  const key = nameOf(places.key?.(row));
  const version = versionOf(places.version?.(row));
  const supersedes = supersedesOf(places.supersedes?.(row));
  const publishedAt = momentOf(places.publishedAt, row);
  const effectiveFrom = momentOf(places.effectiveFrom, row);
  const effectiveTo = momentOf(places.effectiveTo, row);
  const topic = nameOf(places.topic?.(row));
  const language = languageOf(places.language?.(row));
  const acl = aclOf(places.acl, row);
  if (id === undefined) return "id";
  if (text === undefined) return "text";
  if (score === undefined) return "score";
  if (label === undefined) return "label";
  if (key === undefined) return "key";
  if (version === undefined) return "version";
  if (supersedes === undefined) return "supersedes";
  if (publishedAt === undefined) return "published_at";
  if (effectiveFrom === undefined) return "effective_from";
  if (effectiveTo === undefined) return "effective_to";
  if (topic === undefined) return "topic";
  if (language === undefined) return "language";
  if (acl === undefined) return "acl";
  return Object.freeze({
    id,
    text,
    score,
    rank,
    label,
    key,
    version,
    supersedes,
    publishedAt,
    effectiveFrom,
    effectiveTo,
    topic,
    language,
    acl,
  });
}
