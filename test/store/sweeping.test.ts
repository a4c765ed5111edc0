/** The rhythm of sweeping: batches with pauses, a rest when nothing is left, and on after a fault. The clock is the test's. */
import { expect, test } from "vitest";
import type { Swept } from "../../src/store/retention.ts";
import { startSweeping } from "../../src/store/sweeping.ts";

interface Timer {
  readonly run: () => void;
  readonly ms: number;
}

function harness(batches: (Swept | Error)[]) {
  const timers: Timer[] = [];
  const told: unknown[] = [];
  const sweeping = startSweeping({
    store: {
      sweep: async () => {
        const batch = batches.shift() ?? new Error("no batch was expected");
        if (batch instanceof Error) throw batch;
        return batch;
      },
    },
    timer: {
      set: (run, ms) => {
        const timer = { run, ms };
        timers.push(timer);
        return timer;
      },
      clear: (timer) => void timers.splice(0, timers.length, ...timers.filter((each) => each !== timer)),
    },
    onSwept: (sums) => told.push(sums),
    onFault: (error) => told.push(error),
  });
  /** Lets the one timer that is set ring; its milliseconds. */
  const ring = async (): Promise<number> => {
    const [timer, ...others] = timers.splice(0);
    if (timer === undefined || others.length > 0) throw new Error(`expected one timer, got ${others.length + (timer ? 1 : 0)}`);
    timer.run();
    await new Promise((resolve) => setImmediate(resolve));
    return timer.ms;
  };
  return { sweeping, timers, told, ring };
}

const swept = (manifests: number, more: boolean): Swept => ({ manifests, texts: 0, answers: 0, views: 0, memory: 0, more });
const TEN_MINUTES = 600_000;

test("batch after batch with a pause between, one word about the round, then ten minutes of rest", async () => {
  const { ring, told, sweeping } = harness([swept(200, true), swept(7, true), swept(0, false), swept(0, false), swept(1, false)]);
  expect([await ring(), await ring(), await ring()]).toEqual([100, 100, 100]);
  expect(told).toEqual([{ manifests: 207, texts: 0, answers: 0, views: 0, memory: 0 }]);
  expect(await ring()).toBe(TEN_MINUTES);
  expect(told).toHaveLength(1);
  expect(await ring()).toBe(TEN_MINUTES);
  expect(told[1]).toEqual({ manifests: 1, texts: 0, answers: 0, views: 0, memory: 0 });
  await sweeping.close();
});

test("a fault is told, and it goes on after a rest", async () => {
  const fault = new Error("disk");
  const { ring, told, sweeping } = harness([swept(3, true), fault, swept(1, false)]);
  expect([await ring(), await ring(), await ring()]).toEqual([100, 100, TEN_MINUTES]);
  expect(told).toEqual([fault, { manifests: 1, texts: 0, answers: 0, views: 0, memory: 0 }]);
  await sweeping.close();
});

test("closed, it sets no timer again, and waits for the batch that is under way", async () => {
  const { sweeping, timers, ring } = harness([swept(1, true)]);
  const ringing = ring();
  await sweeping.close();
  await ringing;
  expect(timers).toEqual([]);
});

test("closed before the first batch, there is none", async () => {
  const { sweeping, timers } = harness([]);
  await sweeping.close();
  expect(timers).toEqual([]);
});
