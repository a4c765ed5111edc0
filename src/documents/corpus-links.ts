/** Faults between documents: links that lead nowhere, and circles of replacements. Pure. */
import { type Dated, supersedesCycle } from "../pipeline/filter/current.ts";
import { momentMs } from "../pipeline/filter/moments.ts";
import { suggestion } from "../policy/nearest.ts";
import type { Problem } from "../policy/problem.ts";
import { calledBy, namesOf } from "../text/versions/names.ts";
import type { Document } from "./document.ts";

/** A date alone is taken in one zone: two dates have one order in all of them. */
const ZONE = "UTC";
/** Documents of a circle that a message names. */
const NAMED = 10;

export interface Folder {
  /** Every file, readable or not. */
  readonly paths: Iterable<string>;
  /** All documents that could be cut. */
  readonly documents: readonly Document[];
  /** Whether there are files whose keys nobody knows. */
  readonly hasUnread: boolean;
}

/** Says of a link whether it leads to a document of the folder. A `key@version` may be that of a file which cannot be read. */
export function linkCheck({ paths, documents, hasUnread }: Folder): (document: Document) => readonly string[] {
  const known = new Set([
    ...paths,
    ...documents.flatMap(({ path, head: { key, version } }) => namesOf({ id: path, key, version })),
  ]);
  const isKnown = (link: string): boolean => calledBy(link).some((name) => known.has(name));
  return ({ head }) => head.supersedes.filter((link) => !isKnown(link) && !(hasUnread && isVersionLink(link)));
}

const isVersionLink = (link: string): boolean => link.includes("@");

/** `text` is the document's, to find the place of the link; `paths` are what it could have meant. */
export function unknownDocument(
  link: string,
  shown: string,
  { text, paths }: { readonly text: string; readonly paths: Iterable<string> },
): Problem {
  const message = `supersedes "${link}", which no document of this folder is; ${suggestion(link, paths, "documents")}`;
  return { file: shown, ...placeOf(link, text), code: "unknown-document", message };
}

/** `circle`: paths along it. */
export function circleProblem(circle: readonly string[], shown: string, text: string): Problem {
  const [first = ""] = circle;
  const names =
    circle.length === 1
      ? `"${first}" replaces itself`
      : [...circle.slice(0, NAMED), first].map((path) => `"${path}"`).join(" replaces ");
  const place = placeOf("supersedes", text);
  return {
    file: shown,
    ...place,
    code: "supersedes-cycle",
    message: `${names}: by link, version or date; take one of the links away`,
  };
}

/** Paths along one circle of replacements; null where there is none. */
export function circleOf(documents: readonly Document[]): readonly string[] | null {
  // Versions and dates alone are in an order: a circle needs a link.
  if (documents.every(({ head }) => head.supersedes.length === 0)) return null;
  return supersedesCycle(documents.map(datedOf));
}

const datedOf = ({ path, head }: Document): Dated => ({
  id: path,
  key: head.key,
  version: head.version,
  supersedes: head.supersedes,
  effectiveFromMs: momentMs(head.effectiveFrom, ZONE),
  effectiveToMs: momentMs(head.effectiveTo, ZONE),
  publishedAtMs: momentMs(head.publishedAt, ZONE),
});

/** Where a text first stands in the document's front matter; else its beginning. */
function placeOf(wanted: string, text: string): { readonly line: number; readonly column: number } {
  const place = text.indexOf(wanted);
  if (place === -1) return { line: 1, column: 1 };
  const before = text.slice(0, place).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
