/** The words that bear on a value: its clause, or all from the word of its topic to it. Pure. */
import type { Word } from "../words/words.ts";
import type { Sentenced } from "./nearest-mark.ts";
import { between, type Found } from "./reading.ts";
import type { StatedValue } from "./stated-value.ts";

/** From a word up to another, which is not included. */
export type Stretch = readonly [from: number, to: number];

export interface Extent {
  /** Without the word of the topic, which may hold a denial of its own: a no-show fee. */
  readonly before: readonly Stretch[];
  readonly after: Stretch;
}

/** What stands farther away bears on something else; it also keeps a text of a single clause from being read value by value. */
export const FARTHEST = 60;

export function extentsIn(
  { value: { first, last }, mark }: { readonly value: StatedValue; readonly mark: Found | null },
  sentenced: Sentenced,
): Extent {
  const start = clauseStart(Math.min(first, mark?.first ?? first), sentenced);
  const end = clauseEnd(Math.max(last, mark?.last ?? last), sentenced);
  const after: Stretch = [last + 1, end + 1];
  if (mark === null || mark.last >= first) return { before: [[start, first]], after };
  return {
    before: [
      [start, mark.first],
      [mark.last + 1, first],
    ],
    after,
  };
}

function clauseStart(word: number, sentenced: Sentenced): number {
  let at = word;
  while (at > 0 && word - at < FARTHEST && !endsClause(at - 1, sentenced)) at -= 1;
  return at;
}

function clauseEnd(word: number, sentenced: Sentenced): number {
  let at = word;
  while (at + 1 < sentenced.of.length && at - word < FARTHEST && !endsClause(at, sentenced)) at += 1;
  return at;
}

/** Whether a clause ends behind a word. A line that was wrapped goes on. */
export function endsClause(at: number, { reading, of }: Sentenced): boolean {
  const next = reading.words[at + 1];
  if (next === undefined || of[at + 1] !== of[at]) return true;
  return next.clause !== (reading.words[at] as Word).clause && between(reading, at, at + 1).trim() !== "";
}
