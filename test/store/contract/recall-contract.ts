/** What a request is compared with: hashes that are made anew when the rules for them change, and no more of it than is read in a moment. */
import { expect, test } from "vitest";
import { type Trace, traceName } from "../../../src/store/memory-rules.ts";
import type { MemoryView } from "../../../src/store/memory-store.ts";
import { MOST_RENEWED } from "../../../src/store/renew-traces.ts";
import type { Store } from "../../../src/store/store.ts";
import { TRACE_VERSION } from "../../../src/text/traces.ts";
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
