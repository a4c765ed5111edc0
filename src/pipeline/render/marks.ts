/**
 * The marks of a finished prompt: none of them stands in any text of it, whoever wrote that and whatever he has seen of earlier prompts.
 * Pure; decision 27.
 */
import { MARK_DIGITS, type Marker } from "../../text/marker.ts";
import type { Part } from "../parts.ts";

export interface OwnMarks {
  /** In their order; a text whose mark stands elsewhere has another mark of the same length. */
  readonly parts: readonly Part[];
  /** Ids of those whose text held a mark, once each, in their order. */
  readonly copied: readonly string[];
}

export interface MarksInput {
  readonly marker: Marker;
  /** Whether the format writes a turn as it writes other texts, where it has many lines. */
  readonly framesTurn: (part: Part) => boolean;
}

/** Of all texts, and of what names documents and calls. Where nothing has to be changed, the very list. */
export function withOwnMarks(parts: readonly Part[], { marker, framesTurn }: MarksInput): OwnMarks {
  const framed = new Map<Part, Framed>();
  for (const part of parts) {
    const frame = isFramed(part, framesTurn) ? framedOf(part.text) : null;
    if (frame !== null) framed.set(part, frame);
  }
  if (framed.size === 0) return { parts, copied: [] };
  const pieces = foreignPieces(parts, framed);
  const taken = new Set<number>();
  for (const text of scannedTexts(pieces)) readNumbers(text, (value) => taken.add(value));
  const copied = new Set([...framed.values()].map(({ mark }) => Number(mark)).filter((mark) => taken.has(mark)));
  if (copied.size === 0) return { parts, copied: [] };
  return {
    parts: parts.map((part) => {
      const frame = framed.get(part);
      return frame === undefined || !taken.has(Number(frame.mark))
        ? part
        : { ...part, text: framedWith(freeMark(frame, marker, taken), frame) };
    }),
    copied: holdersOf(pieces, copied),
  };
}

/** Of an item, a text in marks begins with `<` and one of a single line with `-`. */
const isFramed = (part: Part, framesTurn: MarksInput["framesTurn"]): boolean =>
  part.text.startsWith("<") && (part.said === null ? part.item !== null && part.document === null : framesTurn(part));

/** A text in marks, taken apart: `before` mark `between` mark `after`. */
interface Framed {
  readonly before: string;
  readonly mark: string;
  readonly between: string;
  readonly after: string;
}

/** As `markedText` writes it. */
const END = ">\n";

function framedOf(text: string): Framed {
  const at = text.indexOf(" ") + 1;
  const end = text.length - END.length - MARK_DIGITS;
  return {
    before: text.slice(0, at),
    mark: text.slice(at, at + MARK_DIGITS),
    between: text.slice(at + MARK_DIGITS, end),
    after: END,
  };
}

const framedWith = (mark: string, { before, between, after }: Framed): string => before + mark + between + mark + after;

/** The first that stands nowhere. No text of a prompt holds a NUL, so none has one of these as its first mark. */
function freeMark({ between }: Framed, marker: Marker, taken: ReadonlySet<number>): string {
  for (let tries = 1; ; tries += 1) {
    const mark = marker(`${tries}\0${between}`);
    if (!taken.has(Number(mark))) return mark;
  }
}

/** What others could have written a mark, or a part of one, into. */
interface Piece {
  readonly id: string;
  readonly text: string;
}

/** In the order in which they are sent, what names calls apart behind them. */
function foreignPieces(parts: readonly Part[], framed: ReadonlyMap<Part, Framed>): readonly Piece[] {
  const pieces: Piece[] = [];
  const names: Piece[] = [];
  for (const part of parts) {
    const { id, text, document, said } = part;
    if (document !== null) pieces.push({ id, text: document.title });
    pieces.push({ id, text: framed.get(part)?.between ?? text });
    for (const call of said?.toolCalls ?? []) names.push({ id, text: call.id });
  }
  return [...pieces, ...names];
}

/** A line feed parts no digits: some formats send the texts that it stands between as blocks, which a provider may join with nothing. */
const JOINT = "\n";
const RUN = new RegExp(`[\\d${JOINT}]{${MARK_DIGITS}}`, "g");

const joined = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join(JOINT);

/** One text only where a piece begins with what could go on a number: joining copies the whole prompt. */
const scannedTexts = (pieces: readonly Piece[]): readonly string[] =>
  pieces.some(({ text }) => GOES_ON.test(text)) ? [joined(pieces)] : pieces.map(({ text }) => text);

const GOES_ON = new RegExp(`^[\\d\\\\${JOINT}]`);

/** Digits as JSON may write them, within JSON too: whoever parses it reads the digit. */
const ESCAPED = /(?<!\\)\\+u003(?=\d)/g;

/**
 * Takes nine digits in a row, as a number (all are of one length, so no two of them are one number), and the offsets of the first and
 * behind the last.
 */
type Teller = (value: number, from: number, to: number) => void;

/** All of them as they are written, and as they are read where any is escaped. */
function readNumbers(text: string, tell: Teller): void {
  readDigits(text, tell);
  const read = text.includes("\\u003") ? text.replace(ESCAPED, ({ length }) => JOINT.repeat(length)) : text;
  if (read !== text) readDigits(read, tell);
}

/** A run is read on by hand: a pattern of any length fails on very long ones. */
function readDigits(text: string, tell: Teller): void {
  const runs = new RegExp(RUN);
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
    runs.lastIndex = readRun(text, run.index, tell);
  }
}

const ZERO = "0".charCodeAt(0);

/** Gives the offset behind the run. */
function readRun(text: string, start: number, tell: Teller): number {
  const places: number[] = [];
  let value = 0;
  let count = 0;
  for (let at = start; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) {
      value = (value * 10 + digit) % 10 ** MARK_DIGITS;
      places[count % MARK_DIGITS] = at;
      count += 1;
      if (count >= MARK_DIGITS) tell(value, places[count % MARK_DIGITS] ?? start, at + 1);
    } else if (text[at] !== JOINT) return at;
  }
  return text.length;
}

/** Ids of the pieces that a mark stands in, or a part of one. */
function holdersOf(pieces: readonly Piece[], marks: ReadonlySet<number>): readonly string[] {
  const places: { readonly from: number; readonly to: number }[] = [];
  readNumbers(joined(pieces), (value, from, to) => {
    if (marks.has(value)) places.push({ from, to });
  });
  const holders = new Set<string>();
  let start = 0;
  for (const { id, text } of pieces) {
    const end = start + text.length;
    if (places.some(({ from, to }) => from < end && to > start)) holders.add(id);
    start = end + JOINT.length;
  }
  return [...holders];
}
