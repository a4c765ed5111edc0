/** What one pair of brackets names: one label, several, a range of numbers, or nothing that is known. Pure. */
import { foldLabel } from "../text/brackets.ts";
import type { Citable, Unsent } from "./citable.ts";
import type { CitableItem } from "./records.ts";
import { itemsOf, numberIn } from "./section-numbers.ts";

export type Named =
  | { readonly kind: "sent"; readonly items: readonly CitableItem[] }
  | { readonly kind: "unsent"; readonly item: Unsent }
  | { readonly kind: "quoted" }
  | { readonly kind: "unknown" };

const UNKNOWN: Named = { kind: "unknown" };
const QUOTED: Named = { kind: "quoted" };

/** Marks and words between two labels in one pair of brackets. */
const SEPARATORS = /\s*[,;|&、，；]\s*|\s+(?:and|und|et|y|e|i|og|och|en|ja|và|ve|dan|и|та|και)\s+|\s*[和及与と]\s*/gu;
const MOST_SEGMENTS = 20;

/**
 * Longest first: the whole, then runs of what stands between separators, so that a label may hold a comma. What is no label by
 * itself may be a range of numbers, or begin or end with one: `Section 4.2`, `Injury readiness: 62`.
 */
export function readBracket(written: string, citable: Citable): readonly Named[] {
  const whole = lookUp(written, citable);
  if (whole !== null) return [whole];
  const inner = written.replace(PLACE, "");
  const segments = segmentsOf(inner);
  const named: Named[] = [];
  for (let from = 0; from < segments.length; ) {
    const run = longestRun(inner, segments, from, citable);
    named.push(...(run?.named ?? readSegment(textAt(inner, segments, from, from), citable)));
    from = (run?.to ?? from) + 1;
  }
  return named.length === 0 ? [UNKNOWN] : named;
}

/** Where in a source something stands, as some models write it: `【Returns†L1-L5】`. */
const PLACE = /†[^,;，；、]*/gu;

interface Segment {
  readonly start: number;
  readonly end: number;
}

function segmentsOf(inner: string): readonly Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (const { index, 0: separator } of inner.matchAll(SEPARATORS)) {
    if (segments.length === MOST_SEGMENTS - 1) break;
    segments.push({ start, end: index });
    start = index + separator.length;
  }
  return [...segments, { start, end: inner.length }].filter((one) => inner.slice(one.start, one.end).trim() !== "");
}

const textAt = (inner: string, segments: readonly Segment[], from: number, to: number): string =>
  inner.slice(segments[from]?.start, segments[to]?.end);

function longestRun(inner: string, segments: readonly Segment[], from: number, citable: Citable) {
  for (let to = segments.length - 1; to >= from; to -= 1) {
    const found = lookUp(textAt(inner, segments, from, to), citable);
    if (found !== null) return { named: [found], to };
  }
  return null;
}

/** By label; else by the number of a section. */
const lookUp = (text: string, citable: Citable): Named | null => byLabel(text, citable) ?? bySectionNumber(text, citable);

/** What was sent comes before what a sent text happens to say, and both before what was not sent. */
function byLabel(text: string, { sent, unsent, quoted }: Citable): Named | null {
  const key = foldLabel(text.replace(/^\s*\^/, ""));
  const items = sent.get(key);
  if (items !== undefined) return { kind: "sent", items };
  if (quoted.has(foldLabel(text))) return QUOTED;
  const item = unsent.get(key);
  return item === undefined ? null : { kind: "unsent", item };
}

/** A number that was sent is never read as one that was not. */
function bySectionNumber(text: string, { byNumber: { sent, unsent } }: Citable): Named | null {
  if (sent.size + unsent.size === 0) return null;
  const written = numberIn(text);
  if (written === null) return null;
  const { number, words } = written;
  const items = itemsOf(sent.get(number), words);
  if (items.length > 0) return { kind: "sent", items };
  const [item] = words.length === 0 && sent.has(number) ? [] : itemsOf(unsent.get(number), words);
  return item === undefined ? null : { kind: "unsent", item };
}

function readSegment(text: string, citable: Citable): readonly Named[] {
  const range = rangeOf(text)?.flatMap((label) => lookUp(label, citable) ?? []) ?? [];
  if (range.length > 0) return range;
  return allOf(text, citable) ?? [withLabel(text, citable) ?? UNKNOWN];
}

/** What also stands within labels and dates, so that it parts only names that are all known. */
const LOOSE_SEPARATORS =
  /\s*[/+／＋]\s*|\s+(?:or|oder|ou|of|eller|tai|lub|nebo|sau|veya|hoặc|atau|или|або|ή)\s+|\s*(?:或|または|또는)\s*/u;

function allOf(text: string, citable: Citable): readonly Named[] | null {
  const parts = text.split(LOOSE_SEPARATORS, MOST_SEGMENTS);
  const named = parts.flatMap((part) => lookUp(part, citable) ?? []);
  return parts.length > 1 && named.length === parts.length ? named : null;
}

const RANGE =
  /^(?<before>.*?)(?<stem>(?:\d+\.)*)(?<from>\d{1,4})(?:\s*[-–—~〜～‑−至到]\s*|\s+(?:to|bis|à|a|al|tot|til|till|do|až|до|по|đến)\s+)(?:(?<again>(?:\d+\.)+))?(?<to>\d{1,4})$/u;
const MOST_IN_RANGE = 50;

/** `4.2–4.5` as 4.2, 4.3, 4.4, 4.5; null for what is no range. */
function rangeOf(text: string): readonly string[] | null {
  const { before = "", stem = "", from, again, to } = RANGE.exec(text.trim())?.groups ?? {};
  if (from === undefined || to === undefined || (again !== undefined && again !== stem)) return null;
  const [first, last] = [Number(from), Number(to)];
  if (last < first || last - first >= MOST_IN_RANGE) return null;
  return Array.from({ length: last - first + 1 }, (_, at) => `${before}${stem}${first + at}`);
}

/** The longest label at its beginning or at its end, on the border of a word. */
function withLabel(text: string, citable: Citable): Named | null {
  const words = foldLabel(text).split(" ").slice(0, 40);
  for (let length = words.length - 1; length > 0; length -= 1) {
    const atEnd = trimmed(words.slice(-length));
    // A number at the end belongs to the name before it, which may be of another document.
    const found = lookUp(trimmed(words.slice(0, length)), citable) ?? byLabel(atEnd, citable);
    if (found !== null) return found;
  }
  const bare = lookUp(text.replace(/^\s*(?:§+|#|\()\s*|[).,:;!?。，：；]+\s*$/gu, ""), citable);
  return bare ?? null;
}

const trimmed = (words: readonly string[]): string => words.join(" ").replace(/[:.,–—-]+$/, "");

/** Whether there is anything in it that could be a name. */
export const couldName = (inner: string): boolean => /[\p{L}\p{N}]/u.test(inner);
