/** Words that a policy says mean the same: what a question's words also ask for. Pure, but for memos. */

import { ANY } from "../text/any-language.ts";
import { primaryLanguage } from "../text/primary-language.ts";
import { type SearchWord, termReader } from "../text/words/search-terms.ts";

/** One way; both ways are two rules. */
export interface SynonymRule {
  /** BCP 47, or "any". */
  readonly language: string;
  /** Words or phrases as people write them. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface Synonyms {
  /** The phrases of the rules for one language and for any, by the first term of what they begin from. */
  readonly of: (language: string) => ReadonlyMap<string, readonly Synonym[]>;
}

/** A phrase by its terms. */
export interface Synonym {
  readonly from: readonly string[];
  readonly to: readonly SearchWord[];
}

export const NO_SYNONYMS: Synonyms = { of: () => new Map() };

/** Phrases are read by the rules of each language that is asked for; what has no letters says nothing. */
export function compileSynonyms(rules: readonly SynonymRule[]): Synonyms {
  const known = new Map<string, ReadonlyMap<string, readonly Synonym[]>>();
  return {
    of: (language) => {
      const before = known.get(language);
      if (before !== undefined) return before;
      const read = readRules(rules, language);
      known.set(language, read);
      return read;
    },
  };
}

function readRules(rules: readonly SynonymRule[], language: string): ReadonlyMap<string, readonly Synonym[]> {
  const read = termReader(language);
  const byFirst = new Map<string, Synonym[]>();
  for (const rule of rules) {
    if (rule.language !== ANY && primaryLanguage(rule.language) !== language) continue;
    const to = rule.to.flatMap((phrase) => read(phrase));
    for (const from of rule.from) {
      const sequence = read(from).map(({ terms: { term } }) => term);
      const [first] = sequence;
      if (first === undefined || to.length === 0) continue;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { from: sequence, to }]);
    }
  }
  return byFirst;
}
