/**
 * Which whole sentences a text is made of, in the form in which texts are compared. Pure but for a bounded memo.
 *
 * Said about a part of a sentence, "the same stands there" may be wrong: a denial before or behind it makes it the opposite. So a part counts
 * only between the edges of sentences. Where it is unsure it cuts less: a list with the line that leads to it is one sentence, a quotation
 * of e-mail begins and ends one, and as no language is known, a full stop before a small letter ends none, nor one behind an abbreviation
 * or an ordinal of any language.
 */
import { firstPlace } from "../first-place.ts";
import { cutUnits } from "../sentences/sentences.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { type KnownText, knownTexts } from "./known-texts.ts";
import { looseHash, slightEdits } from "./slight-edits.ts";
import { isStop, normalOfPart } from "./words.ts";

export interface WholeSentences {
  /** As `Fingerprint.normal`. */
  readonly normal: string;
  /** UTF-16 offsets into `normal`, upwards; the last is where a further one would begin. */
  readonly starts: Uint32Array;
  /** Of each sentence, 32 bits: equal ones have the same, and those between which there are but slight edits. */
  readonly hashes: Uint32Array;
}

/** The sentences of a text, kept for the next request that has the same text. */
export const wholeSentencesOf = knownTexts.remember(
  readSentences,
  ({ starts, hashes }) => SENTENCES_UNITS + (starts.length + hashes.length) * 2,
);

/** What they weigh besides their offsets and hashes, in UTF-16 units. */
const SENTENCES_UNITS = 80;

/** Whether sentences begin at both offsets into `normal`, but for a stop at the second: what stands between them is whole ones. */
export const areWhole = ({ normal, starts }: WholeSentences, from: number, to: number): boolean =>
  isAmong(starts, from) && (isAmong(starts, to) || (isStop(normal.slice(to, to + 2).trim()) && isAmong(starts, to + 2)));

/** Slight edits between two texts of which one says all that the other says. */
const MOST_EDITS = 3;

/**
 * Whether each sentence of `inner` stands in `outer`, in the same order; whatever else stands between them. Word for word, but for three
 * slight edits in all.
 */
export function saysAll(outer: WholeSentences, inner: WholeSentences): boolean {
  let place = 0;
  let left = MOST_EDITS;
  for (let at = 0; at < inner.hashes.length; at += 1) {
    let edits = Number.POSITIVE_INFINITY;
    for (; place < outer.hashes.length && edits > left; place += 1) edits = editsBetween(outer, place, inner, at);
    if (edits > left) return false;
    left -= edits;
  }
  return true;
}

function editsBetween(outer: WholeSentences, place: number, inner: WholeSentences, at: number): number {
  if (outer.hashes[place] !== inner.hashes[at]) return Number.POSITIVE_INFINITY;
  const [one, other] = [sentenceAt(outer, place), sentenceAt(inner, at)];
  return one === other ? 0 : slightEdits(one, other);
}

/** Without the stop that ends it. */
function sentenceAt({ normal, starts }: Omit<WholeSentences, "hashes">, at: number): string {
  const end = (starts[at + 1] as number) - 1;
  const isStopped = normal.charAt(end - 2) === " " && isStop(normal.charAt(end - 1));
  return normal.slice(starts[at], isStopped ? end - 2 : end);
}

function readSentences(known: KnownText): WholeSentences {
  const { normal } = fingerprintOf(known);
  const starts = Uint32Array.from(startsOf(known.text, normal) ?? [0, normal.length + 1]);
  const hashes = new Uint32Array(starts.length - 1);
  for (let at = 0; at < hashes.length; at += 1) hashes[at] = looseHash(sentenceAt({ normal, starts }, at));
  return { normal, starts, hashes };
}

/** Null where the parts are not read as they are within the whole. */
function startsOf(text: string, normal: string): readonly number[] | null {
  const starts: number[] = [];
  let at = 0;
  for (const passage of passagesOf(text)) {
    let group = -1;
    for (const unit of cutUnits(passage, "")) {
      const part = normalOfPart(unit.text);
      const isEdge = unit.group !== group || unit.kind === "sentence" || unit.kind === "heading";
      group = unit.group;
      if (part === "") continue;
      if (isEdge || starts.length === 0) starts.push(at);
      const length = lengthWithin(normal, at, part);
      if (length === null) return null;
      at += length + 1;
    }
  }
  return at === normal.length + 1 ? [...starts, at] : null;
}

/** Of a part that stands at an offset; the last one there without its stop. */
function lengthWithin(normal: string, at: number, part: string): number | null {
  if (normal.startsWith(`${part} `, at)) return part.length;
  const left = normal.length - at;
  if (left === part.length - 2 && isStop(part.slice(-1))) return part.startsWith(normal.slice(at)) ? left : null;
  return left === part.length && normal.endsWith(part) ? left : null;
}

const LINE = /[^\n\r\u2028\u2029]*(?:\r\n|[\n\r\u2028\u2029]|$)/gu;
/** Marks of a quotation, nested ones too; >5 and >= are none. */
const QUOTED = /^\s*(?:>(?![\d=])[^\S\n\r]*)+/u;

/** Consecutive lines that are quoted equally deep, without the marks. */
function passagesOf(text: string): readonly string[] {
  if (!text.includes(">")) return [text];
  const passages: string[] = [];
  let depth = -1;
  for (const [line] of text.matchAll(LINE)) {
    const marks = QUOTED.exec(line)?.[0] ?? "";
    const own = marks.split(">").length;
    if (own === depth) passages.push((passages.pop() ?? "") + line.slice(marks.length));
    else passages.push(line.slice(marks.length));
    depth = own;
  }
  return passages;
}

const isAmong = (sorted: Uint32Array, value: number): boolean =>
  sorted[firstPlace(sorted.length, (at) => (sorted[at] as number) < value)] === value;
