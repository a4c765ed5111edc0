/** Scores the intents by the terms a question contains, with the evidence of each point. Pure. */
import type { Factors } from "../policy/snapshot.ts";
import type { Word } from "../text/words/words.ts";
import type { Hit } from "./hear.ts";
import { type LoneInput, lonesOf, personalOf } from "./lone-word.ts";
import type { Places } from "./polarity.ts";
import type { IntentScore, Match, Suppressed } from "./records.ts";

/** A hit and what it adds to its intent, in thousandths. */
export interface Counted {
  readonly hit: Hit;
  readonly factorMilli: number;
  readonly milli: number;
}

/** Weights and scores are whole thousandths inside, so that sums are exact. */
export interface Score {
  readonly intent: string;
  readonly milli: number;
  /** The part of it that comes from the words of red flags. */
  readonly flaggedMilli: number;
  readonly counted: readonly Counted[];
}

export interface Classified {
  /** The intents with at least one hit, in the order of `intents`. */
  readonly scores: readonly Score[];
  /** Hits that do not count, because of a phrase of another intent or a longer or earlier hit of their own. */
  readonly suppressed: readonly { readonly hit: Hit; readonly by: Hit; readonly why: Suppressed["why"] }[];
}

/**
 * Score of each intent: the weights of its terms, each term once, the longest span first where two overlap. A phrase hides
 * the shorter terms inside it from other intents. A term that is denied, set aside or a mere circumstance loses weight only where
 * another intent has plain evidence, so "I can't sleep" stays about sleep; what is set aside, where the question goes on too.
 */
export function classify(heard: LoneInput, factors: Factors, intents: Iterable<string>): Classified {
  const { hits } = heard;
  const terms = hits.filter((hit) => hit.term.intent !== null);
  const flags = hits.filter((hit) => hit.term.intent === null);
  const flagged = flags.flatMap(placesOf);
  const isFlagged = (hit: Hit): boolean =>
    placesOf(hit).some(({ first, last }) => flagged.some((flag) => flag.first <= last && flag.last >= first));
  const suppressed: { hit: Hit; by: Hit; why: Suppressed["why"] }[] = [];
  const seen = visible(terms, (hit, by) => suppressed.push({ hit, by, why: "phrase" }));
  const dropOwn: Drop = (hit, by) => suppressed.push({ hit, by, why: by.term === hit.term ? "repeat" : "overlap" });
  const byIntent = hitsByIntent(seen, intents).map(({ intent, hits: own }) => ({ intent, own: longestFirst(own, dropOwn) }));
  const meant = new Set(byIntent.filter(({ own }) => own.some(isMeant)).map(({ intent }) => intent));
  const all = byIntent.flatMap(({ own }) => own);
  const lones = lonesOf(all, heard);
  const personal = personalOf(all, heard);
  const scores = byIntent.map(({ intent, own }) => {
    const others = meant.size > Number(meant.has(intent));
    const counted = own.map((hit) =>
      lones.includes(hit) && (heard.speaker === "nobody" || !isFlagged(hit))
        ? weighed(hit, loneMilli(hit, factors))
        : countedOf(hit, factors, others || isLeftBehind(hit, heard.words), hit === personal ? factors.personalMilli : 1_000),
    );
    const flaggedMilli = sumOf(counted.filter(({ hit }) => isFlagged(hit)));
    return { intent, milli: sumOf(counted), flaggedMilli, counted };
  });
  return { scores, suppressed };
}

interface HitsOfIntent {
  readonly intent: string;
  readonly hits: readonly Hit[];
}

/** In the order of `intents`; without those that have none. */
function hitsByIntent(hits: readonly Hit[], intents: Iterable<string>): readonly HitsOfIntent[] {
  if (hits.length === 0) return [];
  const all: HitsOfIntent[] = [];
  for (const intent of intents) {
    const own = hits.filter(({ term }) => term.intent === intent);
    if (own.length > 0) all.push({ intent, hits: own });
  }
  return all;
}

const sumOf = (counted: readonly Counted[]): number => counted.reduce((sum, { milli }) => sum + milli, 0);

const isMeant = ({ polarity, term }: Hit): boolean => polarity === "positive" && term.weightMilli > 0;

const weighed = (hit: Hit, factorMilli: number): Counted => ({
  hit,
  factorMilli,
  milli: Math.round((hit.term.weightMilli * factorMilli) / 1_000),
});

/** Set aside in one clause of several, so that another one asks: "Instead of a meal plan, where do I change my number?" */
const isLeftBehind = ({ polarity, first }: Hit, words: readonly Word[]): boolean =>
  polarity === "excluded" && words.some(({ clause }) => clause !== words[first]?.clause);

/** What is said more strongly than by itself is no surer: what is left of it decides as little. */
const SURE_MILLI = 2_000;
const loneMilli = ({ term }: Hit, factors: Factors): number =>
  Math.round((factors.loneMilli * SURE_MILLI) / Math.max(SURE_MILLI, term.weightMilli));

function countedOf(hit: Hit, factors: Factors, contrast: boolean, personalMilli: number): Counted {
  const how = hit.how === "compound" ? factors.compoundMilli : hit.how === "fuzzy" ? factors.fuzzyMilli : 1_000;
  // What speaks against an intent is meant as it stands: "it does not hurt" may be such a term.
  const plain = hit.polarity === "positive" || !contrast || hit.term.weightMilli < 0;
  const shade = plain ? 1_000 : factors[`${hit.polarity}Milli`];
  return weighed(hit, Math.round((how * shade * personalMilli) / 1_000_000));
}

