/** Reads the fields of one hit. Pure. Undefined is what a field must not be; nothing is turned into another type. */

import { cleanValue, isBlank } from "../../policy/clean-value.ts";
import type { HitPlaces } from "../../policy/compile/search.ts";
import { ACL_LISTS } from "../../policy/compile/search.ts";
import { canonicalMoment } from "../../text/instant.ts";
import type { Json } from "../source-result.ts";
import type { Hit } from "./hit.ts";

/** As for candidates of a request: an id stands in the prompt's marks. */
const ITEM_ID = /^(?!\p{Z})[^\p{C}\p{Zl}\p{Zp}[\]<>]{1,200}(?<!\p{Z})$/u;
const MAX_TEXT_LENGTH = 1_000_000;
const MAX_NAME_LENGTH = 200;
const MAX_LABEL_CHARACTERS = 200;
const MAX_LIST = 1_000;

/** A text, or a whole number: many services number their documents. */
export function idOf(value: Json | undefined): string | undefined {
  const id = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  return typeof id === "string" && ITEM_ID.test(id) && !isBlank(id) ? id : undefined;
}

export const textOf = (value: Json | undefined): string | undefined =>
  typeof value === "string" && value.length <= MAX_TEXT_LENGTH && !isBlank(value) ? value : undefined;

export function scoreOf(value: Json | undefined): number | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Services with columns send a blank where a document has no value. */
const isNone = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === "string" && isBlank(value));

/** A short text; null where there is none. */
export function nameOf(value: Json | undefined): string | null | undefined {
  if (isNone(value)) return null;
  return typeof value === "string" && value.length <= MAX_NAME_LENGTH ? value : undefined;
}

export const versionOf = (value: Json | undefined): string | null | undefined =>
  typeof value === "number" ? String(value) : nameOf(value);

/** Titles are for reading only, so what may not stand in a label goes instead of the hit. */
export function labelOf(value: Json | undefined): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") return undefined;
  const clean = cleanValue(value.slice(0, 4 * MAX_LABEL_CHARACTERS))
    .replace(/[\p{C}\p{Zl}\p{Zp}[\]<>\s]+/gu, " ")
    .trim();
  const label = [...clean].slice(0, MAX_LABEL_CHARACTERS).join("").trim();
  return isBlank(label) ? null : label;
}

export function languageOf(value: Json | undefined): string | null | undefined {
  if (isNone(value)) return null;
  if (typeof value !== "string" || value.length > 35) return undefined;
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
}

/** One text, or a list of texts. */
export function supersedesOf(value: Json | undefined): readonly string[] | undefined {
  if (isNone(value)) return [];
  return textsOf(typeof value === "string" ? [value] : value);
}

/** Where numbers stand for times, 0 is what a column without a value sends. */
export function momentOf(field: HitPlaces["publishedAt"], hit: Json): string | null | undefined {
  const value = field?.read(hit);
  if (field === null || isNone(value)) return null;
  if (field.unitMs !== null) return typeof value === "number" ? instantAt(value * field.unitMs) : undefined;
  if (typeof value !== "string") return undefined;
  return canonicalMoment(value) ?? undefined;
}

/** The largest time that a Date holds. */
const LAST_MS = 8_640_000_000_000_000;

function instantAt(ms: number): string | null | undefined {
  if (ms === 0) return null;
  return Math.abs(ms) <= LAST_MS ? (canonicalMoment(new Date(ms).toISOString()) ?? undefined) : undefined;
}

/** Null where the hit has none. An ill-shaped one is undefined and never null, which may mean everybody. */
export function aclOf(field: HitPlaces["acl"], hit: Json): Hit["acl"] | undefined {
  if (field === null) return null;
  const lists = "whole" in field ? wholeAcl(field.whole(hit) ?? null) : listsAt(field.lists, hit);
  if (lists === null || lists === undefined) return lists;
  const [subjects, groups, plans] = ACL_LISTS.map((name) => (lists[name] === undefined ? [] : textsOf(lists[name])));
  return subjects === undefined || groups === undefined || plans === undefined ? undefined : { subjects, groups, plans };
}

type Lists = { readonly [name: string]: Json };

/** With a member of another name it is a rule that we do not know. */
function wholeAcl(value: Json): Lists | null | undefined {
  if (value === null) return null;
  if (typeof value !== "object" || Array.isArray(value)) return undefined;
  const known = Object.keys(value).every((name) => ACL_LISTS.some((list) => list === name));
  return known ? (value as Lists) : undefined;
}

function listsAt(readers: Readonly<Record<string, ((hit: Json) => Json | undefined) | null>>, hit: Json): Lists | null {
  const found = Object.entries(readers).flatMap(([name, read]) => {
    const value = read?.(hit) ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

function textsOf(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_LIST) return undefined;
  const items: readonly Json[] = value;
  const texts = items.flatMap((item) => (typeof item === "string" && item.length <= 300 && !isBlank(item) ? [item] : []));
  return texts.length === items.length ? texts : undefined;
}
