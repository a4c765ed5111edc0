/** Dictionary forms an inflected word may come from, by a language's endings. Pure. */
import type { LanguageFile } from "../policy/snapshot.ts";

/** A stem shorter than this says nothing. */
const SHORTEST_STEM = 3;

/**
 * Forms that `word` may be an inflection of, without the word itself: paces → pace, running → run.
 * Not every form is a word; the caller looks them up.
 */
export function baseForms(word: string, language: LanguageFile): readonly string[] {
  const forms: string[] = [];
  for (const { strip, add } of language.endings) {
    if (!word.endsWith(strip)) continue;
    const stem = word.slice(0, word.length - strip.length);
    if (stem.length < SHORTEST_STEM) continue;
    forms.push(stem + add);
    if (language.doubling && add === "" && isDoubled(stem)) forms.push(stem.slice(0, -1));
  }
  return forms;
}

const isDoubled = (stem: string): boolean => stem.length > SHORTEST_STEM && stem.at(-1) === stem.at(-2);
