/** One run at a time, and never one that began before the caller asked. */
import { expect, test } from "vitest";
import { createRepeater } from "../../../src/sources/folder/repeater.ts";

/** A run ends when it is told to. */
function stepped() {
  const ends: (() => void)[] = [];
  let inside = 0;
  let most = 0;
  const repeater = createRepeater(async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise<void>((resolve) => ends.push(resolve));
    inside -= 1;
  });
  return { repeater, ends, most: () => most };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("who asks during a run waits for the next, and all of them share it", async () => {
  const { repeater, ends, most } = stepped();
  const done: string[] = [];
  const asked = ["first", "second", "third"].map((name) => repeater().then(() => done.push(name)));
  await soon();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await soon();
  expect(done).toEqual(["first"]);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all(asked);
  expect([done, most(), repeater.isRunning()]).toEqual([["first", "second", "third"], 1, false]);
});

test("two runs never overlap, whoever asks between them", async () => {
  let inside = 0;
  let runs = 0;
  const repeater = createRepeater(async () => {
    inside += 1;
    runs += 1;
    expect(inside).toBe(1);
    await soon();
    inside -= 1;
  });
  const ask = async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) await repeater();
  };
  await Promise.all([ask(), ask(), ask()]);
  await repeater.idle();
  expect(inside).toBe(0);
  expect(runs).toBeLessThanOrEqual(60);
});

test("a run that throws ends like any other", async () => {
  let runs = 0;
  const repeater = createRepeater(async () => {
    runs += 1;
    throw new Error("of the action");
  });
  await Promise.all([repeater(), repeater()]);
  await repeater.idle();
  expect([runs, repeater.isRunning()]).toEqual([2, false]);
});
