/** Finds the vocabulary's terms in the words of a question. Pure. */
import type { LanguageFile, Term, Vocabulary } from "../policy/snapshot.ts";
import { baseForms } from "../text/inflect.ts";
import type { Word } from "../text/words.ts";

export interface Hit {
  readonly term: Term;
  /** First and last word of the hit, as places in the list of words. */
  readonly first: number;
  readonly last: number;
  readonly how: "exact" | "inflected";
}

/** Forms of one word by language; computed once per word and language. */
type Forms = (at: number, language: string) => readonly string[];

/** Every place where a term stands: exactly, or as an inflected form in the term's own language. In order of the text. */
export function findTerms(
  words: readonly Word[],
  vocabulary: Vocabulary,
  languages: ReadonlyMap<string, LanguageFile>,
): readonly Hit[] {
  const forms = formsOf(words, languages);
  const hits: Hit[] = [];
  for (const [at, word] of words.entries()) {
    for (const term of vocabulary.byFirstWord.get(word.folded) ?? []) addHit(hits, term, at, words, forms);
    for (const language of languages.keys()) {
      for (const form of forms(at, language)) {
        for (const term of vocabulary.byFirstWord.get(form) ?? []) {
          if (term.language === language && form !== word.folded) addHit(hits, term, at, words, forms);
        }
      }
    }
  }
  return hits;
}

function addHit(hits: Hit[], term: Term, at: number, words: readonly Word[], forms: Forms): void {
  let how: Hit["how"] = "exact";
  for (const [offset, expected] of term.words.entries()) {
    const word = words[at + offset];
    if (word === undefined || word.clause !== words[at]?.clause) return;
    if (word.folded === expected) continue;
    if (!forms(at + offset, term.language).includes(expected)) return;
    how = "inflected";
  }
  hits.push({ term, first: at, last: at + term.words.length - 1, how });
}

function formsOf(words: readonly Word[], languages: ReadonlyMap<string, LanguageFile>): Forms {
  const known = new Map<string, readonly string[]>();
  return (at, name) => {
    const key = `${name} ${at}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const language = languages.get(name);
    const word = words[at];
    const forms = language === undefined || word === undefined ? [] : baseForms(word.folded, language);
    known.set(key, forms);
    return forms;
  };
}
