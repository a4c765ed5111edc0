/** A search source in its compiled form. Pure; expects checked files. */
import { compilePointer, type PointerReader } from "../../sources/json-pointer.ts";
import type { Json } from "../../sources/source-result.ts";
import type { Source } from "../rules/sources.ts";
import { durationMs } from "../schema/common.ts";
import type { SearchSource as Written } from "../schema/search-source.ts";
import { splitUrl } from "../url-parts.ts";

/** A moment's place; `unitMs` is 1 or 1,000 where the place holds a number, null where it holds a text. */
interface MomentField {
  readonly read: PointerReader;
  readonly unitMs: number | null;
}

/** A whole acl at one place, or its lists at places of their own. */
type AclField = { readonly whole: PointerReader } | { readonly lists: Readonly<Record<AclList, PointerReader | null>> };
export const ACL_LISTS = ["subjects", "groups", "plans"] as const;
type AclList = (typeof ACL_LISTS)[number];

/** Where the hits of an answer are, and in one hit its fields; null for a field that the service does not have. */
export interface HitPlaces {
  readonly hits: PointerReader;
  readonly id: PointerReader;
  readonly text: PointerReader;
  readonly score: PointerReader | null;
  readonly label: PointerReader | null;
  readonly key: PointerReader | null;
  readonly version: PointerReader | null;
  readonly supersedes: PointerReader | null;
  readonly publishedAt: MomentField | null;
  readonly effectiveFrom: MomentField | null;
  readonly effectiveTo: MomentField | null;
  readonly topic: PointerReader | null;
  readonly language: PointerReader | null;
  readonly acl: AclField | null;
}

/** A service that is asked with the question. It takes part in pools, circuits and addresses as any source does; nothing of it is kept. */
export interface SearchSource extends Source {
  readonly access: "tenant" | "acl";
  readonly k: number;
  /** Null: none. */
  readonly floor: number | null;
  readonly method: "GET" | "POST";
  /** Names and values, with names in braces in the values. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** With names in braces in its texts; null: no body. */
  readonly body: Json;
  readonly words: { readonly join: string | null; readonly quote: boolean };
  readonly places: HitPlaces;
}

export function compileSearch(name: string, source: Written): SearchSource {
  const { search, access, headers, timeout, max_bytes, error_field, required, trust, k, floor } = source;
  const urlParts = splitUrl(search.url);
  return {
    name,
    origin: new URL(urlParts[0] ?? "").origin,
    urlParts,
    headers,
    params: [],
    timeoutMs: durationMs(timeout),
    maxBytes: max_bytes,
    ttlMs: 0,
    shared: false,
    staleIfErrorMs: 0,
    errorField: error_field ?? null,
    required,
    trust,
    access,
    k,
    floor: floor ?? null,
    method: search.method,
    query: Object.entries(search.query).map(([parameter, value]) => [parameter, String(value)] as const),
    body: (search.body as Json | undefined) ?? null,
    words: { join: search.join ?? null, quote: search.quote },
    places: compilePlaces(search),
  };
}

type WrittenFields = Written["search"]["fields"];

/** The readers alone, for the check of a sample. */
export function compilePlaces({ hits, fields }: Pick<Written["search"], "hits" | "fields">): HitPlaces {
  const optional = (pointer: string | undefined) => (pointer === undefined ? null : compilePointer(pointer));
  return {
    hits: compilePointer(hits),
    id: compilePointer(fields.id),
    text: compilePointer(fields.text),
    score: optional(fields.score),
    label: optional(fields.label),
    key: optional(fields.key),
    version: optional(fields.version),
    supersedes: optional(fields.supersedes),
    publishedAt: compileMoment(fields.published_at),
    effectiveFrom: compileMoment(fields.effective_from),
    effectiveTo: compileMoment(fields.effective_to),
    topic: optional(fields.topic),
    language: optional(fields.language),
    acl: compileAcl(fields.acl, optional),
  };
}

function compileMoment(field: WrittenFields["published_at"]): MomentField | null {
  if (field === undefined) return null;
  if (typeof field === "string") return { read: compilePointer(field), unitMs: null };
  return { read: compilePointer(field.pointer), unitMs: field.unit === "s" ? 1_000 : 1 };
}

function compileAcl(
  field: WrittenFields["acl"],
  optional: (pointer: string | undefined) => PointerReader | null,
): AclField | null {
  if (field === undefined) return null;
  if (typeof field === "string") return { whole: compilePointer(field) };
  return { lists: { subjects: optional(field.subjects), groups: optional(field.groups), plans: optional(field.plans) } };
}
