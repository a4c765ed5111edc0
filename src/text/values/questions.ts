/** Whether a question asks about a value, or merely names it. Pure. */
import { type Extent, endsClause, FARTHEST } from "./extents.ts";
import type { Sentenced } from "./nearest-mark.ts";
import type { StatedValue } from "./stated-value.ts";
import type { StatementCue } from "./statement-cue.ts";
import type { Cues } from "./statement-cues.ts";
import { NO_QUESTION } from "./word-sentences.ts";

export interface InQuestion {
  readonly value: StatedValue;
  readonly extent: Extent;
  /** See `Named`. */
  readonly isWish: boolean;
}

/**
 * What a question names is asked: "Is the window 14 days?". It is stated where a later clause is the question, "I use metric, how far is
 * it?", and a wish is one unless its clause asks about it: "How far, in metric?" against "Why in metric?".
 */
export function isAsked({ value, extent, isWish }: InQuestion, cues: Cues, sentenced: Sentenced): boolean {
  const end = cues.questionEnds[value.last] ?? NO_QUESTION;
  if (end === NO_QUESTION) return false;
  if (isWish) return !cues.knowsQuestions || asksAbout(extent, cues, sentenced);
  return asksAbout(extent, cues, sentenced) || !laterClauseAsks(value.last, end, cues, sentenced);
}

const ASKS: readonly StatementCue[] = ["asks"];
const ASKS_FOR: readonly StatementCue[] = ["asks_for"];
const OPENS: readonly StatementCue[] = ["asks", "asks_for"];

/** At the beginning of the clause, one small word before it, "And is it in metric?", or behind the value; in scripts without spaces anywhere. */
function asksAbout({ before, after }: Extent, cues: Cues, { reading: { words } }: Sentenced): boolean {
  const [from = 0, to = 0] = before[0] ?? [];
  const stop = words[from]?.unspaced ? to : Math.min(to, from + 2);
  return asks(cues, from, stop, ASKS) || asks(cues, ...after, ASKS);
}

function asks(cues: Cues, from: number, to: number, kinds: readonly StatementCue[]): boolean {
  for (let at = from; at < to; at += 1) if (cues.at(at).some(({ says }) => kinds.includes(says))) return true;
  return false;
}

/** Words of "is it", "isn't that right", which ask about what stands before them. */
const LONGEST_TAG = 3;

/** Whether a clause behind a word begins like a question of its own. */
function laterClauseAsks(word: number, end: number, cues: Cues, sentenced: Sentenced): boolean {
  const stop = Math.min(end, word + FARTHEST);
  for (let at = word; at < stop; at += 1) {
    if (!endsClause(at, sentenced)) continue;
    if (asks(cues, at + 1, at + 2, end - at > LONGEST_TAG ? OPENS : ASKS_FOR)) return true;
  }
  return false;
}
