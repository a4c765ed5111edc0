/** What is known of how a language's words change, of its words for amounts of time, and of those beside a value. Pure. */
import type { RestatedCue } from "../restated/cue.ts";
import type { SpanUnit } from "../values/locale-units.ts";
import type { StatementCue } from "../values/statement-cue.ts";

export interface LanguageRules {
  /** BCP 47 tag. */
  readonly language: string;
  /** Endings of inflected words, by the end of the dictionary form that they stand in place of ("" where nothing is dropped). */
  readonly endings: ReadonlyMap<string, ReadonlySet<string>>;
  /** Suffixes that may follow an ending or the bare word, the empty one among them. */
  readonly chains: ReadonlySet<string>;
  /** A doubled last letter before an ending counts once: running, run. */
  readonly doubling: boolean;
  /** Letters that must be left before an ending. */
  readonly shortestStem: number;
  /** Words are built from words: a term may stand at the head or the tail of a longer word. */
  readonly compounds: boolean;
  /** Letters written before a word, such as the Arabic article. */
  readonly proclitics: readonly string[];
  readonly measures: MeasureWords;
  /** Words that keep a value from being stated, and those that show the language. */
  readonly statements: readonly (readonly [string, StatementCue])[];
  /** Words that tell what a text says again of what is remembered. */
  readonly restated: Readonly<Record<RestatedCue, readonly string[]>>;
  /** The words by which people speak of themselves are known. */
  readonly knowsSpeaker: boolean;
  /** Accents make other words: Vietnamese tê is numb, tế part of "economy". */
  readonly accentsTell: boolean;
  /** Spaces part syllables: a word has one or two. */
  readonly syllabic: boolean;
}

/** Words with what they stand for, beside those of the platform's locale data. */
export interface MeasureWords {
  readonly units: readonly (readonly [string, SpanUnit])[];
  /** Words for exact numbers: no "few". */
  readonly numbers: readonly (readonly [string, number])[];
}

/** For a language without a file: words match as written. */
export const NO_RULES: LanguageRules = {
  language: "",
  endings: new Map(),
  chains: new Set([""]),
  doubling: false,
  shortestStem: 3,
  compounds: false,
  proclitics: [],
  measures: { units: [], numbers: [] },
  statements: [],
  restated: { denies_behind: [], lets_stand: [], suggests: [], subjects: [], beside_denial: [], others: [], selves: [] },
  knowsSpeaker: false,
  accentsTell: false,
  syllabic: false,
};

export type TailTest = (tail: string) => boolean;

/** Whether a tail is one of `endings` with a chain of suffixes after it. */
export function tailTest(endings: ReadonlySet<string>, { chains }: LanguageRules): TailTest {
  if (chains.size === 1 && chains.has("")) return (tail) => endings.has(tail);
  const longestEnding = longest(endings);
  const longestChain = longest(chains);
  return (tail) => {
    const least = Math.max(0, tail.length - longestChain);
    for (let at = Math.min(tail.length, longestEnding); at >= least; at -= 1) {
      if (endings.has(tail.slice(0, at)) && chains.has(tail.slice(at))) return true;
    }
    return false;
  };
}

function longest(texts: ReadonlySet<string>): number {
  let most = 0;
  for (const { length } of texts) most = Math.max(most, length);
  return most;
}
