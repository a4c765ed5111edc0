/** Keeps what was learnt from usage beyond one run, and shares it with other instances: now and then, in the background. IO through the store. */
import { z } from "zod";
import type { LearntStore } from "../store/learnt-store.ts";
import { type Rhythm, startRhythm, type Timer } from "../store/rhythm.ts";
import type { Learnt, LearntRatios } from "../tokens/learnt-ratio.ts";

/** No start waits for it. */
const FIRST_MS = 100;
/** What was learnt in between is lost with a process that is killed. */
const REST_MS = 30_000;
/** Others may write first; then it is for the next time. */
const MOST_TRIES = 3;

export interface KeepLearntOptions {
  readonly store: LearntStore;
  readonly learnt: Pick<LearntRatios, "over" | "settle">;
  readonly timer: Timer;
  readonly onFault: (error: unknown) => void;
}

/** Closing waits for what is under way, and then keeps what is left. */
export function keepLearnt({ store, learnt, timer, onFault }: KeepLearntOptions): Rhythm {
  const exchanged = (): Promise<void> => exchange(store, learnt).catch(onFault);
  const rhythm = startRhythm(timer, FIRST_MS, async () => {
    await exchanged();
    return REST_MS;
  });
  return {
    async close() {
      await rhythm.close();
      await exchanged();
    },
  };
}

/** What others learnt is taken in, and what was learnt here since stands on top of it, there and here. */
async function exchange(store: LearntStore, learnt: KeepLearntOptions["learnt"]): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { text, revision } = await store.readLearnt();
    const joined = learnt.over(text === null ? new Map() : readLearnt(text));
    if (joined.observed === 0 || (await store.writeLearnt(JSON.stringify([...joined.known]), revision))) {
      return learnt.settle(joined);
    }
  }
}

const LEARNT = z.array(
  z.tuple([z.string(), z.object({ ratioMilli: z.number(), spreadMilli: z.number(), observations: z.int().nonnegative() })]),
);

/** Nothing where it is not of our making: it is learnt anew. */
function readLearnt(text: string): ReadonlyMap<string, Learnt> {
  try {
    return new Map(LEARNT.parse(JSON.parse(text)));
  } catch {
    return new Map();
  }
}
