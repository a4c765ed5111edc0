/** Writes are counted by how they ended, and timed; everything else of the store is as it was. */
import { expect, test } from "vitest";
import { AppError } from "../../src/errors.ts";
import { meteredStore } from "../../src/service/metered-store.ts";
import type { Store } from "../../src/store/store.ts";

function metered(store: Partial<Store>) {
  const wrote: unknown[] = [];
  let now = 0;
  const monotonic = (): number => {
    now += 5;
    return now;
  };
  const meter = { wrote: (...seen: readonly unknown[]) => void wrote.push(seen) };
  return { store: meteredStore(store as Store, meter, monotonic), wrote };
}

const failing = (error: Error) => async (): Promise<never> => {
  throw error;
};

test("a write that is acknowledged is one, with its time", async () => {
  const { store, wrote } = metered({ save: async () => undefined, putAnswer: async () => "replaced" });
  await store.save({} as never, {} as never);
  expect(await store.putAnswer({} as never, "m1", {} as never)).toBe("replaced");
  expect(wrote).toEqual([
    ["manifest", 5, true],
    ["answer", 5, true],
  ]);
});

test("every kind of write that a request waits for is counted under its name", async () => {
  const done = async () => undefined as never;
  const { store, wrote } = metered({ remember: done, forget: done, erase: done, noteView: done });
  await store.remember({} as never, {} as never);
  await store.forget({} as never, "s1", "2026-11-30T12:00:00Z");
  await store.erase({} as never, "2026-11-30T12:00:00Z");
  await store.noteView({} as never, {} as never);
  expect(wrote).toEqual(["memory", "memory", "erasure", "view"].map((what) => [what, 5, true]));
});

test.each([
  [new AppError("audit_unavailable", "full"), false],
  [new Error("torn"), false],
  [new AppError("erased", "gone"), true],
])("%s : the store itself did its work: %s", async (error, healthy) => {
  const { store, wrote } = metered({ putAnswer: failing(error) });
  await expect(store.putAnswer({} as never, "m1", {} as never)).rejects.toBe(error);
  expect(wrote).toEqual([["answer", 5, healthy]]);
});
