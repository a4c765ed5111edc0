/** How a term is meant, by the words around it: plainly, denied, set aside, or as a circumstance of something else. Pure. */
import { type Cue, SHADES } from "../text/lexicon/cues.ts";
import type { Occurrence } from "../text/lexicon/find-phrases.ts";
import type { Word } from "../text/words/words.ts";

export const POLARITIES = ["positive", ...SHADES] as const;
export type Polarity = (typeof POLARITIES)[number];

/** Places of words, both included. */
export interface Places {
  readonly first: number;
  readonly last: number;
}

export interface Shading {
  readonly polarity: Polarity;
  /** The words that say so; null for positive. */
  readonly cue: Places | null;
}

/** A term where it stands, with what it speaks for. */
export interface Shaded extends Places {
  readonly intent: string | null;
}

/** Words that a cue reaches: what is set aside may be told at more length than what is denied. */
const REACH = { negated: 4, excluded: 6, background: 3 } as const;
const REACH_BACK = { negated: 3, excluded: 3, background: 2 } as const;
/** A word of a script without spaces has about this many characters. */
const SIGNS_PER_WORD = 3;
const STRENGTH = { positive: 0, background: 1, negated: 2, excluded: 3 } as const;

const PLAIN: Shading = { polarity: "positive", cue: null };

/**
 * The shading of each hit. A cue reaches a few words of its clause, and no further than to a term of another intent: in
 * "after the intervals I sleep badly" only the intervals are a circumstance. Of several cues the strongest counts.
 */
export function shadingsOf(
  hits: readonly Shaded[],
  cues: readonly Occurrence<Cue>[],
  words: readonly Word[],
): readonly Shading[] {
  const shadings: Shading[] = hits.map(() => PLAIN);
  if (hits.length === 0 || !cues.some(({ sequence }) => sequence.payload.kind === "shade")) return shadings;
  // A cue before a term is measured to its first word, a cue behind it from its last.
  const places = { before: hitsByPlace(hits, "first"), after: hitsByPlace(hits, "last") };
  for (const { sequence, first, last } of cues) {
    const { payload } = sequence;
    if (payload.kind !== "shade") continue;
    const cue = { ...payload, first, last };
    const held = heldBy(cue, hits, places.before);
    for (const at of held.length > 0 ? held : reachedBy(cue, hits, places[payload.side], words)) {
      const hit = hits[at] as Shaded;
      // A term that holds the cue itself ("no energy", "before bed") is meant as it stands.
      if (first >= hit.first && last <= hit.last) continue;
      if (STRENGTH[payload.shade] > STRENGTH[(shadings[at] as Shading).polarity]) {
        shadings[at] = { polarity: payload.shade, cue: { first, last } };
      }
    }
  }
  return shadings;
}

function hitsByPlace(hits: readonly Shaded[], edge: keyof Places): ReadonlyMap<number, readonly number[]> {
  const byPlace = new Map<number, number[]>();
  for (const [at, hit] of hits.entries()) {
    const others = byPlace.get(hit[edge]);
    if (others === undefined) byPlace.set(hit[edge], [at]);
    else others.push(at);
  }
  return byPlace;
}

/** A cue may be written with its term, as Chinese 没有疼痛 "no pain": it is meant of that one alone. */
function heldBy(
  { first, last }: ShadeCue,
  hits: readonly Shaded[],
  byPlace: ReadonlyMap<number, readonly number[]>,
): readonly number[] {
  const held: number[] = [];
  for (let at = first; at <= last; at += 1) {
    for (const one of byPlace.get(at) ?? []) {
      const hit = hits[one] as Shaded;
      if (hit.last <= last && hit.last - hit.first < last - first) held.push(one);
    }
  }
  return held;
}

type ShadeCue = Extract<Cue, { kind: "shade" }> & Places;

/** The hits, as places in their list, that a cue reaches. */
function reachedBy(
  { side, shade, first, last }: ShadeCue,
  hits: readonly Shaded[],
  byPlace: ReadonlyMap<number, readonly number[]>,
  words: readonly Word[],
): readonly number[] {
  const [from, step, reach] = side === "before" ? [last, 1, REACH[shade]] : [first, -1, REACH_BACK[shade]];
  const most = words[from]?.unspaced === true ? reach * SIGNS_PER_WORD : reach;
  const reached: number[] = [];
  const intents = new Set<string | null>();
  for (let at = from + step; Math.abs(at - from) <= most && words[at]?.clause === words[from]?.clause; at += step) {
    const here = byPlace.get(at) ?? [];
    if (reached.length > 0 && here.some((one) => !intents.has(hits[one]?.intent ?? null))) break;
    for (const one of here) {
      reached.push(one);
      intents.add(hits[one]?.intent ?? null);
    }
  }
  return reached;
}
