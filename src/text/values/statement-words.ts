/** The words that keep a value from being stated, of all languages at once. Pure but for one memo a set of rules. */
import type { LanguageRules } from "../lexicon/inflection.ts";
import { NO_RULES } from "../lexicon/inflection.ts";
import { compileLexicon, type Lexicon } from "../lexicon/lexicon.ts";
import type { Pattern } from "../lexicon/pattern.ts";
import { readTerm } from "../lexicon/term-syntax.ts";
import type { StatementCue } from "./statement-cue.ts";

export interface StatementWords {
  readonly lexicon: Lexicon<StatementCue>;
  /** Languages that list words with which a question asks about something. */
  readonly asking: ReadonlySet<string>;
}

const compiled = new WeakMap<ReadonlyMap<string, LanguageRules>, StatementWords>();

export function statementWords(rules: ReadonlyMap<string, LanguageRules>): StatementWords {
  const before = compiled.get(rules);
  if (before !== undefined) return before;
  const rulesOf = (language: string): LanguageRules => rules.get(language) ?? NO_RULES;
  const all = [...rules.values()];
  const words = {
    lexicon: compileLexicon(all.flatMap(patternsOf), rulesOf, all),
    asking: new Set(all.filter(({ statements }) => statements.some(([, cue]) => cue === "asks")).map(({ language }) => language)),
  };
  compiled.set(rules, words);
  return words;
}

/** As written: an inflected denial is another word, such as "noted". */
function patternsOf({ language, statements }: LanguageRules): readonly Pattern<StatementCue>[] {
  return statements.flatMap(([phrase, payload]) => {
    const spellings = readTerm(phrase);
    if (typeof spellings === "string") return [];
    return [{ spellings, text: phrase, asWritten: true, language, loose: false, misspelt: false, payload }];
  });
}
