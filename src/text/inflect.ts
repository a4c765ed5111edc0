/** Dictionary forms an inflected word may come from, by a language's endings. Pure. */
import { LRUCache } from "lru-cache";
import type { LanguageFile } from "../policy/snapshot.ts";

// People ask with few words, so most have been looked at before.
const known = new WeakMap<LanguageFile, LRUCache<string, readonly string[]>>();
const MOST_WORDS = 20_000;

/** A stem shorter than this says nothing. */
const SHORTEST_STEM = 3;

/**
 * Forms that `word` may be an inflection of, without the word itself: paces → pace, running → run.
 * Not every form is a word; the caller looks them up.
 */
export function baseForms(word: string, language: LanguageFile): readonly string[] {
  const ofLanguage = known.get(language) ?? new LRUCache<string, readonly string[]>({ max: MOST_WORDS });
  known.set(language, ofLanguage);
  const forms = ofLanguage.get(word) ?? strip(word, language);
  ofLanguage.set(word, forms);
  return forms;
}

function strip(word: string, language: LanguageFile): readonly string[] {
  const forms: string[] = [];
  for (const { strip: ending, add } of language.endings) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, word.length - ending.length);
    if (stem.length < SHORTEST_STEM) continue;
    forms.push(stem + add);
    if (language.doubling && add === "" && isDoubled(stem)) forms.push(stem.slice(0, -1));
  }
  return forms;
}

const isDoubled = (stem: string): boolean => stem.length > SHORTEST_STEM && stem.at(-1) === stem.at(-2);
