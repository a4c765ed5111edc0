/** Scores the intents by the terms a question contains, with the evidence of each point. Pure. */

import type { LanguageFile, Vocabulary } from "../policy/snapshot.ts";
import type { Word } from "../text/words.ts";
import { findTerms, type Hit } from "./find-terms.ts";
import type { IntentScore, Match } from "./records.ts";

/** Weights and scores are whole thousandths inside, so that sums are exact. */
export interface Score {
  readonly intent: string;
  readonly milli: number;
  readonly hits: readonly Hit[];
}

/**
 * Score of each intent with at least one hit: the weights of its terms, each term once, the longest span first where
 * two overlap. A phrase hides the shorter terms inside it from other intents. Order of the result is that of `intents`.
 */
export function classify(
  words: readonly Word[],
  vocabulary: Vocabulary,
  languages: ReadonlyMap<string, LanguageFile>,
  intents: Iterable<string>,
): readonly Score[] {
  const hits = visible(findTerms(words, vocabulary, languages));
  const scores: Score[] = [];
  for (const intent of intents) {
    const own = longestFirst(hits.filter((hit) => hit.term.intent === intent));
    if (own.length === 0) continue;
    scores.push({ intent, milli: own.reduce((sum, hit) => sum + hit.term.weightMilli, 0), hits: own });
  }
  return scores;
}

/** The evidence in the shape of the response. Contributions sum to the score. */
export function scoreRecords(scores: readonly Score[], words: readonly Word[]): readonly IntentScore[] {
  return scores.map(({ intent, milli, hits }) => ({
    intent,
    score: milli / 1000,
    matches: matchesOf(hits, words),
  }));
}

/** The evidence of single hits. */
export const matchesOf = (hits: readonly Hit[], words: readonly Word[]): readonly Match[] =>
  hits.map((hit) => matchOf(hit, words));

function matchOf({ term, first, last, how }: Hit, words: readonly Word[]): Match {
  const weight = term.weightMilli / 1000;
  return {
    term: term.text,
    language: term.language,
    weight,
    factor: 1,
    contribution: weight,
    how,
    start: words[first]?.start ?? 0,
    end: words[last]?.end ?? 0,
    polarity: "positive",
  };
}

const length = (hit: Hit): number => hit.last - hit.first;
const inside = (inner: Hit, outer: Hit): boolean =>
  inner.first >= outer.first && inner.last <= outer.last && length(inner) < length(outer);

/** Without the hits that a longer phrase of another intent covers. */
function visible(hits: readonly Hit[]): readonly Hit[] {
  const phrases = hits.filter((hit) => length(hit) > 0);
  if (phrases.length === 0) return hits;
  return hits.filter((hit) => !phrases.some((phrase) => phrase.term.intent !== hit.term.intent && inside(hit, phrase)));
}

/** Of overlapping hits the longest (then the earliest, then the exact one); of repeats of one term the first. In order of the text. */
function longestFirst(hits: readonly Hit[]): readonly Hit[] {
  const ranked = [...hits].sort(
    (a, b) =>
      length(b) - length(a) ||
      a.first - b.first ||
      Number(a.how === "inflected") - Number(b.how === "inflected") ||
      (a.term.text < b.term.text ? -1 : 1),
  );
  const kept: Hit[] = [];
  const terms = new Set<string>();
  for (const hit of ranked) {
    if (terms.has(hit.term.text) || kept.some((other) => hit.first <= other.last && other.first <= hit.last)) continue;
    kept.push(hit);
    terms.add(hit.term.text);
  }
  return kept.sort((a, b) => a.first - b.first);
}
