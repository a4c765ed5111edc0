/** Starts what the service does now and then beside its requests: sweeping, and keeping what was learnt. Timers, IO through the store. */
import type { FastifyBaseLogger } from "fastify";
import { keepLearnt } from "./service/keep-learnt.ts";
import type { Rhythm, Timer } from "./store/rhythm.ts";
import type { Store } from "./store/store.ts";
import { startSweeping } from "./store/sweeping.ts";
import type { LearntRatios } from "./tokens/learnt-ratio.ts";

const TIMER: Timer = {
  set: (run, ms) => setTimeout(run, ms).unref(),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

export interface BackgroundOptions {
  readonly store: Store;
  readonly learnt: LearntRatios;
  readonly log: Pick<FastifyBaseLogger, "info" | "warn">;
}

/** To be closed before the store. */
export function startBackground({ store, learnt, log }: BackgroundOptions): Rhythm {
  const work = [
    startSweeping({
      store,
      timer: TIMER,
      onSwept: (counts) => log.info({ counts }, "records past their time were removed"),
      onFault: (error) => log.warn({ err: error }, "records past their time could not be removed; it is tried again"),
    }),
    keepLearnt({
      store,
      learnt,
      timer: TIMER,
      onFault: (error) => log.warn({ err: error }, "what was learnt from usage could not be kept; it is tried again"),
    }),
  ];
  return {
    async close() {
      await Promise.all(work.map((one) => one.close()));
    },
  };
}
