/** Holds the sample of a search source against its places: a pointer that is wrong must not wait for the first question. Pure. */
import type { SkipReason } from "../../sources/search/hit.ts";
import { readHits } from "../../sources/search/read-hits.ts";
import type { Json } from "../../sources/source-result.ts";
import { compilePlaces } from "../compile/search.ts";
import type { Problem } from "../problem.ts";
import { factAt } from "../sample.ts";
import type { SearchSource } from "../schema/search-source.ts";
import { type Place, problemAt } from "./context.ts";

interface Sample {
  readonly answer: Json;
  /** Its path. */
  readonly sample: string;
}

type PlaceOf = (...path: readonly PropertyKey[]) => Place;
type Written = SearchSource["search"];

/** What is wrong with the list of hits; else every pointer that leads nowhere, and each field's first wrong value. */
export function checkSearchSample(place: PlaceOf, search: Written, { answer, sample }: Sample): readonly Problem[] {
  const at = place("search", "hits");
  const rows = factAt(answer, search.hits);
  if (rows === null) return [problemAt(at, "pointer-nowhere", `the sample "${sample}" has nothing at "${search.hits}"`)];
  if (!Array.isArray(rows)) return [problemAt(at, "name-type", `the sample "${sample}" has no list at "${search.hits}"`)];
  if (rows.length === 0) {
    return [problemAt(at, "sample-error", `the sample "${sample}" has no hits; take an answer with at least one`)];
  }
  const nowhere = checkPointers(place, search.fields, { rows, sample });
  const skipped = readHits(answer, compilePlaces(search))?.skipped ?? [];
  const first = new Map<SkipReason, number>();
  for (const { at: row, reason } of skipped) if (!first.has(reason)) first.set(reason, row);
  const told = new Set(nowhere.map(({ field }) => field));
  const wrong = [...first]
    .filter(([reason]) => !told.has(reason))
    .map(([reason, row]) => wrongValue(place, reason, { row, sample }));
  return [...nowhere.map(({ problem }) => problem), ...wrong];
}

interface Rows {
  readonly rows: readonly Json[];
  readonly sample: string;
}

/** A field may be missing in some hits; one that is missing in all of them is a wrong pointer. */
function checkPointers(place: PlaceOf, fields: Written["fields"], { rows, sample }: Rows) {
  return pointersOf(fields)
    .filter(({ pointers }) => rows.every((row) => pointers.every((pointer) => factAt(row, pointer) === null)))
    .map(({ field, path, pointers }) => {
      const shown = pointers.map((pointer) => `"${pointer}"`).join(" or ");
      const message = `no hit of the sample "${sample}" has anything at ${shown}`;
      return { field, problem: problemAt(place("search", "fields", ...path), "pointer-nowhere", message) };
    });
}

/** The lists of an acl are one field: a service leaves out those that are empty. */
function pointersOf(fields: Written["fields"]) {
  return Object.entries(fields).flatMap(([field, written]) => {
    if (written === undefined) return [];
    if (typeof written === "string") return [{ field, path: [field], pointers: [written] }];
    if ("pointer" in written) return [{ field, path: [field, "pointer"], pointers: [written.pointer] }];
    return [{ field, path: [field], pointers: Object.values(written).filter((pointer) => pointer !== undefined) }];
  });
}

const EXPECTED: Readonly<Record<SkipReason, string>> = {
  shape: "an object or a list",
  id: "an id: one line of 1 to 200 visible characters without [ ] < >, or a whole number",
  repeated: "an id that no other hit has",
  text: "text that is not blank",
  score: "a number",
  label: "text",
  key: "text of 1 to 200 characters",
  version: "text of 1 to 200 characters, or a number",
  supersedes: "a text or a list of texts",
  published_at: "a date or a time with its zone, or a number where a unit is given",
  effective_from: "a date or a time with its zone, or a number where a unit is given",
  effective_to: "a date or a time with its zone, or a number where a unit is given",
  topic: "text of 1 to 200 characters",
  language: "a language tag such as en or pt-BR",
  acl: "an object with lists of texts: subjects, groups, plans, and nothing else",
};

function wrongValue(
  place: PlaceOf,
  reason: SkipReason,
  { row, sample }: { readonly row: number; readonly sample: string },
): Problem {
  const at = reason === "shape" ? place("search", "hits") : place("search", "fields", reason === "repeated" ? "id" : reason);
  return problemAt(at, "name-type", `hit ${row + 1} of the sample "${sample}" does not have there ${EXPECTED[reason]}`);
}
