/** The words with which languages deny or set aside, where one word alone does. Pure. */
import { foldWord } from "../text/fold.ts";
import type { LanguageYaml } from "./schema/language-file.ts";

const MARKS = /[\s|=*]|\.\./;

/** Folded. Phrases of several words are not among them: their parts deny nothing alone. */
export function negatorsOf(languages: readonly LanguageYaml[]): ReadonlySet<string> {
  const phrases = languages.flatMap(({ negation: { plain: _plain, ...bearing } }) => Object.values(bearing).flat());
  return new Set(phrases.filter((phrase) => !MARKS.test(phrase)).map(foldWord));
}

/** By language, folded: what denies wherever it stands. */
export const denialsOf = (languages: readonly LanguageYaml[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(languages.map(({ language, negation }) => [language, new Set(negation.plain.map(foldWord))]));
