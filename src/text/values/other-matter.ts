/**
 * Whether a value tells of something else than the topic whose word stands behind it. Pure.
 *
 * "You can ask 3 days before the refund window closes", "shipping takes 5 days and the refund window is generous", "a 5-minute video explains
 * the refund window". A word of the topic before the value opens the statement, so it is read to belong there.
 */
import { endsClause } from "./extents.ts";
import type { Sentenced } from "./nearest-mark.ts";
import type { Found } from "./reading.ts";
import type { StatedValue } from "./stated-value.ts";
import type { Cues } from "./statement-cues.ts";

interface Beside {
  readonly value: StatedValue;
  /** The word of its topic. */
  readonly mark: Found | null;
}

/** Words between "30-day" and what has that length: 30-day money-back guarantee. */
const MOST_BETWEEN = 2;
const HYPHEN = /\p{N}[-‐‑]\p{L}/u;
const COMMA = /[,،、，]/u;

export function isOfOther({ value, mark }: Beside, cues: Cues, sentenced: Sentenced): boolean {
  const { first, last, start, end } = value;
  if (mark === null || mark.first <= last || value.value.kind === "listed") return false;
  const { text, words } = sentenced.reading;
  if (value.value.kind === "duration" && cues.at(last + 1).some(({ says }) => says === "bound_dates")) return true;
  if (mark.first - last - 1 > MOST_BETWEEN && HYPHEN.test(text.slice(start, end))) return true;
  let hasComma = false;
  for (let at = last; at < mark.first; at += 1) {
    if (at > last && cues.at(at).some(({ says }) => says === "joins")) return true;
    hasComma ||= COMMA.test(text.slice(words[at]?.end, words[at + 1]?.start));
  }
  return hasComma && hasSubject(first, cues, sentenced);
}

/** Whether the clause says something before the value but for small words: "within 14 days" does not. */
function hasSubject(first: number, cues: Cues, sentenced: Sentenced): boolean {
  for (let at = first - 1; at >= 0 && !endsClause(at, sentenced); at -= 1) if (cues.at(at).length === 0) return true;
  return false;
}
