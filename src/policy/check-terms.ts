/** Checks weighted terms: weights that say something, terms that can match, no term twice. Pure. */

import type { TermFault } from "../text/term-syntax.ts";
import { lineOf, type Place, problemAt } from "./check-context.ts";
import { type PlacedTerm, weightMilli } from "./placed-terms.ts";
import type { Problem } from "./problem.ts";
import type { Terms } from "./schema/vocabulary-file.ts";

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
export function checkTerms(terms: readonly PlacedTerm[]): readonly Problem[] {
  const groups = new Map<string, Map<string, PlacedTerm>>();
  const problems: Problem[] = [];
  for (const term of terms) {
    if (typeof term.spellings === "string") {
      problems.push(problemAt(term, "empty-term", termFault(term.text, term.spellings)));
      continue;
    }
    const id = `${term.intent}\n${term.language}`;
    const first = groups.get(id) ?? new Map<string, PlacedTerm>();
    groups.set(id, first);
    const earlier = first.get(term.key);
    if (earlier === undefined) first.set(term.key, term);
    else problems.push(problemAt(term, "duplicate-term", again(term, earlier)));
  }
  return problems;
}

function again(term: PlacedTerm, earlier: PlacedTerm): string {
  const line = lineOf(earlier.reading, earlier.path);
  const where = earlier.reading === term.reading ? `in line ${line}` : `in ${earlier.reading.file}:${line}`;
  const same = term.text === earlier.text ? "" : ` as "${earlier.text}", which matches the same words`;
  return `"${term.text}" stands ${where} already${same}; keep one of them`;
}
