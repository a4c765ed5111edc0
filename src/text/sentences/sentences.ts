/**
 * Cuts a text into the smallest units that may be left out: sentences, headings, list items, table rows, code. Pure, but for memos.
 * Where it is unsure it cuts less: a unit that is too long loses nothing, half a sentence says something else.
 */
import { LRUCache } from "lru-cache";
import { isAbbreviated, UNKNOWN_LANGUAGE } from "./abbreviations.ts";
import { type Line, readLines } from "./line-kinds.ts";

export interface Unit {
  readonly kind: "sentence" | "heading" | "item" | "row" | "code";
  /** As it stands in the text, with the blanks behind it; the first has those before it too. */
  readonly text: string;
  /** Counts up; units of one group are a whole: a list or a table with the line that leads to it, a line that ends in a colon with what follows. */
  readonly group: number;
  /** Of a heading: 1 to 6 by its marks, 7 for a line in bold. 0 for all others. */
  readonly level: number;
}

/** The units of `text` in order; their texts make up `text`. `language` is BCP 47, empty where it is not known. Linear in the length. */
export function cutUnits(text: string, language: string): readonly Unit[] {
  const main = /^[a-z]{2,3}(?![a-z])/iu.exec(language)?.[0].toLowerCase() ?? UNKNOWN_LANGUAGE;
  const drafts: Draft[] = [];
  const lines = readLines(text);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line;
    let next = at + 1;
    if (line.kind === "text") {
      while (lines[next]?.kind === "text") next += 1;
      addSentences(drafts, text.slice(line.start, lines[next - 1]?.end), main);
    } else addLine(drafts, text.slice(line.start, line.end), line);
    at = next;
  }
  return grouped(drafts);
}

interface Draft {
  /** `gap`: blank lines before the first unit. */
  readonly kind: Unit["kind"] | "gap";
  text: string;
  readonly level: number;
  /** Blank lines or a rule stand behind it. */
  parted: boolean;
}

function addLine(drafts: Draft[], text: string, line: Line): void {
  const before = drafts.at(-1);
  const kind = kindOf(line.kind);
  if (before !== undefined && (kind === "gap" || line.continues)) {
    before.text += text;
    before.parted = kind === "gap";
  } else add(drafts, { kind, text, level: line.level, parted: false });
}

function kindOf(kind: Line["kind"]): Draft["kind"] {
  return kind === "blank" || kind === "rule" ? "gap" : kind === "text" ? "sentence" : kind;
}

function addSentences(drafts: Draft[], paragraph: string, language: string): void {
  for (const text of cutParagraph(paragraph, language)) add(drafts, { kind: "sentence", text, level: 0, parted: false });
}

/** Blanks before the first unit become part of it. */
function add(drafts: Draft[], draft: Draft): void {
  const gap = drafts.at(-1)?.kind === "gap" ? drafts.pop() : undefined;
  drafts.push(gap === undefined ? draft : { ...draft, text: gap.text + draft.text });
}

