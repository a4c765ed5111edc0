/** The queue by itself: what is grouped, what fails together, where it is full. */
import { describe, expect, test } from "vitest";
import { groupCommit } from "../../src/store/group-commit.ts";

interface Harness {
  readonly batches: (readonly number[])[];
  readonly queue: ReturnType<typeof groupCommit<number>>;
}

/** Records each batch that is tried; entries below zero are bad, and `disk` fails every batch. */
function harness(limits: { maxEntries?: number; maxBytes?: number } = {}, disk?: Error): Harness {
  const batches: (readonly number[])[] = [];
  const queue = groupCommit<number>({
    commit: (entries) => {
      batches.push(entries);
      if (disk !== undefined) throw disk;
      if (entries.some((entry) => entry < 0)) throw new RangeError("bad entry");
    },
    mayBeOneEntry: (error) => error !== disk,
    maxEntries: 1_000,
    maxBytes: 1_000,
    ...limits,
  });
  return { batches, queue };
}

const full = { code: "audit_unavailable", details: { retryAfterSeconds: 1 } };

describe("groupCommit", () => {
  test("what comes in one turn is one batch, what comes later another", async () => {
    const { batches, queue } = harness();
    await Promise.all([queue.add(1, 1), queue.add(2, 1)]);
    await queue.add(3, 1);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  test.each([0, 1, 2])("with %i bad entries of 64 only those fail", async (bad) => {
    const { batches, queue } = harness();
    const entries = Array.from({ length: 64 }, (_, index) => (index < bad ? -1 - index : index));
    const results = await Promise.allSettled(entries.map((entry) => queue.add(entry, 1)));
    expect(results.map(({ status }) => status === "rejected")).toEqual(entries.map((entry) => entry < 0));
    expect(batches.length).toBeLessThanOrEqual(1 + 2 * 6 + bad);
  });

  test("a failure of the whole store is tried once and rejects all, with its cause", async () => {
    const disk = new Error("disk");
    const { batches, queue } = harness({}, disk);
    const results = await Promise.allSettled([1, 2, 3].map((entry) => queue.add(entry, 1)));
    expect(batches).toHaveLength(1);
    for (const result of results) expect(result).toMatchObject({ reason: { code: "audit_unavailable", cause: disk } });
  });

  test.each([
    { maxEntries: 0, accepted: 0 },
    { maxEntries: 2, accepted: 2 },
    { maxEntries: 3, accepted: 3 },
    { maxEntries: 4, accepted: 3 },
  ])("of three entries a queue of $maxEntries takes $accepted", async ({ maxEntries, accepted }) => {
    const { queue } = harness({ maxEntries });
    const results = await Promise.allSettled([1, 2, 3].map((entry) => queue.add(entry, 1)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(accepted);
    for (const result of results.slice(accepted)) expect(result).toMatchObject({ reason: full });
  });

  test.each([
    { bytes: 0, taken: true },
    { bytes: 99, taken: true },
    { bytes: 100, taken: true },
    { bytes: 101, taken: false },
  ])("an entry of $bytes bytes in a queue of 100: taken is $taken", async ({ bytes, taken }) => {
    const { queue } = harness({ maxBytes: 100 });
    const [result] = await Promise.allSettled([queue.add(1, bytes)]);
    expect(result?.status).toBe(taken ? "fulfilled" : "rejected");
    await expect(queue.add(2, 1)).resolves.toBeUndefined();
  });

  test("close commits what waits and refuses what comes later", async () => {
    const { batches, queue } = harness();
    const waiting = queue.add(1, 1);
    queue.close();
    await expect(waiting).resolves.toBeUndefined();
    await expect(queue.add(2, 1)).rejects.toMatchObject(full);
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).toEqual([[1]]);
  });
});
