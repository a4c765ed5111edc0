/** What is recorded so that the model's answer can be judged later: names of what was left out, brackets of what went in. Pure. */
import { LRUCache } from "lru-cache";
import type { Policy } from "../../policy/snapshot.ts";
import { bracketsIn } from "../../text/brackets.ts";
import type { Assembly } from "../assemble.ts";
import type { Part } from "../parts.ts";

export interface CitingRecord {
  /** Id and label of pieces and sections that are not in the prompt; those of a request's own candidates stand in the request. */
  readonly labels: Readonly<Record<string, string>>;
  /** Id and number of sections that were found, in the prompt or not, and whose label is more than the number. Left out where there are none. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** What stands in brackets in the texts that went in, sorted: an answer that repeats it cites nothing. */
  readonly quoted: readonly string[];
}

/** Most brackets that are kept. */
const MOST_QUOTED = 500;

/** Null where there is nothing to record. Holds words of the texts, so it is kept as they are: by hash. */
export function citingRecord(assembly: Assembly): CitingRecord | null {
  const left = Object.fromEntries(labelsLeftOut(assembly));
  const quoted = [...new Set(assembly.parts.flatMap(quotedIn))].sort().slice(0, MOST_QUOTED);
  const numbers = Object.fromEntries(numbersOf(assembly));
  const record = { labels: left, quoted, ...(Object.keys(numbers).length === 0 ? {} : { numbers }) };
  return [left, quoted, numbers].every((one) => Object.keys(one).length === 0) ? null : record;
}

type Labelled = readonly [id: string, label: string];

function numbersOf({ retrieved }: Assembly): readonly (readonly [id: string, number: string])[] {
  const found = retrieved.flatMap(({ candidates, leftOut }) => [...candidates, ...leftOut()]);
  return found
    .flatMap(({ id, label, found: place }) => {
      const number = place?.number ?? null;
      return number === null || number === label ? [] : [[id, number] as const];
    })
    .sort(byId);
}

function labelsLeftOut({ request, language: { language }, retrieved, parts }: Assembly): readonly Labelled[] {
  const sent = new Set(parts.map(({ id }) => id));
  const found = retrieved.flatMap(({ candidates, leftOut }) =>
    [...candidates, ...leftOut()].map(({ id, label }): Labelled => [id, label ?? id]),
  );
  const all = [...labelsOf(request.policy, language), ...found].filter(([id]) => !sent.has(id));
  return found.length === 0 ? all : all.sort(byId);
}

const byId = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);

// These depend on the policy and the language alone.
const labels = new WeakMap<Policy["pieces"], LRUCache<string, readonly Labelled[]>>();
const MOST_LANGUAGES = 50;

function labelsOf({ pieces, documents }: Policy, language: string): readonly Labelled[] {
  const ofPolicy = labels.get(pieces) ?? new LRUCache<string, readonly Labelled[]>({ max: MOST_LANGUAGES });
  labels.set(pieces, ofPolicy);
  const known = ofPolicy.get(language);
  if (known !== undefined) return known;
  const made = [
    ...[...pieces].map(([id, piece]): Labelled => [id, piece.label(language)]),
    ...[...documents].map(([source, rules]): Labelled => [`documents:${source}`, rules.label(language)]),
  ].sort(byId);
  ofPolicy.set(language, made);
  return made;
}

/** An assistant's turn is no source: what it cited may be gone by now. */
function quotedIn({ fact, item, said, kind, text }: Part): readonly string[] {
  if (fact === null && item === null && kind !== "question" && (said === null || said.role === "assistant")) return NOTHING;
  const label = fact?.label ?? item?.label ?? null;
  // The own label is the only bracket of most texts, and stands at their beginning.
  const own = label === null ? -1 : text.indexOf(`[${label}]`);
  const rest = label === null || own < 0 ? text : text.slice(own + label.length + 2);
  return OPENING.test(rest) ? bracketsIn(rest).map(({ inner }) => inner) : NOTHING;
}

const OPENING = /[[［【〔]/;
const NOTHING: readonly string[] = [];