/** The evidence in the shape of the response. Contributions sum to the score. */
export const scoreRecords = (scores: readonly Score[], words: readonly Word[]): readonly IntentScore[] =>
  scores.map(({ intent, milli, counted }) => ({
    intent,
    score: milli / 1_000,
    matches: counted.map((one) => matchOf(one, words)),
  }));

/** The evidence of hits that count as they stand. */
export const matchesOf = (hits: readonly Hit[], words: readonly Word[]): readonly Match[] =>
  hits.map((hit) => matchOf({ hit, factorMilli: 1_000, milli: hit.term.weightMilli }, words));

function matchOf({ hit, factorMilli, milli }: Counted, words: readonly Word[]): Match {
  const { term, wording, how, polarity, cue } = hit;
  return {
    term: wording,
    language: term.language,
    weight: term.weightMilli / 1_000,
    factor: factorMilli / 1_000,
    contribution: milli / 1_000,
    how,
    ...spanOf(hit, words),
    polarity,
    cue: cue === null ? null : spanOf(cue, words),
  };
}

export const suppressedRecords = ({ suppressed }: Classified, words: readonly Word[]): readonly Suppressed[] =>
  suppressed.map(({ hit, by, why }) => ({
    term: hit.wording,
    language: hit.term.language,
    intent: hit.term.intent ?? "",
    ...spanOf(hit, words),
    by: by.wording,
    why,
  }));

const spanOf = ({ first, last }: Places, words: readonly Word[]) => ({
  start: words[first]?.start ?? 0,
  end: words[last]?.end ?? 0,
});

/** Of the span, in words. */
const length = (hit: Hit): number => hit.last - hit.first + 1;

/** Of several words, or with a gap between its words. */
const isPhrase = (hit: Hit): boolean => length(hit) > 1;

type Drop = (hit: Hit, by: Hit) => void;

/** Without the hits that a longer phrase of another intent covers. A sign covers none: what stands between its words is not its own. */
function visible(hits: readonly Hit[], drop: Drop): readonly Hit[] {
  const phrases = hits.filter((hit) => isPhrase(hit) && hit.polarity === "positive" && hit.parts === null);
  if (phrases.length === 0) return hits;
  const covering = new Map<number, Hit[]>();
  for (const phrase of phrases) {
    for (let at = phrase.first; at <= phrase.last; at += 1) {
      const others = covering.get(at);
      if (others === undefined) covering.set(at, [phrase]);
      else others.push(phrase);
    }
  }
  return hits.filter((hit) => {
    const by = longestOf(
      (covering.get(hit.first) ?? []).filter(
        (phrase) => phrase.term.intent !== hit.term.intent && phrase.last >= hit.last && length(phrase) > length(hit),
      ),
    );
    if (by !== undefined) drop(hit, by);
    return by === undefined;
  });
}

/** Of equally long ones the first in the alphabet, so that the order of the files says nothing. */
function longestOf(phrases: readonly Hit[]): Hit | undefined {
  let best: Hit | undefined;
  for (const one of phrases) if (best === undefined || isLonger(one, best)) best = one;
  return best;
}

const isLonger = (one: Hit, other: Hit): boolean =>
  length(one) > length(other) || (length(one) === length(other) && one.term.text < other.term.text);

const SURE: Readonly<Record<Hit["how"], number>> = { exact: 0, inflected: 1, prefixed: 2, compound: 3, fuzzy: 4 };

/** A phrase of another matter: "race condition" beside "a race". */
const isAgainst = (hit: Hit): boolean => hit.term.weightMilli < 0 && isPhrase(hit);

/** Of overlapping hits the longest (then the one that speaks against, the earliest, the surest, the heaviest); of repeats of one term the first. In order of the text. */
function longestFirst(hits: readonly Hit[], drop: Drop): readonly Hit[] {
  if (hits.length === 1) return hits;
  const ranked = [...hits].sort(
    (a, b) =>
      length(b) - length(a) ||
      Number(b.polarity === "positive") - Number(a.polarity === "positive") ||
      Number(isAgainst(b)) - Number(isAgainst(a)) ||
      a.first - b.first ||
      SURE[a.how] - SURE[b.how] ||
      Math.abs(b.term.weightMilli) - Math.abs(a.term.weightMilli) ||
      (a.term.text < b.term.text ? -1 : a.term.text > b.term.text ? 1 : a.term.language < b.term.language ? -1 : 1),
  );
  const kept: Hit[] = [];
  const takenBy = new Map<number, Hit>();
  const terms = new Map<Hit["term"], Hit>();
  for (const hit of ranked) {
    const by = terms.get(hit.term) ?? takenAt(takenBy, hit);
    if (by !== undefined) {
      drop(hit, by);
      continue;
    }
    kept.push(hit);
    terms.set(hit.term, hit);
    for (const { first, last } of placesOf(hit)) for (let at = first; at <= last; at += 1) takenBy.set(at, hit);
  }
  return kept.sort((a, b) => a.first - b.first);
}

function takenAt(takenBy: ReadonlyMap<number, Hit>, hit: Hit): Hit | undefined {
  for (const { first, last } of placesOf(hit)) {
    for (let at = first; at <= last; at += 1) {
      const by = takenBy.get(at);
      if (by !== undefined) return by;
    }
  }
  return undefined;
}

/** Its own words. */
const placesOf = (hit: Hit): readonly Places[] => hit.parts ?? [hit];
