/** Small vocabularies and language files for the pure tests of routing. */
import { compileVocabulary } from "../../src/policy/compile/vocabulary.ts";
import { compileLanguages } from "../../src/policy/languages/load-languages.ts";
import { LanguageYaml } from "../../src/policy/schema/language-file.ts";
import type { Factors, Vocabulary } from "../../src/policy/snapshot.ts";
import { classify, scoreRecords } from "../../src/routing/classify.ts";
import { hear } from "../../src/routing/hear.ts";
import type { Languages } from "../../src/text/lexicon/known-languages.ts";
import { readTerm } from "../../src/text/lexicon/term-syntax.ts";

export const FACTORS: Factors = {
  compoundMilli: 800,
  fuzzyMilli: 700,
  loneMilli: 1_000,
  personalMilli: 1_000,
  negatedMilli: 250,
  excludedMilli: 0,
  backgroundMilli: 500,
};
export const NO_LANGUAGES = compileLanguages([]);

/** Language files from what differs from an empty one. */
export const languagesOf = (...files: readonly object[]): Languages =>
  compileLanguages(files.map((file) => LanguageYaml.parse(file)));

/** Terms with their weights, by intent. */
export type TermTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function vocabularyOf(terms: TermTable, languages: Languages, language = "en"): Vocabulary {
  const placed = Object.entries(terms).flatMap(([intent, weights]) =>
    Object.entries(weights).map(([text, weight]) => ({
      text,
      language,
      intent,
      weightMilli: Math.round(weight * 1_000),
      spellings: readTerm(text),
    })),
  );
  return compileVocabulary(placed, languages.rules, language);
}

/** The scores of a question as they stand in a response. */
export function scoresOf(question: string, terms: TermTable, languages: Languages, language = "en") {
  const heard = hear(question, vocabularyOf(terms, languages, language), languages);
  return scoreRecords(classify(heard, FACTORS, Object.keys(terms)).scores, heard.words);
}
