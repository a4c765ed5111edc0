/** Turns the terms of a policy into the lexicon that routing looks words up in. Pure. */
import { type LanguageRules, NO_RULES } from "../text/inflection.ts";
import { compileLexicon } from "../text/lexicon.ts";
import type { Pattern } from "../text/pattern.ts";
import { alternativesOf } from "../text/term-syntax.ts";
import { NO_SIGNS } from "./compile-signs.ts";
import type { PlacedTerm } from "./placed-terms.ts";
import type { Term, Vocabulary, Wording } from "./snapshot.ts";

type Placed = Omit<PlacedTerm, "list" | "index" | "key">;

/** What the lexicon was made from last: a policy tried out with other pieces or scopes has the same words. */
interface Compiled {
  readonly placed: readonly Placed[];
  readonly rules: ReadonlyMap<string, LanguageRules>;
  readonly vocabulary: Vocabulary;
}

const MOST_COMPILED = 2;
const compiled: Compiled[] = [];

/** Terms of a language without rules match as written. `language` is the policy's own. Without signs. */
export function compileVocabulary(
  placed: readonly Placed[],
  rules: ReadonlyMap<string, LanguageRules>,
  language: string,
): Vocabulary {
  const known = compiled.find((one) => one.rules === rules && sameTerms(one.placed, placed));
  if (known !== undefined) return { ...known.vocabulary, language };
  const terms = placed.map(({ text, language: written, intent, weightMilli }) => ({
    text,
    language: written,
    intent,
    weightMilli,
  }));
  const lexicon = compileLexicon(patternsOf(placed, terms), (tag) => rules.get(tag) ?? NO_RULES, [...rules.values()]);
  const vocabulary = { terms, lexicon, language, signs: NO_SIGNS };
  compiled.unshift({ placed, rules, vocabulary });
  compiled.length = Math.min(compiled.length, MOST_COMPILED);
  return vocabulary;
}

function* patternsOf(placed: readonly Placed[], terms: readonly Term[]): Generator<Pattern<Wording>> {
  for (const [at, { spellings, language, intent }] of placed.entries()) {
    if (typeof spellings === "string") continue;
    const term = terms[at] as Term;
    const texts = alternativesOf(term.text);
    const rest = { asWritten: false, language, loose: true, misspelt: intent !== null };
    for (const [index, spelling] of spellings.entries()) {
      yield { ...rest, spellings: [spelling], payload: { term, text: texts[index] as string } };
    }
  }
}

const sameTerms = (before: readonly Placed[], now: readonly Placed[]): boolean =>
  before.length === now.length &&
  before.every((one, at) => {
    const other = now[at] as Placed;
    return one === other || (one.text === other.text && one.language === other.language && sameWorth(one, other));
  });

const sameWorth = (one: Placed, other: Placed): boolean => one.intent === other.intent && one.weightMilli === other.weightMilli;
