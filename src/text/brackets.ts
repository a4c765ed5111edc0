/** What stands in square brackets in a text, as people and models write it. Pure. */
import { foldWord } from "./fold.ts";

export interface Bracketed {
  /** UTF-16 offsets, the brackets included. */
  readonly start: number;
  readonly end: number;
  /** What stands between them, as written; a line break in it is a blank. */
  readonly inner: string;
  /** The text of a link, a formula, or broken over a line: a citation only where it names something. */
  readonly loose: boolean;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "［": "］", "【": "】", "〔": "〕" };
/** All that matters to the scan: brackets, the ends of lines, and where code begins. */
const SIGNS = /[[\]［］【】〔〕\n`]/g;

/** Longer, or over more than two lines, is no label. */
const LONGEST = 400;

/** In the order of the text; of nested ones the innermost. Code, pictures, check boxes and the targets of footnotes are left out. Linear. */
export function bracketsIn(text: string): readonly Bracketed[] {
  const found: Bracketed[] = [];
  const code = text.includes("`") ? codeSpans(text) : NO_CODE;
  let opened = -1;
  let isBroken = false;
  let codeEnd = 0;
  for (const { index: at, 0: sign } of text.matchAll(SIGNS)) {
    if (at < codeEnd) continue;
    codeEnd = code.get(at) ?? 0;
    if (sign in CLOSING) {
      opened = at;
      isBroken = false;
    } else if (opened >= 0 && CLOSING[text[opened] as string] === sign) {
      const one = bracketed(text, opened, at + 1);
      if (one !== null) found.push(one);
      opened = -1;
    } else if (sign === "\n" && !isBroken) isBroken = true;
    else if (codeEnd > 0 || sign !== "`") opened = -1;
  }
  return found;
}

const NO_CODE: ReadonlyMap<number, number> = new Map();

function bracketed(text: string, start: number, end: number): Bracketed | null {
  const escaped = text[start - 1] === "\\";
  const written = text.slice(start + 1, end - 1).replace(/\\$/, "");
  const isBroken = written.includes("\n");
  const inner = isBroken ? written.replace(/\s+/g, " ") : written;
  if (inner.length > LONGEST || /^\s*[xX]?\s*$/.test(inner)) return null;
  if (text[start - 1] === "!") return null;
  if (text[end] === ":" && isLineStart(text, start)) return null;
  return { start, end, inner, loose: isBroken || escaped || text[end] === "(" };
}

/** Whether nothing but blanks stands before it in its line. */
function isLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === " ") before -= 1;
  return before < 0 || text[before] === "\n";
}

/** Where code begins, and where it ends: between two runs of as many backticks. */
function codeSpans(text: string): ReadonlyMap<number, number> {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ index, length: run.length }));
  const spans = new Map<number, number>();
  const next = nextOfLength(runs);
  for (let at = 0; at < runs.length; at += 1) {
    const closing = next[at];
    const [open, close] = [runs[at], closing === undefined ? undefined : runs[closing]];
    if (open === undefined || close === undefined || closing === undefined) continue;
    spans.set(open.index, close.index + close.length);
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

/** The same of a label, without quotes and emphasis around it. For short texts. */
export const foldLabel = (text: string): string => foldText(text).replace(AROUND, "");

const AROUND = /^[\s"'“”„«»*_]+|[\s"'“”„«»*_]+$/gu;
