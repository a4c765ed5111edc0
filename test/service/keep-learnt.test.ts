/** What was learnt outlives its process and is shared between instances, in the background. The clock is the test's. */
import { expect, test } from "vitest";
import { keepLearnt } from "../../src/service/keep-learnt.ts";
import type { LearntStore } from "../../src/store/learnt-store.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { type Counted, createLearntRatios, type Learnt, learn, NOTHING_LEARNT } from "../../src/tokens/learnt-ratio.ts";
import { temporaryFolder } from "../support/test-end.ts";
import { replyOf, SAMPLE_MORNING, startWholeService } from "../support/whole-service.ts";

const [LESS, MORE]: readonly [Counted, Counted] = [
  { ours: 1_000, measured: 900 },
  { ours: 1_000, measured: 1_300 },
];
const known = (...counted: readonly Counted[]): Learnt => counted.reduce(learn, NOTHING_LEARNT);

const opened = () => openSqliteStore({ path: `${temporaryFolder()}/w.db`, hashKey: null, version: "test" });

/** One instance, whose timer the test rings. */
function instance(store: LearntStore) {
  const learnt = createLearntRatios();
  const faults: unknown[] = [];
  const rests: number[] = [];
  let run = (): void => {};
  const set = (next: () => void, ms: number): void => {
    run = next;
    rests.push(ms);
  };
  const rhythm = keepLearnt({ store, learnt, timer: { set, clear: () => {} }, onFault: (error) => faults.push(error) });
  const ring = async (): Promise<void> => {
    const before = rests.length;
    run();
    await expect.poll(() => rests.length).toBe(before + 1);
  };
  return { learnt, faults, rests, ring, close: rhythm.close };
}

test("a new start goes on from what the one before had learnt, in the background", async () => {
  const store = await opened();
  const before = instance(store);
  for (let at = 0; at < 60; at += 1) before.learnt.observe("m", LESS);
  await before.close();
  const after = instance(store);
  expect(after.learnt.milliOf({ name: "m", exact: false })).toBe(1000);
  await after.ring();
  expect(after.learnt.milliOf({ name: "m", exact: false })).toBe(950);
  expect([after.rests, after.faults]).toEqual([[100, 30_000], []]);
  await store.close();
});

test("instances learn from each other, each prompt once, in the order in which they told", async () => {
  const store = await opened();
  const [one, two] = [instance(store), instance(store)];
  one.learnt.observe("m", LESS);
  two.learnt.observe("m", MORE);
  two.learnt.observe("other", MORE);
  for (const each of [one, two, one, two, one]) await each.ring();
  const all = new Map([
    ["m", known(LESS, MORE)],
    ["other", known(MORE)],
  ]);
  expect([one.learnt.known(), two.learnt.known()]).toEqual([all, all]);
  expect((await store.readLearnt()).revision).toBe(2);
  await store.close();
});

test("whoever is overtaken while he writes joins the other's first", async () => {
  const store = await opened();
  const two = instance(store);
  two.learnt.observe("m", MORE);
  let reads = 0;
  const one = instance({
    ...store,
    readLearnt: async () => {
      const read = await store.readLearnt();
      reads += 1;
      if (reads === 1) await two.ring();
      return read;
    },
  });
  one.learnt.observe("m", LESS);
  await one.ring();
  expect([reads, one.learnt.known()]).toEqual([2, new Map([["m", known(MORE, LESS)]])]);
  await store.close();
});

test("what a failing store does not take is told later, with what was observed since; nothing counts twice", async () => {
  const store = await opened();
  const down = new Error("down");
  let isDown = true;
  const one = instance({ ...store, writeLearnt: (...to) => (isDown ? Promise.reject(down) : store.writeLearnt(...to)) });
  one.learnt.observe("m", LESS);
  await one.ring();
  one.learnt.observe("m", MORE);
  await one.ring();
  expect([one.faults, (await store.readLearnt()).text]).toEqual([[down, down], null]);
  isDown = false;
  await one.ring();
  const all = new Map([["m", known(LESS, MORE)]]);
  expect([one.learnt.known(), JSON.parse((await store.readLearnt()).text ?? "")]).toEqual([all, [...all]]);
  await store.close();
});

test.each(["", "{", "[]x", '[["m",{"ratioMilli":"900"}]]', '{"m":1}', "null"])(
  "a text that is not ours (%s) is written anew",
  async (text) => {
    const store = await opened();
    await store.writeLearnt(text, 0);
    const one = instance(store);
    one.learnt.observe("m", LESS);
    await one.ring();
    expect(JSON.parse((await store.readLearnt()).text ?? "")).toEqual([["m", known(LESS)]]);
    expect(one.faults).toEqual([]);
    await store.close();
  },
);

test("where nothing was observed nothing is written", async () => {
  const store = await opened();
  const one = instance(store);
  await one.ring();
  await one.close();
  expect(await store.readLearnt()).toEqual({ text: null, revision: 0 });
  await store.close();
});

test("a service that is stopped and started again goes on with it", async () => {
  const environment = { STORE_PATH: `${temporaryFolder()}/w.db` };
  const first = await startWholeService(environment);
  const asked = { policy: "coaching", subject: "maya", question: "Should I train?", at: SAMPLE_MORNING, model: "gpt-4o" };
  const { manifest_id: id, budget } = (await first.ask("/assemble", asked)).body;
  const body = JSON.stringify({ text: "Rest.", model: "gpt-4o", usage: { prompt_tokens: 2 * budget.used } });
  await replyOf(`${first.url}/manifests/${id}/answer`, { method: "PUT", body, headers: { "content-type": "application/json" } });
  await first.close();
  const second = await startWholeService(environment);
  const ratio = async () => /^winnow_token_ratio\{model="gpt-4o"\} (.*)$/m.exec((await second.get("/metrics")).text)?.[1];
  await expect.poll(ratio).toBe("1.125");
  await second.close();
});
