/** The words with which languages deny or set aside, where one word alone does. Pure. */
import type { StayWords } from "../../text/must-stay.ts";
import { foldWord } from "../../text/words/fold.ts";
import { UNSPACED } from "../../text/words/unspaced.ts";
import type { LanguageYaml } from "../schema/language-file.ts";

const MARKS = /[\s|=*]|\.\./;

/** Folded. Phrases of several words are not among them: their parts deny nothing alone. */
export function negatorsOf(languages: readonly LanguageYaml[]): ReadonlySet<string> {
  const phrases = languages.flatMap(({ negation: { plain: _plain, ...bearing } }) => Object.values(bearing).flat());
  return new Set(phrases.filter((phrase) => !MARKS.test(phrase)).map(foldWord));
}

/**
 * What a sentence is kept for when a text is shortened: words that deny wherever they stand, exceptions, and words for numbers and parts from
 * two on. Of one or two signs without spaces nobody knows whether they count, so those are left to `must-stay.ts`.
 */
export const stayWordsOf = (languages: readonly LanguageYaml[]): readonly StayWords[] =>
  languages.map(({ language, negation, statement, time, common }) => {
    const numbers = Object.entries(time.numbers).flatMap(([number, words]) => (Number(number) < 2 ? [] : words));
    const counted = [...numbers, ...statement.part].filter((word) => !SHORT_UNSPACED.test(word));
    const phrases = [...negation.plain, ...statement.exception, ...counted].filter((phrase) => !TERM_MARKS.test(phrase));
    return { language, phrases, common: common.map(foldWord) };
  });

const SHORT_UNSPACED = new RegExp(`^[${UNSPACED}]{1,2}$`, "u");
const TERM_MARKS = /[|=*]|\.\./;
