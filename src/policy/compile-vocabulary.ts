/** Turns the terms of a policy into the lexicon that routing looks words up in. Pure. */
import { type LanguageRules, NO_RULES } from "../text/inflection.ts";
import { compileLexicon } from "../text/lexicon.ts";
import type { Pattern } from "../text/pattern.ts";
import type { PlacedTerm } from "./placed-terms.ts";
import type { Term, Vocabulary } from "./snapshot.ts";

type Placed = Omit<PlacedTerm, "reading" | "path" | "key">;

/** Terms of a language without rules match as written. `language` is the policy's own. */
export function compileVocabulary(
  terms: readonly Placed[],
  rules: ReadonlyMap<string, LanguageRules>,
  language: string,
): Vocabulary {
  const own: Term[] = [];
  const patterns: Pattern<Term>[] = [];
  for (const { text, language: written, intent, weightMilli, spellings } of terms) {
    const payload: Term = { text, language: written, intent, weightMilli };
    own.push(payload);
    if (typeof spellings === "string") continue;
    for (const spelling of spellings) {
      patterns.push({ spelling, language: written, loose: true, misspelt: intent !== null, payload });
    }
  }
  const lexicon = compileLexicon(patterns, (tag) => rules.get(tag) ?? NO_RULES, [...rules.values()]);
  return { terms: own, lexicon, language };
}
