/** Topics in their compiled form: which words tell of them, and how their values are written in the languages of a policy. Pure. */

import { LRUCache } from "lru-cache";
import { ANY } from "../any-language.ts";
import { type LanguageRules, NO_RULES } from "../lexicon/inflection.ts";
import { compileLexicon, type Lexicon } from "../lexicon/lexicon.ts";
import type { Pattern } from "../lexicon/pattern.ts";
import { readTerm } from "../lexicon/term-syntax.ts";
import { primaryLanguage } from "../primary-language.ts";
import { monthNames, type WrittenForms, writtenForms } from "./locale-dates.ts";
import { CURRENCY_CODES, type MoneyNames, moneyNames } from "./locale-money.ts";
import { SPANS, unitNames } from "./locale-units.ts";
import { type StatementWords, statementWords } from "./statement-words.ts";
import type { ValueKind } from "./value.ts";
import type { ValueCue } from "./value-cue.ts";

export const RESOLVES = ["newest", "trust", "tool_over_text", "request_over_profile", "surface"] as const;
/** Who wins where two items disagree. */
export type Resolve = (typeof RESOLVES)[number];

/** Words of one language, or of `any`. */
export interface TopicWord {
  readonly language: string;
  readonly text: string;
}

/** A value of a list, or a qualifier: its name and what it is written as. */
export interface ListedValue {
  readonly name: string;
  readonly words: readonly TopicWord[];
}

export interface Topic {
  readonly name: string;
  /** None: the values of the list tell of it by themselves. */
  readonly words: readonly TopicWord[];
  readonly value: ValueKind | readonly ListedValue[];
  /** What its values may be of. Values of two qualifiers stand side by side; none: every value is of the same. */
  readonly qualifiers: readonly ListedValue[];
  readonly resolve: Resolve;
}

export interface Topics {
  /** In the order of topics.yaml. */
  readonly all: readonly Topic[];
  /** The policy's own language. */
  readonly language: string;
  readonly lexicon: Lexicon<ValueCue>;
  /** What keeps a value from being stated, in every language. */
  readonly statements: StatementWords;
  /** How numbers and dates are written, by language. */
  readonly written: ReadonlyMap<string, WrittenForms>;
  /** Currency codes by symbol, by language. */
  readonly symbols: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** UTF-16 units of the longest symbol. */
  readonly longestSymbol: number;
}

const NO_LANGUAGES: ReadonlyMap<string, LanguageRules> = new Map();

/** Words of languages without rules match as written. `language` is the policy's own. */
export function compileTopics(all: readonly Topic[], rules: ReadonlyMap<string, LanguageRules>, language: string): Topics {
  const languages = all.length === 0 ? [] : [...new Set([language, ...all.flatMap(topicLanguages)])];
  const rulesOf = (tag: string): LanguageRules => rules.get(tag) ?? rules.get(primaryLanguage(tag)) ?? NO_RULES;
  const names = new Map(languages.map((tag) => [tag, localeNames(tag)] as const));
  const patterns = all.length === 0 ? [] : [...topicPatterns(all, rulesOf), ...valuePatterns(names, rulesOf)];
  return {
    all,
    language,
    lexicon: compileLexicon(patterns, rulesOf, languages.map(rulesOf)),
    statements: statementWords(all.length === 0 ? NO_LANGUAGES : rules),
    written: new Map([...names].map(([tag, { written }]) => [tag, written])),
    symbols: new Map([...names].map(([tag, { symbols }]) => [tag, symbols])),
    longestSymbol: Math.max(0, ...[...names.values()].flatMap(({ symbols }) => [...symbols.keys()].map(({ length }) => length))),
  };
}

interface LocaleNames extends MoneyNames {
  readonly written: WrittenForms;
}

// The platform takes some twenty milliseconds to tell them.
const namesByLanguage = new LRUCache<string, LocaleNames>({ max: 100 });

function localeNames(language: string): LocaleNames {
  const before = namesByLanguage.get(language);
  if (before !== undefined) return before;
  const { names, symbols } = moneyNames(language);
  const named = [...unitNames(language), ...monthNames(language), ...names];
  // Most plural forms are alike.
  const once = new Map(named.map((one) => [JSON.stringify(one), one]));
  const all = { names: [...once.values()], symbols, written: writtenForms(language) };
  namesByLanguage.set(language, all);
  return all;
}

/** Those of the topic's words and values. */
const topicLanguages = ({ words, value, qualifiers }: Topic): readonly string[] =>
  [...words, ...[...(typeof value === "string" ? [] : value), ...qualifiers].flatMap((one) => one.words)]
    .map(({ language }) => language)
    .filter((language) => language !== ANY);

type RulesOf = (language: string) => LanguageRules;

function topicPatterns(all: readonly Topic[], rulesOf: RulesOf): readonly Pattern<ValueCue>[] {
  return all.flatMap(({ words, value, qualifiers }, topic) => [
    ...words.flatMap((word) => patternsOf(word, { kind: "topic", topic }, rulesOf)),
    ...(typeof value === "string" ? [] : value).flatMap(({ name, words: written }) =>
      written.flatMap((word) => patternsOf(word, { kind: "listed", topic, name }, rulesOf, AS_WRITTEN)),
    ),
    ...qualifiers.flatMap(({ name, words: written }) =>
      written.flatMap((word) => patternsOf(word, { kind: "qualifier", topic, name }, rulesOf)),
    ),
  ]);
}

/** Units inflect, "within 14 Tagen"; what the platform writes stands as written. */
function* valuePatterns(byLanguage: ReadonlyMap<string, LocaleNames>, rulesOf: RulesOf): Generator<Pattern<ValueCue>> {
  for (const [language, { names }] of byLanguage) {
    const { units, numbers } = rulesOf(language).measures;
    for (const [text, unit] of units) yield* patternsOf({ language, text }, { kind: "unit", ...SPANS[unit] }, rulesOf);
    for (const [text, value] of numbers) yield* patternsOf({ language, text }, { kind: "count", value }, rulesOf, AS_WRITTEN);
    for (const [text, cue] of names) yield* patternsOf({ language, text }, cue, rulesOf, AS_WRITTEN);
  }
  for (const [text, cue] of CURRENCY_CODES) yield* patternsOf({ language: ANY, text }, cue, rulesOf, AS_WRITTEN);
}

/** A word is not looked for inside longer words: the delivery's state says nothing of the account's. */
function patternsOf(
  { language, text }: TopicWord,
  payload: ValueCue,
  rulesOf: RulesOf,
  { asWritten } = { asWritten: false },
): readonly Pattern<ValueCue>[] {
  const spellings = readTerm(text);
  if (typeof spellings === "string") return [];
  const loose = !rulesOf(language).compounds && (payload.kind === "topic" || payload.kind === "qualifier");
  return [{ spellings, text, asWritten, language, loose, misspelt: false, payload }];
}

const AS_WRITTEN = { asWritten: true };
