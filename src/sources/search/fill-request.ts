/** Fills a search's address, query and body. The body is filled as a tree, so that no value can become structure. Pure. */
import type { SearchSource } from "../../policy/compile/search.ts";
import { splitNames, wholeName } from "../../policy/search-names.ts";
import { type AddressValues, fillAddress } from "../address.ts";
import { NO_PARAMS } from "../params.ts";
import type { Json } from "../source-result.ts";
import { queryWords } from "./query-words.ts";

export interface SearchValues extends Omit<AddressValues, "params"> {
  /** As the person wrote it. */
  readonly question: string;
}

export interface FilledSearch {
  /** With the source's origin. */
  readonly address: string;
  /** JSON text; null: none. */
  readonly body: string | null;
}

/** In UTF-16 units: what follows adds little to a search, and services refuse long addresses. */
export const MAX_QUESTION_LENGTH = 1_000;
const MAX_VALUE_LENGTH = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** Inside a longer text a service may read a value as part of its query language, so there it has none of the signs. */
const PLAIN = /^[\p{L}\p{M}\p{N}_@.][\p{L}\p{M}\p{N}_@.-]*$/u;

type Scalar = string | number | boolean;
type Fill = (text: string) => Scalar | null;

/**
 * The request; `no_words` where nothing of the question could be searched for; null where a value is missing or refused.
 * A query with a hole would find more than was meant, so there is no call then.
 */
export function fillSearch(source: SearchSource, values: SearchValues): FilledSearch | "no_words" | null {
  const words = queryWords(values.question, source.words);
  if (words === "") return "no_words";
  const address = fillAddress(source, { ...values, params: NO_PARAMS });
  if (address === null) return null;
  const fill = filler({ question: plainQuestion(values.question), words, k: source.k }, values);
  const query = fillQuery(source.query, fill);
  const body = fillTree(source.body, fill);
  if (query === null || body === undefined) return null;
  const separator = query === "" ? "" : address.includes("?") ? "&" : "?";
  return { address: address + separator + query, body: body === null ? null : JSON.stringify(body) };
}

/** One line, bounded, well-formed: services written in C end a text at its first NUL. */
function plainQuestion(question: string): string {
  const start = question.trim().slice(0, MAX_QUESTION_LENGTH);
  return start
    .replace(/[\uD800-\uDBFF]$/, "")
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}

interface OfTheSearch {
  readonly question: string;
  readonly words: string;
  readonly k: number;
}

/** One pass over the text of the policy: what a value holds is never looked at for names. */
function filler(own: OfTheSearch, values: SearchValues): Fill {
  return (text) => {
    const parts = splitNames(text);
    const whole = wholeName(parts);
    if (whole !== null) return isOwn(whole) ? own[whole] : acceptable(named(whole, values));
    let filled = "";
    for (const [index, part] of parts.entries()) {
      const value = index % 2 === 0 ? part : isOwn(part) ? own[part] : plain(named(part, values));
      if (value === null) return null;
      filled += value;
    }
    return filled;
  };
}

const isOwn = (name: string): name is keyof OfTheSearch => name === "question" || name === "words" || name === "k";

function named(name: string, { subject, tenant, plan, attributes }: SearchValues): Scalar | null {
  if (name === "subject") return subject;
  if (name === "tenant") return tenant;
  if (name === "plan") return plan;
  return attributes.get(name) ?? null;
}

/** A value that stands alone keeps its type. */
function acceptable(value: Scalar | null): Scalar | null {
  if (typeof value !== "string") return value;
  const refused = value === "" || value.length > MAX_VALUE_LENGTH || CONTROL.test(value) || !value.isWellFormed();
  return refused ? null : value;
}

function plain(value: Scalar | null): Scalar | null {
  const text = acceptable(value);
  return text === null || !PLAIN.test(String(text)) ? null : text;
}

function fillQuery(query: SearchSource["query"], fill: Fill): string | null {
  const parts: string[] = [];
  for (const [name, value] of query) {
    const filled = fill(value);
    if (filled === null) return null;
    parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(filled)}`);
  }
  return parts.join("&");
}

/** Undefined where a value is missing or refused. */
function fillTree(tree: Json, fill: Fill): Json | undefined {
  if (typeof tree === "string") return fill(tree) ?? undefined;
  if (typeof tree !== "object" || tree === null) return tree;
  const entries: (readonly [string, Json])[] = [];
  for (const [name, member] of Object.entries(tree)) {
    const filled = fillTree(member, fill);
    if (filled === undefined) return undefined;
    entries.push([name, filled]);
  }
  return Array.isArray(tree) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
