/** Turns the terms of a policy into the lexicon that routing looks words up in. Pure, but for the last results. */
import { type LanguageRules, NO_RULES } from "../../text/lexicon/inflection.ts";
import { compileLexicon } from "../../text/lexicon/lexicon.ts";
import type { Pattern } from "../../text/lexicon/pattern.ts";
import { alternativesOf } from "../../text/lexicon/term-syntax.ts";
import type { PlacedTerm } from "../check/placed-terms.ts";
import type { Term, Vocabulary, Wording } from "../snapshot.ts";
import { lastMade, sameList } from "./last-made.ts";
import { NO_SIGNS } from "./signs.ts";

type Placed = Omit<PlacedTerm, "list" | "index">;

interface Words {
  readonly placed: readonly Placed[];
  readonly rules: ReadonlyMap<string, LanguageRules>;
}

const lexiconOf = lastMade<Words, Pick<Vocabulary, "terms" | "lexicon">>(
  (before, now) => before.rules === now.rules && sameList(before.placed, now.placed, isSameTerm),
  ({ placed, rules }) => {
    const terms = placed.map(({ text, language, intent, weightMilli }) => ({ text, language, intent, weightMilli }));
    return {
      terms,
      lexicon: compileLexicon(patternsOf(placed, terms), (tag) => rules.get(tag) ?? NO_RULES, [...rules.values()]),
    };
  },
);

/** Terms of a language without rules match as written. `language` is the policy's own. Without signs. */
export const compileVocabulary = (
  placed: readonly Placed[],
  rules: ReadonlyMap<string, LanguageRules>,
  language: string,
): Vocabulary => ({ ...lexiconOf({ placed, rules }), language, signs: NO_SIGNS });

function* patternsOf(placed: readonly Placed[], terms: readonly Term[]): Generator<Pattern<Wording>> {
  for (let at = 0; at < placed.length; at += 1) {
    const { spellings, language, intent } = placed[at] as Placed;
    if (typeof spellings === "string") continue;
    const term = terms[at] as Term;
    const texts = alternativesOf(term.text);
    for (let index = 0; index < spellings.length; index += 1) {
      const payload = { term, text: texts[index] as string };
      yield {
        spellings: [spellings[index] as string],
        text: payload.text,
        asWritten: false,
        language,
        loose: true,
        misspelt: intent !== null,
        payload,
      };
    }
  }
}

const isSameTerm = (one: Placed, other: Placed): boolean =>
  one.text === other.text &&
  one.language === other.language &&
  one.intent === other.intent &&
  one.weightMilli === other.weightMilli;
