/** Finds the patterns of a lexicon in the words of a text. Pure; linear in the number of words. */
import type { Lexicon } from "./lexicon.ts";
import { HOWS, type How, type Sequence, type WordMatch } from "./pattern.ts";
import type { Word } from "./words.ts";

export interface Occurrence<T> {
  readonly sequence: Sequence<T>;
  /** First and last word, as places in the list of words. */
  readonly first: number;
  readonly last: number;
  /** The least sure of its words. */
  readonly how: How;
}

/** Words that may stand in a gap; characters of a script without spaces are shorter than words. */
const GAP_WORDS = 3;
const GAP_SIGNS = 6;

/** What each word may be. */
export const matchesOf = <T>(words: readonly Word[], lexicon: Lexicon<T>): readonly (readonly WordMatch[])[] =>
  words.map((word) => lexicon.matches(word));

/** Every occurrence, in the order of the first word. `matches` are those of `matchesOf`, or more of them. */
export function findPhrases<T>(
  words: readonly Word[],
  lexicon: Lexicon<T>,
  matches: readonly (readonly WordMatch[])[],
): readonly Occurrence<T>[] {
  const found: Occurrence<T>[] = [];
  for (const [first, ways] of matches.entries()) {
    for (const { headword, how } of ways) {
      for (const sequence of lexicon.sequences(headword)) {
        const occurrence = follow(sequence, { first, how, words, matches });
        if (occurrence !== null) found.push(occurrence);
      }
    }
  }
  return found;
}

interface Started {
  readonly first: number;
  readonly how: How;
  readonly words: readonly Word[];
  readonly matches: readonly (readonly WordMatch[])[];
}

/** The rest of a pattern whose first word stands at `first`; each further word at the nearest place that fits. */
function follow<T>(sequence: Sequence<T>, { first, how, words, matches }: Started): Occurrence<T> | null {
  const { parts } = sequence;
  if (how === "compound" && (parts.length > 1 || !sequence.loose)) return null;
  if (how === "prefixed" && !sequence.loose && parts.length > 1) return null;
  let last = first;
  let least = how;
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index];
    const next = part === undefined ? null : nextPlace(part, last, words, matches);
    if (next === null) return null;
    last = next.at;
    if (HOWS.indexOf(next.how) > HOWS.indexOf(least)) least = next.how;
  }
  return { sequence, first, last, how: least };
}

function nextPlace(
  { headword, gap }: { readonly headword: number; readonly gap: boolean },
  last: number,
  words: readonly Word[],
  matches: readonly (readonly WordMatch[])[],
): { readonly at: number; readonly how: How } | null {
  const clause = words[last]?.clause;
  const most = gap ? (words[last]?.unspaced === true ? GAP_SIGNS : GAP_WORDS) : 0;
  for (let at = last + 1; at <= last + 1 + most && words[at]?.clause === clause && at < words.length; at += 1) {
    const match = matches[at]?.find((one) => one.headword === headword && one.how !== "compound");
    if (match !== undefined) return { at, how: match.how };
  }
  return null;
}
