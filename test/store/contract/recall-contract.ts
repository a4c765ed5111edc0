/** What a request is compared with: hashes that are made anew when the rules for them change, and no more of it than is read in a moment. */
import { expect, test } from "vitest";
import { type Trace, traceName } from "../../../src/pipeline/memory/past-statement.ts";
import { type MemoryView, MOST_COMPARED } from "../../../src/store/memory-store.ts";
import { MOST_RENEWED } from "../../../src/store/renew-traces.ts";
import type { Store } from "../../../src/store/store.ts";
import { TRACE_VERSION } from "../../../src/text/restated/traces.ts";
import { callerOf, memoryOf as memory } from "../manifest-fixture.ts";
import { after, NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const boris = callerOf("north", "boris");

const recalled = (store: Store, compares = true): Promise<MemoryView> =>
  store.recall(anna, { most: 50, atMs: Date.parse(NOON), ids: [], compares });

const OTHER = Buffer.alloc(32, 7);
const otherHash = `hmac-sha256:${OTHER.toString("hex")}`;

export function recallContract(open: OpenContractStore): void {
  for (const [name, traces, version] of [
    ["none, as before there were any", null, 0],
    ["those of an earlier version", OTHER, TRACE_VERSION - 1],
  ] as const) {
    test(`hashes of a statement whose words are kept are made anew at the first look: ${name}`, async () => {
      const { store, setTraces } = await open();
      const [old, next, gone] = [
        memory("Lives at 12 Elm Street.", { key: "a" }),
        memory("Runs", { key: "a" }),
        memory("Has a cat."),
      ];
      for (const each of [old, next, gone]) await store.remember(anna, each);
      await store.remember(boris, memory("Has a dog."));
      await setTraces(traces, version);
      await recalled(store, false);
      await store.forget(anna, gone.id, NOON);
      const trace = (...of: Trace) => store.hash(anna, traceName("anna", of));
      for (const { past, traces: standing } of [await recalled(store), await recalled(store)]) {
        const elm = [trace("words", "lives at 12 elm street"), trace("value", "12 elm street")];
        expect(past.find(({ id }) => id === old.id)?.traces).toEqual(elm);
        expect(standing).toEqual(new Set([trace("words", "runs")]));
        // Its words were gone before anybody looked.
        expect(past.find(({ id }) => id === gone.id)?.traces ?? []).toEqual(traces === null ? [] : [otherHash]);
      }
    });
  }

  test("a hundred and twenty chains: the words of the last hundred that were replaced, and of what stands in the place of each", async () => {
    const { store } = await open();
    const all = (step: number) =>
      Array.from({ length: 120 }, (_, at) =>
        memory(`says ${at} at ${step}`, { key: `slot-${at}`, created_at: after(step * 1_000 + at) }),
      );
    const [replaced, standing] = [all(0), all(1)];
    for (const step of [replaced, standing]) await Promise.all(step.map((write) => store.remember(anna, write)));
    const { past, texts } = await recalled(store);
    const newest = [...replaced.slice(-100), ...standing.slice(-100)].map(({ id }) => id);
    expect(past).toHaveLength(120);
    expect([...texts.keys()].sort()).toEqual(newest.sort());
  });

  test("compared are the last so many that were replaced, and as many that were deleted, whichever ended later first", async () => {
    const { store, repeat } = await open();
    const [was, gone] = [memory("was", { key: "slot" }), memory("is gone")];
    for (const each of [was, gone, memory("is", { key: "slot" })]) await store.remember(anna, each);
    for (const { id } of [was, gone]) await store.forget(anna, id, NOON);
    // The first of each makes one more than are compared.
    const copies = (name: string, plus: number) =>
      Array.from({ length: MOST_COMPARED }, (_, at) => ({ id: `${name}-${at}`, endedMs: Date.parse(after(1 + 2 * at + plus)) }));
    const [replaced, deleted] = [copies("was", 0), copies("gone", 1)];
    await repeat(was.id, replaced);
    await repeat(gone.id, deleted);
    const { past } = await recalled(store);
    const expected = [...replaced.keys()].reverse().flatMap((at) => [deleted[at], replaced[at]]);
    expect(past.map(({ id, endedMs }) => ({ id, endedMs }))).toEqual(expected);
    expect(new Set(past.map(({ by }) => by === null))).toEqual(new Set([true, false]));
  });

  test("of what is in force the newest so many tell which words stand again", async () => {
    const { store } = await open();
    const writes = Array.from({ length: MOST_COMPARED + 1 }, (_, at) => memory(`is ${at}`, { created_at: after(at) }));
    for (let from = 0; from < writes.length; from += 200) {
      await Promise.all(writes.slice(from, from + 200).map((write) => store.remember(anna, write)));
    }
    await store.forget(anna, writes.at(-1)?.id ?? "", after(MOST_COMPARED));
    const stands = async (at: number) =>
      (await recalled(store)).traces.has(store.hash(anna, traceName("anna", ["words", `is ${at}`])));
    expect([await stands(0), await stands(1)]).toEqual([true, true]);
    await store.remember(anna, memory("is new", { created_at: after(2 * MOST_COMPARED) }));
    expect([await stands(0), await stands(1)]).toEqual([false, true]);
  });

  test("hashes of a later version, written by a newer service beside this one, stay", async () => {
    const { store, setTraces } = await open();
    for (const each of ["Has a cat.", "Has a dog."]) await store.remember(anna, memory(each, { key: "pet" }));
    await setTraces(OTHER, TRACE_VERSION + 1);
    expect((await recalled(store)).past.map(({ traces }) => traces)).toEqual([[otherHash]]);
  });

  test("one look makes no more than so many anew, and the next goes on", async () => {
    const { store, setTraces } = await open();
    const writes = Array.from({ length: MOST_RENEWED + 1 }, (_, at) => memory(`says ${at}`, { created_at: after(at) }));
    await Promise.all(writes.map((write) => store.remember(anna, write)));
    for (const each of ["Has a cat.", "Has a dog."]) await store.remember(anna, memory(each, { key: "pet" }));
    await setTraces(OTHER, TRACE_VERSION - 1);
    const left = async () => {
      const { past, traces } = await recalled(store);
      return [...past.flatMap((one) => one.traces), ...traces].filter((trace) => trace === otherHash).length;
    };
    expect(await left()).toBeGreaterThan(0);
    expect(await left()).toBe(0);
  });
}
