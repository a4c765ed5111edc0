/** Checks weighted terms: weights that say something, terms that can match, no term twice. Pure. */

import type { TermFault } from "../../text/lexicon/term-syntax.ts";
import type { Problem } from "../problem.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import type { Terms } from "../schema/vocabulary-file.ts";
import { lineOf, type Place, problemAt } from "./context.ts";
import { earlierTerm, type PlacedTerm, placedTerms, placeOf, repeatedTerms, weightMilli } from "./placed-terms.ts";

/** Weights below a place. `sign` tells whether a weight below zero says something there. */
export function checkWeights({ reading, path }: Place, weights: Terms[string], sign: "positive" | "any"): readonly Problem[] {
  return Object.keys(weights)
    .filter((weight) => weightMilli(weight) === 0 || (sign === "positive" && weightMilli(weight) < 0))
    .map((weight) => {
      const expected = sign === "positive" ? "a weight above 0" : "a weight other than 0";
      const message = `expected ${expected}, got ${weight}`;
      return problemAt({ reading, path: [...path, weight], where: "key" }, "bad-weight", message);
    });
}

/** Why a term can never match, or would match too much. */
export const termFault = (text: string, fault: TermFault): string => FAULTS[fault](text);

const FAULTS: Readonly<Record<TermFault, (text: string) => string>> = {
  empty: (text) => `"${text}" holds a part without letter, digit or emoji, so it would never match`,
  two_clauses: (text) => `"${text}" holds a mark that ends a clause, and no phrase goes across one: it would never match`,
  dangling_gap: (text) => `"${text}" has ".." without a word on both sides; it stands for up to three words between two others`,
  short_stem: (text) => `"${text}" has "*" after fewer than three letters: too many words begin so`,
};

/** Each term on its own, and against the terms of its intent and language before it. */
export function checkTerms(policy: PolicyReading): readonly Problem[] {
  const problems: Problem[] = [];
  for (const term of placedTerms(policy)) {
    const { text, spellings } = term;
    if (typeof spellings === "string") problems.push(problemAt(placeOf(term), "empty-term", termFault(text, spellings)));
  }
  for (const repeated of repeatedTerms(policy)) {
    const { term } = repeated;
    const earlier = earlierTerm(repeated, ({ intent, language }) => intent === term.intent && language === term.language);
    if (earlier !== null) problems.push(problemAt(placeOf(term), "duplicate-term", again(term, earlier)));
  }
  return problems;
}

function again(term: PlacedTerm, earlier: PlacedTerm): string {
  const { reading, path } = placeOf(earlier);
  const line = lineOf(reading, path);
  const where = reading === term.list.reading ? `in line ${line}` : `in ${reading.file}:${line}`;
  const same = term.text === earlier.text ? "" : ` as "${earlier.text}", which matches the same words`;
  return `"${term.text}" stands ${where} already${same}; keep one of them`;
}