const COLON = /[:：፦][\s"'*_)»”]*$/u;

/** What belongs together: see `Unit.group`. */
function grouped(drafts: readonly Draft[]): readonly Unit[] {
  let group = -1;
  return drafts.map(({ kind, text, level }, place) => {
    const before = drafts[place - 1];
    if (before === undefined || !isTogether(before, kind)) group += 1;
    return { kind: kind === "gap" ? "sentence" : kind, text, group, level };
  });
}

function isTogether(before: Draft, kind: Draft["kind"]): boolean {
  if (kind === "heading" || before.kind === "heading") return false;
  if (kind === "item" && before.kind === "item") return true;
  if (before.kind === "sentence") return COLON.test(before.text) || (kind !== "sentence" && !before.parted);
  // A table or code directly under an item is part of the list; the rows of one table follow each other.
  return kind !== "sentence" && !before.parted;
}

const BREAK = /\r\n|[\n\r\u2028\u2029]/gu;
const ENDED = /[.!?…。！？．؟۔।॥։።።၊။។][\p{Pe}\p{Pf}\p{Pi}"'*_]*\s*$/u;
/** Scripts that write no mark at the end of a sentence. */
const UNMARKED = /[\p{Script=Thai}\p{Script=Lao}]\p{M}*\s*$/u;
const LABELLED = /^[\s>]*\p{L}[\p{L}\p{M}\p{N} _/-]{0,40}[:：](?:\s|$)/u;

/** Sentences of consecutive lines. A line break inside a sentence is a blank; one after its end, or between labelled lines, is a cut. */
function cutParagraph(paragraph: string, language: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of paragraph.matchAll(BREAK)) {
    lines.push(paragraph.slice(start, index + mark.length));
    start = index + mark.length;
  }
  if (start < paragraph.length) lines.push(paragraph.slice(start));
  const chunks: string[][] = [];
  for (const [place, line] of lines.entries()) {
    const before = lines[place - 1];
    if (before === undefined || isCutBetween(before, line, language)) chunks.push([line]);
    else chunks.at(-1)?.push(line);
  }
  return chunks.flatMap((chunk) => cutChunk(chunk.join(""), language));
}

function isCutBetween(before: string, line: string, language: string): boolean {
  if (ENDED.test(before)) return !isAbbreviated(before, line, language);
  return UNMARKED.test(before) || (LABELLED.test(before) && LABELLED.test(line) && !COLON.test(before));
}

const segmenters = new LRUCache<string, Intl.Segmenter>({ max: 100 });

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: "sentence" });
  segmenters.set(language, known);
  return known;
}

function cutChunk(chunk: string, language: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const end of endsOf(chunk.replace(/[\n\r\u2028\u2029]/gu, " "), language)) {
    const cut = end - openingAt(chunk.slice(Math.max(start, end - LONGEST_OPENING), end));
    if (end < chunk.length && (cut <= start || isJoined(chunk.slice(start, cut), chunk.slice(cut, cut + LOOK_AHEAD), language)))
      continue;
    sentences.push(chunk.slice(start, end === chunk.length ? end : cut));
    start = end === chunk.length ? end : cut;
  }
  return sentences;
}

/** The segmenter looks through all of its text for every sentence: a long text goes through it in pieces. */
const PIECE = 1_000;

/** Where the platform sees ends of sentences; the last is the end of the text. */
function* endsOf(chunk: string, language: string): Generator<number> {
  const segmenter = segmenterOf(language);
  let size = PIECE;
  for (let from = 0; from < chunk.length; ) {
    const starts = [...segmenter.segment(chunk.slice(from, from + size))].map(({ index }) => from + index);
    const isLast = from + size >= chunk.length;
    if (!isLast && starts.length === 1) {
      size *= 2;
      continue;
    }
    yield* starts.slice(1);
    if (isLast) {
      yield chunk.length;
      return;
    }
    from = starts.at(-1) as number;
    size = PIECE;
  }
}

const LONGEST_OPENING = 8;
const OPENING = /[.!?…。！？．؟۔।](?<opening>[\p{Ps}¿¡]+)$/u;

/** Length of the opening brackets at the end of a sentence: they open the next one. */
const openingAt = (text: string): number => OPENING.exec(text)?.groups?.["opening"]?.length ?? 0;

const LOOK_AHEAD = 40;
const QUOTED_END = /[.!?…][\p{Pf}\p{Pi}\p{Pe}"']+\s*$/u;
const CORNER_END = /[」』]$/u;

/** Whether `after` goes on with the sentence: after an abbreviation, or where a quotation ended inside it ("Stop!" he said). */
function isJoined(sentence: string, after: string, language: string): boolean {
  if (isAbbreviated(sentence, after, language)) return true;
  if (CORNER_END.test(sentence)) return /^\p{Script=Hiragana}/u.test(after);
  return QUOTED_END.test(sentence.slice(-LOOK_AHEAD)) && /^\p{Ll}/u.test(after);
}
