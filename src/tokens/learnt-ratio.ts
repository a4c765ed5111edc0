/** How far a provider's own counts are from our estimates, learnt by model from the usage that is posted back. Pure but for its own state. */
import { LRUCache } from "lru-cache";

/** Thousandths of our estimate, the stated margin included. */
export interface Learnt {
  /** Smoothed ratio of measured to estimated. */
  readonly ratioMilli: number;
  /** Smoothed distance of single prompts from it. */
  readonly spreadMilli: number;
  readonly observations: number;
}

/** One prompt: what we estimated, with the stated margin and without any learnt ratio, and what its provider measured. Tokens. */
export interface Counted {
  readonly ours: number;
  readonly measured: number;
}

export interface LearntRatios {
  /** Thousandths to multiply a model's estimates with: 1,000 until enough is known, and always where its counts are exact. */
  readonly milliOf: (model: { readonly name: string; readonly exact: boolean }) => number;
  /** Takes in one prompt of a model; gives back what is known then. */
  readonly observe: (model: string, counted: Counted) => Learnt;
  /** What is known, by model. */
  readonly known: () => ReadonlyMap<string, Learnt>;
  /** What others know, and on top of it what was observed here since the last `settle`. */
  readonly over: (kept: ReadonlyMap<string, Learnt>) => Joined;
  /** Others know this now, so it is known here, with what was observed since it was joined. */
  readonly settle: (joined: Joined) => void;
}

export interface Joined {
  readonly known: ReadonlyMap<string, Learnt>;
  /** How many prompts of ours are in it. */
  readonly observed: number;
}

export const NOTHING_LEARNT: Learnt = { ratioMilli: 1000, spreadMilli: 100, observations: 0 };

/** No ratio leaves these bounds, whatever is posted. */
const LEAST_MILLI = 800;
const MOST_MILLI = 1500;
/** Ratios move in these steps, so that a model's estimates, and what is cached of them, change seldom. */
const STEP_MILLI = 50;
/** Until so many prompts nothing is changed. */
const ENOUGH = 8;
/** What one prompt moves the ratio by, as a share of its distance. */
const GAIN = 1 / 8;
/** One prompt counts as no further off than this. */
const FURTHEST_MILLI = [500, 2000] as const;
/** In a smaller prompt the provider's own wrapping is too large a part. Tokens. */
const SMALLEST_PROMPT = 256;

/**
 * What is known after one more prompt: mean and mean distance, smoothed (Jacobson 1988). Prompts that are too small, and numbers that
 * are none, change nothing.
 */
export function learn(known: Learnt, { ours, measured }: Counted): Learnt {
  if (!Number.isFinite(ours) || !Number.isFinite(measured) || ours < SMALLEST_PROMPT || measured <= 0) return known;
  const ratio = Math.min(FURTHEST_MILLI[1], Math.max(FURTHEST_MILLI[0], (measured * 1000) / ours));
  const off = ratio - known.ratioMilli;
  return {
    ratioMilli: known.ratioMilli + off * GAIN,
    spreadMilli: known.spreadMilli + (Math.abs(off) - known.spreadMilli) * GAIN,
    observations: known.observations + 1,
  };
}

/** A bound above most prompts: the mean and twice the mean distance, up to the next step, within 0.8 and 1.5. Thousandths. */
export function boundMilli({ ratioMilli, spreadMilli, observations }: Learnt): number {
  if (observations < ENOUGH) return 1000;
  const bound = Math.ceil((ratioMilli + 2 * spreadMilli) / STEP_MILLI) * STEP_MILLI;
  return Math.min(MOST_MILLI, Math.max(LEAST_MILLI, bound));
}

/** Models whose ratios are kept; the one that was posted for longest ago goes first. */
const MOST_MODELS = 1_000;
/** Prompts that nobody else knows of yet; more are learnt from here alone. */
const MOST_OWN = 10_000;

interface Observed {
  readonly model: string;
  readonly counted: Counted;
}

/** Nobody's tenant is in it. */
export function createLearntRatios(): LearntRatios {
  let models = new LRUCache<string, Learnt>({ max: MOST_MODELS });
  const own: Observed[] = [];
  return {
    milliOf: ({ name, exact }) => (exact ? 1000 : boundMilli(models.peek(name) ?? NOTHING_LEARNT)),
    observe(model, counted) {
      if (own.length < MOST_OWN) own.push({ model, counted });
      return observeIn(models, { model, counted });
    },
    known: () => oldestFirst(models),
    over: (kept) => ({ known: oldestFirst(withObserved(kept, own)), observed: own.length }),
    settle({ known, observed }) {
      own.splice(0, observed);
      models = withObserved(known, own);
    },
  };
}

function observeIn(models: LRUCache<string, Learnt>, { model, counted }: Observed): Learnt {
  const learnt = learn(models.peek(model) ?? NOTHING_LEARNT, counted);
  models.set(model, learnt);
  return learnt;
}

function withObserved(known: ReadonlyMap<string, Learnt>, observed: readonly Observed[]): LRUCache<string, Learnt> {
  const models = new LRUCache<string, Learnt>({ max: MOST_MODELS });
  for (const [name, learnt] of known) models.set(name, learnt);
  for (const one of observed) observeIn(models, one);
  return models;
}

const oldestFirst = (models: LRUCache<string, Learnt>): ReadonlyMap<string, Learnt> => new Map([...models.entries()].reverse());
