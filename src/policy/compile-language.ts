/** A language file in its compiled form: folded words, numbers instead of keys. Pure. */
import { foldWord } from "../text/fold.ts";
import { foldedWords } from "./compile-vocabulary.ts";
import { HORIZON_WORDS, type LanguageYaml, UNITS } from "./schema/language-file.ts";
import type { LanguageFile, TimeWords } from "./snapshot.ts";

type Time = LanguageYaml["time"];

export function compileLanguage({ language, endings, doubling, time }: LanguageYaml): LanguageFile {
  return { language, endings: compileEndings(endings), doubling, time: compileTime(time) };
}

/** Longest first, then in the order of the file. */
function compileEndings(endings: readonly string[]): LanguageFile["endings"] {
  const pairs = endings.map((ending) => ending.split(" > ").map(foldWord));
  return pairs.map(([strip = "", add = ""]) => ({ strip, add })).sort((a, b) => b.strip.length - a.strip.length);
}

function compileTime(time: Time): TimeWords {
  return {
    days: phrasesByNumber(time.days).map(([offset, words]) => ({ words, offset })),
    units: wordTo(UNITS.map((unit) => [unit, time.units[unit]] as const)),
    relative: phrasesByNumber(time.relative).map(([offset, words]) => ({ words, offset })),
    weekdays: wordTo(numbered(time.weekdays)),
    months: wordTo(numbered(time.months)),
    numbers: phrasesByNumber(time.numbers).map(([value, words]) => ({ words, value })),
    ahead: time.ahead.map(foldedWords),
    ago: time.ago.map(foldedWords),
    monthCues: new Set(time.month_cues.map(foldWord)),
    phrases: HORIZON_WORDS.flatMap((horizon) =>
      (time.phrases[horizon] ?? []).map((phrase) => ({ words: foldedWords(phrase), horizon })),
    ),
  };
}

const numbered = (byNumber: Readonly<Record<string, readonly string[]>>): (readonly [number, readonly string[]])[] =>
  Object.entries(byNumber).map(([key, words]) => [Number(key), words] as const);

const phrasesByNumber = (
  byNumber: Readonly<Record<string, readonly string[]>>,
): readonly (readonly [number, readonly string[]])[] =>
  numbered(byNumber).flatMap(([number, phrases]) => phrases.map((phrase) => [number, foldedWords(phrase)] as const));

function wordTo<Key>(entries: readonly (readonly [Key, readonly string[] | undefined])[]): ReadonlyMap<string, Key> {
  return new Map(entries.flatMap(([key, words]) => (words ?? []).map((word) => [foldWord(word), key] as const)));
}
