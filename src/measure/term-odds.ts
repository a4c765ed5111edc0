/** Which words of labelled questions speak for an intent although no term says so yet. Pure. */
import type { Policy, Snapshot } from "../policy/snapshot.ts";
import { type FreeText, freeTexts, isTerm } from "./free-words.ts";
import { groupsOf } from "./groups-of.ts";
import type { LabelledQuestion } from "./routing-figures.ts";

/** A word, or two adjacent ones, that might become a term. */
export interface Proposal {
  readonly intent: string;
  readonly language: string;
  /** As most questions write it. */
  readonly text: string;
  /** Questions of the intent that contain it, of all of the intent; and the same of the questions that do not name the intent. */
  readonly own: Share;
  readonly others: Share;
  readonly odds: Odds;
}

export interface Share {
  readonly n: number;
  readonly of: number;
}

export interface Odds {
  /** Natural logarithm of the odds ratio. */
  readonly log: number;
  /** `log` in standard deviations. */
  readonly z: number;
}

/** What one or two questions show may be chance. */
const LEAST_QUESTIONS = 3;
/** Two-sided 5 percent, the level of Monroe, Colaresi and Quinn. */
const LEAST_Z = 1.96;
/** Questions that the prior weighs as much as: a few, so that a word of three questions is not taken for a law. */
const PRIOR_QUESTIONS = 10;

/**
 * How much likelier a text is in the intent's questions than in the others: the log-odds ratio with an informative Dirichlet
 * prior, and its z-score. The prior says that a text is as frequent everywhere as in all questions of the language together
 * (`overall`, a share above 0 and below 1), with the weight of ten questions; so a text that occurs evenly stays near 0, and
 * one of few questions is drawn to it. Monroe, Colaresi and Quinn, "Fightin' Words: Lexical Feature Selection and Evaluation
 * for Identifying the Content of Political Conflict", Political Analysis 16 (2008), equations 16, 20 and 22, for the two
 * outcomes of a question: with the text or without.
 */
export function oddsOf(own: Share, others: Share, overall: number): Odds {
  const prior = PRIOR_QUESTIONS * overall;
  const odds = ({ n, of }: Share): number => (n + prior) / (of + PRIOR_QUESTIONS - n - prior);
  const log = Math.log(odds(own) / odds(others));
  return { log, z: log / Math.sqrt(1 / (own.n + prior) + 1 / (others.n + prior)) };
}

interface Read {
  readonly question: LabelledQuestion;
  /** By key. */
  readonly texts: ReadonlyMap<string, FreeText>;
}

/** By language, then in the order of the policy's intents, the highest z first. */
export function proposalsOf(
  questions: readonly LabelledQuestion[],
  policy: Policy,
  languages: Snapshot["languages"],
): readonly Proposal[] {
  const all = questions.map((question): Read => {
    return { question, texts: freeTexts(question.question, policy.vocabulary, languages) };
  });
  return [...groupsOf(all, ({ question }) => [question.lang])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([language, read]) => {
      const candidates = [...policy.intents.keys()]
        .flatMap((intent) => candidatesFor(intent, language, read))
        .filter(({ text }) => !isTerm(text, language, policy.vocabulary));
      return candidates
        .filter((one) => isBest(one, candidates))
        .map(({ key: _key, parts: _parts, capital: _capital, ...proposal }) => proposal);
    });
}

interface Candidate extends Proposal, Pick<FreeText, "key" | "parts" | "capital"> {}

/** A second intent of a question with one clear intent counts neither for it nor against it. */
function candidatesFor(intent: string, language: string, read: readonly Read[]): readonly Candidate[] {
  const own = read.filter(({ question: { outcome, intents } }) =>
    outcome === "tie" ? intents.includes(intent) : intents[0] === intent,
  );
  const others = read.filter(({ question: { intents } }) => !intents.includes(intent));
  const [inAll, inOthers] = [countsOf(read), countsOf(others)];
  const texts = own.flatMap((one) => [...one.texts]);
  const candidates = [...groupsOf(texts, ([key]) => [key])].flatMap(([key, group]) => {
    const found = group.map(([, text]) => text);
    const [first] = found;
    if (first === undefined || found.length < LEAST_QUESTIONS || isName(found, language)) return [];
    const shares = {
      own: { n: found.length, of: own.length },
      others: { n: inOthers.get(key) ?? 0, of: others.length },
    };
    // Half a question without it, where all have it.
    const odds = oddsOf(shares.own, shares.others, Math.min(inAll.get(key) ?? 0, read.length - 0.5) / read.length);
    return [{ ...first, text: usual(found), intent, language, ...shares, odds }];
  });
  return candidates
    .filter(({ odds }) => odds.z >= LEAST_Z)
    .sort((a, b) => b.odds.z - a.odds.z || b.own.n - a.own.n || (a.key < b.key ? -1 : 1));
}

/** In how many questions each text stands, by key. */
function countsOf(read: readonly Read[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { texts } of read) for (const key of texts.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** They write every noun with a capital, so that it shows no name. */
const CAPITAL_NOUNS: ReadonlySet<string> = new Set(["de", "lb"]);

/** A proper name: with a capital inside a sentence, and never in small letters. */
const isName = (found: readonly FreeText[], language: string): boolean =>
  !CAPITAL_NOUNS.has(language) &&
  found.some(({ capital }) => capital === "inside") &&
  found.every(({ capital }) => capital !== null);

/** A term belongs to one intent, the first where two are as good; and a pair says more than each of its words, or it is left out. */
function isBest(candidate: Candidate, all: readonly Candidate[]): boolean {
  const { key, parts, intent, odds } = candidate;
  const same = all.filter((one) => one.key === key);
  const best = same.reduce((one, other) => (other.odds.z > one.odds.z ? other : one), candidate);
  if (best !== candidate || same.find((one) => one.odds.z === odds.z) !== candidate) return false;
  return !all.some((one) => one.intent === intent && parts.includes(one.key) && one.odds.z >= odds.z);
}

/** The spelling that most questions have; of those that are as frequent the one in small letters, else the first. */
function usual(found: readonly FreeText[]): string {
  const counts = new Map<string, number>();
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isSmall = (text: string): number => Number(text === text.toLowerCase());
  const [most] = [...counts].sort(([one, a], [other, b]) => b - a || isSmall(other) - isSmall(one));
  return most?.[0] ?? "";
}
