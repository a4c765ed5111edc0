/** What a look at a memory does where the new hashes cannot be written. */
import { expect, test } from "vitest";
import { keyedHash } from "../../src/store/keyed-hash.ts";
import { NOTHING_PAST } from "../../src/store/memory-past.ts";
import type { StoredMemory } from "../../src/store/memory-store.ts";
import { type Looked, renewingRecall } from "../../src/store/renew-traces.ts";
import { callerOf, KEY, memoryOf } from "./manifest-fixture.ts";

const { supersedes: _, idempotency: __, ...written } = memoryOf("Has a cat.");
const stale: StoredMemory = { ...written, superseded_by: null, superseded_at: null };
const asked = { most: 1, atMs: 0, ids: [], compares: true };

test.each([
  [true, 2],
  [false, 1],
])("the memory is read all the same; written %j: looks %j", async (isWritten, expected) => {
  let looks = 0;
  const recall = renewingRecall({
    hash: keyedHash(KEY),
    look: async (): Promise<Looked> => {
      looks += 1;
      return { view: { items: [stale], inForce: looks, gone: new Map(), ...NOTHING_PAST }, stale: [stale] };
    },
    write: async (_tenant, [one]) => {
      expect(one).toEqual({ id: stale.id, traceHashes: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
      if (!isWritten) throw new Error("the disk is full");
    },
  });
  expect((await recall(callerOf("north"), asked)).inForce).toBe(expected);
  expect(looks).toBe(expected);
});
