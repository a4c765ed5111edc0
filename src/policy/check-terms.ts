/** Checks weighted terms: positive weights, words in every term, no term twice. Pure. */
import { lineOf, type Place, problemAt } from "./check-context.ts";
import { foldedWords, isOneClause, weightMilli } from "./compile-vocabulary.ts";
import type { Problem } from "./problem.ts";
import type { Terms } from "./schema/vocabulary-file.ts";

/** One term with its place; `key` is equal for terms that match the same words. */
export interface PlacedTerm extends Place {
  readonly text: string;
  readonly key: string;
  readonly language: string;
}

/** All terms below a place, in the order of the file. */
export function placedTerms({ reading, path }: Place, terms: Terms): readonly PlacedTerm[] {
  return Object.entries(terms).flatMap(([language, weights]) =>
    Object.entries(weights).flatMap(([weight, texts]) =>
      texts.map((text, index) => ({
        reading,
        path: [...path, language, weight, index],
        text,
        key: foldedWords(text).join(" "),
        language,
      })),
    ),
  );
}

export function checkTerms(place: Place, terms: Terms): readonly Problem[] {
  return [...checkWeights(place, terms), ...checkWords(placedTerms(place, terms))];
}

function checkWeights({ reading, path }: Place, terms: Terms): readonly Problem[] {
  return Object.entries(terms).flatMap(([language, weights]) =>
    Object.keys(weights)
      .filter((weight) => weightMilli(weight) <= 0)
      .map((weight) => {
        const message = `expected a weight above 0, got ${weight}; words that speak against an intent are not part of this version`;
        return problemAt({ reading, path: [...path, language, weight], where: "key" }, "negative-weight", message);
      }),
  );
}

function checkWords(terms: readonly PlacedTerm[]): readonly Problem[] {
  const first = new Map<string, PlacedTerm>();
  const problems: Problem[] = [];
  for (const term of terms) {
    if (term.key === "") {
      problems.push(problemAt(term, "empty-term", `"${term.text}" holds no letter and no digit, so it would never match`));
      continue;
    }
    if (!isOneClause(term.text)) {
      const message = `"${term.text}" holds a mark that ends a clause, and no phrase goes across one: it would never match`;
      problems.push(problemAt(term, "empty-term", message));
    }
    const id = `${term.language}\n${term.key}`;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, term);
    else problems.push(problemAt(term, "duplicate-term", again(term, earlier)));
  }
  return problems;
}

function again(term: PlacedTerm, earlier: PlacedTerm): string {
  const line = lineOf(earlier.reading, earlier.path);
  const same = term.text === earlier.text ? "" : ` as "${earlier.text}", which matches the same words`;
  return `"${term.text}" stands in line ${line} already${same}; keep one of them`;
}
