/** Which words of labelled questions speak for an intent although no term says so yet. Pure. */
import type { Policy, Snapshot } from "../policy/snapshot.ts";
import { type FreeText, freeTexts, isTerm } from "./free-words.ts";
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
  readonly logOdds: number;
}

export interface Share {
  readonly n: number;
  readonly of: number;
}

/** What a single question shows may be chance. */
const LEAST_QUESTIONS = 2;
/** Natural logarithm: the odds are at least 2.7 times as high. */
const LEAST_LOG_ODDS = 1;

/**
 * The logarithm of the odds ratio of a two-by-two table, with a half added to each cell so that an empty one has a value:
 * ln((a + ½)(d + ½) / ((b + ½)(c + ½))), where `a` of the intent's questions contain the text and `b` do not, and `c` of the
 * others do and `d` do not. Haldane, "The estimation and significance of the logarithm of a ratio of frequencies", Annals of
 * Human Genetics 20 (1956); Anscombe, "On estimating binomial response relations", Biometrika 43 (1956).
 */
export function logOddsOf(own: Share, others: Share): number {
  const odds = ({ n, of }: Share): number => (n + 0.5) / (of - n + 0.5);
  return Math.log(odds(own) / odds(others));
}

interface Read {
  readonly question: LabelledQuestion;
  /** By key. */
  readonly texts: ReadonlyMap<string, FreeText>;
}

/** By language, then in the order of the policy's intents, the highest log-odds first. */
export function proposalsOf(
  questions: readonly LabelledQuestion[],
  policy: Policy,
  languages: Snapshot["languages"],
): readonly Proposal[] {
  const byLanguage = new Map<string, Read[]>();
  for (const question of questions) {
    const read = { question, texts: freeTexts(question.question, policy.vocabulary, languages) };
    byLanguage.set(question.lang, [...(byLanguage.get(question.lang) ?? []), read]);
  }
  return [...byLanguage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([language, read]) => {
      const candidates = [...policy.intents.keys()]
        .flatMap((intent) => candidatesFor(intent, language, read))
        .filter(({ text }) => !isTerm(text, language, policy.vocabulary));
      return candidates.filter((one) => isBest(one, candidates)).map(({ key: _key, parts: _parts, ...proposal }) => proposal);
    });
}

interface Candidate extends Proposal, Pick<FreeText, "key" | "parts"> {}

/** A second intent of a question with one clear intent counts neither for it nor against it. */
function candidatesFor(intent: string, language: string, read: readonly Read[]): readonly Candidate[] {
  const own = read.filter(({ question: { outcome, intents } }) =>
    outcome === "tie" ? intents.includes(intent) : intents[0] === intent,
  );
  const others = read.filter(({ question: { intents } }) => !intents.includes(intent));
  const keys = new Set(own.flatMap(({ texts }) => [...texts.keys()]));
  const candidates = [...keys].flatMap((key) => {
    const found = own.flatMap(({ texts }) => texts.get(key) ?? []);
    const [first] = found;
    if (first === undefined || found.length < LEAST_QUESTIONS) return [];
    const shares = {
      own: { n: found.length, of: own.length },
      others: { n: others.filter(({ texts }) => texts.has(key)).length, of: others.length },
    };
    return [{ ...first, text: usual(found), intent, language, ...shares, logOdds: logOddsOf(shares.own, shares.others) }];
  });
  return candidates
    .filter(({ logOdds }) => logOdds >= LEAST_LOG_ODDS)
    .sort((a, b) => b.logOdds - a.logOdds || b.own.n - a.own.n || (a.key < b.key ? -1 : 1));
}

/** A term belongs to one intent, the first where two are as good; and a pair says more than each of its words, or it is left out. */
function isBest(candidate: Candidate, all: readonly Candidate[]): boolean {
  const { key, parts, intent, logOdds } = candidate;
  const same = all.filter((one) => one.key === key);
  const best = same.reduce((one, other) => (other.logOdds > one.logOdds ? other : one), candidate);
  if (best !== candidate || same.find((one) => one.logOdds === logOdds) !== candidate) return false;
  return !all.some((one) => one.intent === intent && parts.includes(one.key) && one.logOdds >= logOdds);
}

/** The spelling that most questions have; of those that are as frequent the one in small letters, else the first. */
function usual(found: readonly FreeText[]): string {
  const counts = new Map<string, number>();
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isSmall = (text: string): number => Number(text === text.toLowerCase());
  const [most] = [...counts].sort(([one, a], [other, b]) => b - a || isSmall(other) - isSmall(one));
  return most?.[0] ?? "";
}
