/** What stands in square brackets in a text, as people and models write it. Pure. */
import { foldWord } from "./words/fold.ts";

export interface Bracketed {
  /** UTF-16 offsets, the brackets included. */
  readonly start: number;
  readonly end: number;
  /** What stands between them, as written; a line break in it is a blank. */
  readonly inner: string;
  /** The text of a link, a formula, the name of a line, around code, or broken over a line: a citation only where it names something. */
  readonly loose: boolean;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "［": "］", "【": "】", "〔": "〕" };
/** All that matters to the scan: brackets and the ends of lines. */
const SIGNS = /[[\]［］【】〔〕\n]/g;

/** Longer, or over more than two lines, is no label. */
const LONGEST = 400;

/** In the order of the text; of nested ones the innermost. Code, pictures, check boxes and the targets of footnotes are left out. Linear. */
export function bracketsIn(text: string): readonly Bracketed[] {
  const found: Bracketed[] = [];
  const code = codeIn(text);
  let opened = -1;
  let isBroken = false;
  let next = 0;
  for (const { index: at, 0: sign } of text.matchAll(SIGNS)) {
    while ((code[next]?.end ?? text.length) <= at) next += 1;
    if ((code[next]?.start ?? text.length) <= at) continue;
    if (sign in CLOSING) {
      opened = at;
      isBroken = false;
    } else if (opened >= 0 && CLOSING[text[opened] as string] === sign) {
      const one = bracketed(text, opened, at + 1);
      if (one !== null) found.push(one);
      opened = -1;
    } else if (sign === "\n" && !isBroken) isBroken = true;
    else opened = -1;
  }
  return found;
}

function bracketed(text: string, start: number, end: number): Bracketed | null {
  const escaped = text[start - 1] === "\\";
  const written = text.slice(start + 1, end - 1).replace(/\\$/, "");
  const isBroken = written.includes("\n");
  const inner = isBroken ? written.replace(/\s+/g, " ") : written;
  if (inner.length > LONGEST || /^\s*[xX]?\s*$/.test(inner)) return null;
  if (text[start - 1] === "!") return null;
  const namesLine = text[end] === ":" && isLineStart(text, start);
  if (namesLine && (inner.startsWith("^") || TARGET.test(text.slice(end, end + TARGET_STARTS)))) return null;
  return { start, end, inner, loose: isBroken || escaped || namesLine || inner.includes("`") || text[end] === "(" };
}

/** Where a link leads that is told apart from the text: an address follows, no sentence. */
const TARGET = /^:\s*<?(?:[a-z][a-z+.-]*:\/\/|www\.|mailto:|[/#])/i;
const TARGET_STARTS = 40;

/** Whether nothing but blanks stands before it in its line. */
function isLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === " ") before -= 1;
  return before < 0 || text[before] === "\n";
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Code in the order of the text: fenced lines, and between them what stands between two runs of as many backticks. */
function codeIn(text: string): readonly Span[] {
  const fences = text.includes("```") || text.includes("~~~") ? fencesIn(text) : [];
  if (!text.includes("`")) return fences;
  const spans: Span[] = [];
  let from = 0;
  for (const fence of [...fences, { start: text.length, end: text.length }]) {
    for (const { start, end } of codeSpans(text.slice(from, fence.start))) spans.push({ start: from + start, end: from + end });
    if (fence.start < text.length) spans.push(fence);
    from = fence.end;
  }
  return spans;
}

const FENCE = /^ {0,3}(?<fence>`{3,}(?=[^`\n]*$)|~{3,})(?<info>[^\n]*)$/gm;

/** Behind the closing sign: nothing, or the citation of what stands in the lines. */
const CLOSED = /^\s*(?:$|[[［【〔(])/;

/** From an opening line to one of the same sign, as long at the least; to the end where there is none, as in an answer that was cut. */
function fencesIn(text: string): readonly Span[] {
  const spans: Span[] = [];
  let open: { readonly start: number; readonly fence: string } | null = null;
  for (const { index, 0: line, groups } of text.matchAll(FENCE)) {
    const { fence = "", info = "" } = groups ?? {};
    if (open === null) open = { start: index, fence };
    else if (fence.startsWith(open.fence) && CLOSED.test(info)) {
      spans.push({ start: open.start, end: index + line.length - info.length });
      open = null;
    }
  }
  return open === null ? spans : [...spans, { start: open.start, end: text.length }];
}

function codeSpans(text: string): readonly Span[] {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ index, length: run.length }));
  const spans: Span[] = [];
  const next = nextOfLength(runs);
  for (let at = 0; at < runs.length; at += 1) {
    const closing = next[at];
    const [open, close] = [runs[at], closing === undefined ? undefined : runs[closing]];
    if (open === undefined || close === undefined || closing === undefined) continue;
    spans.push({ start: open.index, end: close.index + close.length });
    at = closing;
  }
  return spans;
}

/** Of each run the place of the next one that is as long. */
function nextOfLength(runs: readonly { readonly length: number }[]): readonly (number | undefined)[] {
  const last = new Map<number, number>();
  const next: (number | undefined)[] = Array.from({ length: runs.length });
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length } = runs[at] as { readonly length: number };
    next[at] = last.get(length);
    last.set(length, at);
  }
  return next;
}

/** The comparing form of a text: case, width, accents and how it is spaced do not matter. */
export const foldText = (text: string): string => foldWord(text).replace(/\s+/g, " ");

/** The same of a label, without what nobody sees, and without quotes, emphasis and signs of code around it. For short texts. */
export const foldLabel = (text: string): string => foldText(text.replace(UNSEEN, "")).replace(AROUND, "");

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const AROUND = /^[\s"'“”„«»*_`]+|[\s"'“”„«»*_`]+$/gu;
