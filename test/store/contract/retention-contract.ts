/** Past its time a record is gone for every reader; sweeping only frees the space. */
import { expect, test } from "vitest";
import { KEEP_ALL, NOTHING_SWEPT } from "../../../src/store/retention.ts";
import type { Store } from "../../../src/store/store.ts";
import { callerOf, exported, manifestOf, memoryOf, textsOf } from "../manifest-fixture.ts";
import { after, DAY_MS, HOUR_MS, NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const noonMs = Date.parse(NOON);

async function sweepAll(store: Store): Promise<Record<string, number>> {
  const sums: Record<string, number> = { ...NOTHING_SWEPT };
  for (let more = true; more; ) {
    const { more: others, ...swept } = await store.sweep();
    for (const [kind, count] of Object.entries(swept)) sums[kind] = (sums[kind] ?? 0) + count;
    more = others;
  }
  return sums;
}

const listed = async (store: Store): Promise<readonly string[]> =>
  (await store.list(anna, {}, { limit: 200, after: null })).items.map(({ manifest_id }) => manifest_id);

export function retentionContract(open: OpenContractStore): void {
  test("without a setting nothing is ever past its time", async () => {
    const { store, clock } = await open();
    await store.save(anna, manifestOf(store, anna, "m-1", { texts: ["knee"], envelope: { created_at: NOON } }));
    clock.now = noonMs + 20_000 * DAY_MS;
    expect(await sweepAll(store)).toEqual({ manifests: 0, texts: 0, answers: 0, views: 0, memory: 0 });
    expect(await store.readText(anna, store.hash(anna, "knee"))).toBe("knee");
    expect(await listed(store)).toEqual(["m-1"]);
  });

  test("a manifest is there to the last millisecond of its time and then for no reader, swept or not", async () => {
    const { store, clock } = await open({ retention: { ...KEEP_ALL, manifests: DAY_MS } });
    const envelope = { created_at: NOON, conversation: "talk" };
    await store.save(anna, manifestOf(store, anna, "m-1", { texts: ["knee"], envelope }));
    await store.putAnswer(anna, "m-1", { record: 1, received_at: after(HOUR_MS), texts: new Map() });
    clock.now = noonMs + DAY_MS;
    expect((await store.read(anna, "m-1"))?.envelope.manifest_id).toBe("m-1");
    expect(await store.readText(anna, store.hash(anna, "knee"))).toBe("knee");
    for (const sweeps of [false, true]) {
      clock.now = noonMs + DAY_MS + 1;
      if (sweeps) expect(await sweepAll(store)).toMatchObject({ manifests: 1 });
      expect(await store.read(anna, "m-1")).toBeNull();
      expect(await store.latest(anna, "talk")).toBeNull();
      expect(await store.readAnswer(anna, "m-1")).toBeNull();
      expect(await listed(store)).toEqual([]);
      expect(await store.readText(anna, store.hash(anna, "knee"))).toBeNull();
      expect(await exported(store, anna)).toEqual([]);
    }
  });

  test("a text lives from its last use, never longer than was said and at most an hour shorter; its manifest outlives it", async () => {
    const { store, clock } = await open({ retention: { ...KEEP_ALL, texts: DAY_MS } });
    const save = (id: string, ms: number) =>
      store.save(anna, manifestOf(store, anna, id, { texts: ["knee"], envelope: { created_at: after(ms) } }));
    const text = () => store.readText(anna, store.hash(anna, "knee"));
    await save("m-1", 0);
    clock.now = noonMs + DAY_MS - HOUR_MS;
    await save("m-2", DAY_MS - HOUR_MS);
    clock.now = noonMs + DAY_MS + HOUR_MS;
    expect(await sweepAll(store)).toMatchObject({ texts: 0 });
    expect(await text()).toBe("knee");
    clock.now = noonMs + 2 * DAY_MS - HOUR_MS + 1;
    expect(await text()).toBeNull();
    expect(await sweepAll(store)).toMatchObject({ texts: 1, manifests: 0 });
    expect(await text()).toBeNull();
    expect((await listed(store)).length).toBe(2);
    await save("m-3", 2 * DAY_MS);
    expect(await text()).toBe("knee");
  });

  test("answers and views have their own time", async () => {
    const { store, clock } = await open({ retention: { ...KEEP_ALL, answers: DAY_MS, views: 2 * DAY_MS } });
    await store.save(anna, manifestOf(store, anna, "m-1", { envelope: { created_at: NOON } }));
    const texts = textsOf(store, anna, ["said"]);
    await store.putAnswer(anna, "m-1", { record: 1, received_at: NOON, texts });
    await store.noteView(anna, { manifest_id: "m-1", what: "prompt", reason: "r", viewer: null, at: NOON });
    clock.now = noonMs + DAY_MS + 1;
    expect(await store.readAnswer(anna, "m-1")).toBeNull();
    expect(await store.views(anna, "m-1")).toHaveLength(1);
    expect(await sweepAll(store)).toMatchObject({ answers: 1, views: 0, manifests: 0 });
    clock.now = noonMs + 2 * DAY_MS + 1;
    expect(await store.views(anna, "m-1")).toEqual([]);
    expect(await sweepAll(store)).toMatchObject({ views: 1 });
    expect(await store.putAnswer(anna, "m-1", { record: 2, received_at: after(3 * DAY_MS), texts })).toBe("stored");
  });

  test("of memory what was replaced or ran out goes, its turn stays known, and what stands is kept", async () => {
    const { store, clock } = await open({ retention: { ...KEEP_ALL, memory: DAY_MS } });
    const source = { conversation: "talk", turn: "t1" };
    const old = memoryOf("Old street", { key: "address", source });
    const over = memoryOf("Has a cold", { expires_at: after(HOUR_MS) });
    for (const each of [old, over, memoryOf("Runs")]) await store.remember(anna, each);
    await store.remember(anna, memoryOf("New street", { key: "address", created_at: after(2 * HOUR_MS) }));
    const statements = async () => {
      const { items } = await store.memories(anna, { limit: 500, after: null, superseded: true });
      const records = (await exported(store, anna)).filter(({ kind }) => kind === "memory");
      expect(records).toHaveLength(items.length);
      return items.map(({ statement }) => statement).sort();
    };
    const recall = () => store.recall(anna, { most: 200, atMs: clock.now, ids: [old.id], compares: true });
    clock.now = noonMs + DAY_MS + HOUR_MS;
    expect(await statements()).toEqual(["Has a cold", "New street", "Old street", "Runs"]);
    expect((await recall()).items.map(({ statement }) => statement)).toContain("Has a cold");
    expect(await sweepAll(store)).toMatchObject({ memory: 0 });
    clock.now = noonMs + DAY_MS + 2 * HOUR_MS + 1;
    for (const expected of [{ memory: 2 }, { memory: 0 }]) {
      expect(await statements()).toEqual(["New street", "Runs"]);
      const { items, gone, past } = await recall();
      expect(items.map(({ statement }) => statement).sort()).toEqual(["New street", "Runs"]);
      expect([gone.has(old.id), past.map(({ id, turn, traces }) => [id, turn === null, traces.length])]).toEqual([
        true,
        [[old.id, false, 1]],
      ]);
      expect(await sweepAll(store)).toMatchObject(expected);
    }
    expect(await store.forget(anna, old.id, after(9))).toEqual({ deleted_at: new Date(clock.now).toISOString() });
    clock.now += 20_000 * DAY_MS;
    expect(await sweepAll(store)).toMatchObject({ memory: 0 });
    expect(await statements()).toEqual(["New street", "Runs"]);
  });

  test("a sweep of many goes in batches, takes what is old and leaves what is not", async () => {
    const { store, clock } = await open({
      retention: { ...KEEP_ALL, manifests: DAY_MS, texts: DAY_MS, answers: DAY_MS, views: DAY_MS },
    });
    const save = (at: number, ms: number) =>
      store.save(anna, manifestOf(store, anna, `m-${at}`, { texts: [`text ${at}`], envelope: { created_at: after(ms) } }));
    await Promise.all(Array.from({ length: 700 }, (_, at) => save(at, at)));
    await Promise.all(Array.from({ length: 20 }, (_, at) => save(1_000 + at, 2 * DAY_MS)));
    clock.now = noonMs + 2 * DAY_MS;
    const first = await store.sweep();
    expect(first.more).toBe(true);
    expect(first.manifests).toBeLessThan(700);
    const rest = await sweepAll(store);
    expect(first.manifests + (rest["manifests"] ?? 0)).toBe(700);
    expect(first.texts + (rest["texts"] ?? 0)).toBe(700);
    expect((await listed(store)).length).toBe(20);
    expect(await store.readText(anna, store.hash(anna, "text 1005"))).toBe("text 1005");
    expect(await store.readText(anna, store.hash(anna, "text 5"))).toBeNull();
  });
}
