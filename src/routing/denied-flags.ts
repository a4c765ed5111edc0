/** Whether a red flag is plainly denied: "no chest pain", "the calf is not swollen". Pure. */
import { denialWithin } from "../text/denials.ts";
import { firstPlace } from "../text/first-place.ts";
import type { Cue } from "../text/lexicon/cues.ts";
import type { Occurrence } from "../text/lexicon/find-phrases.ts";
import type { Word } from "../text/words/words.ts";
import type { Places } from "./polarity.ts";

/** Words between a denial and what it denies; far fewer than for a topic, since a missed flag is worse than a needless one. */
const BETWEEN = 1;
/** A word of a script without spaces has about this many characters. */
const SIGNS_PER_WORD = 3;
/** Words around a flag in which denials are looked for, so that a text of many flags takes time by its length. */
const AROUND = 20;

/**
 * Parts and cues in the order of the text. A denial directly at one of the parts, and no second one before it in the clause: "I can't run without chest pain" denies nothing. A
 * denial inside a part is meant as it stands: "cannot feel my foot".
 */
export function isDenied(parts: readonly Places[], cues: readonly Occurrence<Cue>[], words: readonly Word[]): boolean {
  const outside = denialsAround(parts, cues);
  return outside.some((cue) => parts.some((part) => reaches(cue, part, words)) && !isDeniedItself(cue, outside, words));
}

/** Parts in two clauses with a denial in one of them: "no pain in my chest, the ankle is sore" says nothing of a sore chest. */
export function isSplit(parts: readonly Places[], cues: readonly Occurrence<Cue>[], words: readonly Word[]): boolean {
  const clauses = new Set(parts.map(({ first }) => words[first]?.clause));
  return clauses.size > 1 && denialsAround(parts, cues).some(({ first }) => clauses.has(words[first]?.clause));
}

/** Those that are near the parts and inside none. */
function denialsAround(parts: readonly Places[], cues: readonly Occurrence<Cue>[]): readonly Occurrence<Cue>[] {
  const from = (parts[0]?.first ?? 0) - AROUND;
  const to = (parts.at(-1)?.last ?? 0) + AROUND;
  const near: Occurrence<Cue>[] = [];
  for (let at = firstPlace(cues.length, (place) => (cues[place] as Places).first < from); at < cues.length; at += 1) {
    const cue = cues[at] as Occurrence<Cue>;
    if (cue.first > to) break;
    const { payload } = cue.sequence;
    if (payload.kind !== "shade" || payload.shade === "background") continue;
    if (!parts.some((part) => part.first <= cue.first && part.last >= cue.last)) near.push(cue);
  }
  return near;
}

/** What is only set aside stands: "apart from chest pain all is fine". A denial may hold what it denies, as in Thai, where "not hurt" is listed and "hurt" stands in it. */
function reaches({ sequence: { payload }, first, last }: Occurrence<Cue>, part: Places, words: readonly Word[]): boolean {
  if (payload.kind !== "shade" || payload.shade !== "negated" || words[first]?.clause !== words[part.first]?.clause) return false;
  const isBefore = payload.side === "before";
  if (isBefore ? first >= part.first : last <= part.last) return false;
  const between = isBefore ? part.first - last - 1 : first - part.last - 1;
  return between <= (words[first]?.unspaced === true ? BETWEEN * SIGNS_PER_WORD : BETWEEN);
}

function isDeniedItself(cue: Occurrence<Cue>, others: readonly Occurrence<Cue>[], words: readonly Word[]): boolean {
  const clause = words[cue.first]?.clause;
  if (others.some(({ first, last }) => last < cue.first && words[first]?.clause === clause)) return true;
  const within = denialWithin(cue.sequence.language);
  if (within === null) return false;
  const before = words.slice(Math.max(0, cue.first - AROUND), cue.first);
  return before.some((word) => word.clause === clause && within.test(word.folded));
}
