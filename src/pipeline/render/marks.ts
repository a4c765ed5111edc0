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

/** Of all texts, and of what names documents. Where nothing has to be changed, the very list. */
export function withOwnMarks(parts: readonly Part[], { marker, framesTurn }: MarksInput): OwnMarks {
  const framed = new Map<Part, Framed>();
  for (const part of parts) {
    const frame = isFramed(part, framesTurn) ? framedOf(part.text) : null;
    if (frame !== null) framed.set(part, frame);
  }
  if (framed.size === 0) return { parts, copied: [] };
  const runs = new Map(parts.flatMap((part) => entryOf(part, runsOf(foreignTexts(part, framed.get(part) ?? null)))));
  const taken = new Set([...runs.values()].flatMap((own) => own.flatMap(windowsOf)));
  const copied = new Set([...framed.values()].map(({ mark }) => Number(mark)).filter((mark) => taken.has(mark)));
  if (copied.size === 0) return { parts, copied: [] };
  const holders = [...runs].filter(([, own]) => own.some((run) => windowsOf(run).some((window) => copied.has(window))));
  return {
    parts: parts.map((part) => {
      const frame = framed.get(part);
      return frame === undefined || !taken.has(Number(frame.mark))
        ? part
        : { ...part, text: framedWith(freeMark(frame, marker, taken), frame) };
    }),
    copied: [...new Set(holders.map(([{ id }]) => id))],
  };
}

const entryOf = (part: Part, runs: readonly string[]): readonly (readonly [Part, readonly string[]])[] =>
  runs.length === 0 ? [] : [[part, runs]];

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

/** All that others could have written a mark into. */
function foreignTexts({ text, document }: Part, framed: Framed | null): readonly string[] {
  const own = framed?.between ?? text;
  return document === null ? [own] : [own, document.title];
}

const RUNS = new RegExp(`\\d{${MARK_DIGITS},}`, "g");

const runsOf = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => text.match(RUNS) ?? []);

/** All marks that the digits hold, as numbers: of one length, so no two of them are one number. */
function windowsOf(digits: string): readonly number[] {
  const windows: number[] = [];
  const most = 10 ** MARK_DIGITS;
  let value = 0;
  for (let at = 0; at < digits.length; at += 1) {
    value = (value * 10 + digits.charCodeAt(at) - "0".charCodeAt(0)) % most;
    if (at >= MARK_DIGITS - 1) windows.push(value);
  }
  return windows;
}
