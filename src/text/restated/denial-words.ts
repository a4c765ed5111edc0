/**
 * The words of language files that tell what a clause denies and of whom it tells, found in words in their comparing form. Pure but for one
 * memo a set of rules.
 *
 * A word denies in one language and names something in another: Italian "mai" is never, German "Mai" is May. So those of a language count only
 * where the words beside them show it, or none is shown.
 */
import { normalOfPart } from "../compare/words.ts";
import { OWN_SCRIPT } from "../denials.ts";
import type { LanguageRules } from "../lexicon/inflection.ts";
import { alternativesOf } from "../lexicon/term-syntax.ts";
import { primaryLanguage } from "../primary-language.ts";
import type { StatementCue } from "../values/statement-cue.ts";
import { foldWord } from "../words/fold.ts";
import { RESTATED_CUES, type RestatedCue } from "./cue.ts";

export type DenialCue = RestatedCue | "denies" | "joins";

interface Entry {
  /** Behind the first word. */
  readonly rest: readonly string[];
  readonly cue: DenialCue;
  readonly language: string;
}

export interface DenialWords {
  /** By first word, in the comparing form and without its accents. */
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  /** Languages of a function word, in both forms. */
  readonly common: ReadonlyMap<string, readonly string[]>;
}

/** Which list of `statement` and `negation` says what here. */
const OF_STATEMENTS: Partial<Record<StatementCue, DenialCue>> = {
  denied: "denies",
  denies_before: "denies_behind",
  joins: "joins",
};

const compiled = new WeakMap<ReadonlyMap<string, LanguageRules>, DenialWords>();

export function denialWords(rules: ReadonlyMap<string, LanguageRules>): DenialWords {
  const before = compiled.get(rules);
  if (before !== undefined) return before;
  const entries = new Map<string, Entry[]>();
  const common = new Map<string, string[]>();
  for (const { language, statements, restated } of rules.values()) {
    // Of those denied-clause.ts finds what denies between words without spaces.
    if (OWN_SCRIPT.has(primaryLanguage(language))) continue;
    const add = (cue: DenialCue, phrase: string): void => {
      for (const words of formsOf(phrase)) push(entries, words[0] ?? "", { rest: words.slice(1), cue, language });
    };
    for (const [phrase, of] of statements) {
      const cue = OF_STATEMENTS[of];
      if (cue !== undefined) add(cue, phrase);
      if (of === "common") for (const words of formsOf(phrase)) if (words.length === 1) push(common, words[0] ?? "", language);
    }
    for (const cue of RESTATED_CUES) for (const phrase of restated[cue]) add(cue, phrase);
  }
  const words = { entries, common };
  compiled.set(rules, words);
  return words;
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const MARK = /(^|\s)=/gu;

/** Every spelling of a phrase in its words, with accents and as people type it without. */
function formsOf(phrase: string): readonly (readonly string[])[] {
  return alternativesOf(phrase).flatMap((alternative) => {
    const words = normalOfPart(alternative.replace(MARK, "$1")).split(" ");
    const plain = words.map(foldWord);
    return plain.join(" ") === words.join(" ") ? [words] : [words, plain];
  });
}

/** Words in a row, with what the lists say of them. */
export interface Said {
  readonly words: readonly string[];
  /** The last word of a cue of that kind that begins at a place; null where none does. */
  ends(place: number, cue: DenialCue): number | null;
  /** Whether the words show a language, or may well be in it. */
  isShown(language: string): boolean;
}

/** `around`: where the words show no language themselves, those of the text that they stand in tell. */
export function saidOf(words: readonly string[], lexicon: DenialWords, around: () => readonly string[] = () => []): Said {
  let shown: ((language: string) => boolean) | null = null;
  const isShown = (language: string): boolean => {
    shown ??= shownIn(words, lexicon) ?? shownIn(around(), lexicon) ?? (() => true);
    return shown(language);
  };
  return {
    words,
    isShown,
    ends(place, cue) {
      const entries = lexicon.entries.get(words[place] ?? "");
      if (entries === undefined) return null;
      let end: number | null = null;
      for (const entry of entries) {
        const last = place + entry.rest.length;
        if (entry.cue !== cue || last <= (end ?? -1) || !entry.rest.every((word, at) => words[place + 1 + at] === word)) continue;
        if (isShown(entry.language)) end = last;
      }
      return end;
    },
  };
}

/** Languages with fewer function words than that share of the most are others. */
const AKIN = 2 / 3;

/** By function words; what denies in some language is no sign of any. Null where there are none. */
function shownIn(words: readonly string[], { entries, common }: DenialWords): ((language: string) => boolean) | null {
  const votes = new Map<string, number>();
  for (const word of new Set(words)) {
    if (entries.get(word)?.some(({ cue }) => cue === "denies") === true) continue;
    for (const language of new Set(common.get(word))) votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  const least = Math.max(0, ...votes.values()) * AKIN;
  return least === 0 ? null : (language) => (votes.get(language) ?? 0) >= least;
}
