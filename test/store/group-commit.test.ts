/** The queue by itself: what is grouped, what fails together, where it is full. */
import { describe, expect, test } from "vitest";
import { type GroupCommit, type GroupCommitOptions, groupCommit } from "../../src/store/group-commit.ts";

interface Harness {
  readonly batches: (readonly number[])[];
  readonly queue: GroupCommit<number, string>;
}

/** Records each batch that is tried; entries below zero fail alone, and `disk` fails every batch. */
function harness(
  limits: Partial<Omit<GroupCommitOptions<number, string>, "commit">> = {},
  disk?: Error,
  wait?: Promise<void>,
): Harness {
  const batches: (readonly number[])[] = [];
  const queue = groupCommit<number, string>({
    commit: async (entries) => {
      batches.push(entries);
      await wait;
      if (disk !== undefined) throw disk;
      return entries.map((entry) => (entry < 0 ? { error: BAD } : { value: `wrote ${entry}` }));
    },
    maxEntries: 1_000,
    maxBytes: 1_000,
    ...limits,
  });
  return { batches, queue };
}

const BAD = new RangeError("bad entry");
const full = { code: "audit_unavailable", details: { retryAfterSeconds: 1 } };

describe("groupCommit", () => {
  test("what comes in one turn is one batch, what comes later another", async () => {
    const { batches, queue } = harness();
    await Promise.all([queue.add(1, 1), queue.add(2, 1)]);
    await queue.add(3, 1);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  test("each entry gets its own outcome", async () => {
    const { queue } = harness();
    const results = await Promise.allSettled([1, -2, 3].map((entry) => queue.add(entry, 1)));
    expect(results).toMatchObject([{ value: "wrote 1" }, { reason: { ...full, cause: BAD } }, { value: "wrote 3" }]);
  });

  test("a batch has no more than was said, and beside another only a full one is under way", async () => {
    let finish = (): void => undefined;
    const wait = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { batches, queue } = harness({ maxBatch: 2, maxUnderWay: 3 }, undefined, wait);
    const all = Promise.all([1, 2, 3, 4, 5].map((entry) => queue.add(entry, 1)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    // A third may be under way, but no batch that is not full.
    const closing = queue.close();
    finish();
    expect(await all).toEqual([1, 2, 3, 4, 5].map((entry) => `wrote ${entry}`));
    await closing;
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  test("what comes while a batch is written is one batch after it, and counts against the limits until then", async () => {
    let finish = (): void => undefined;
    const { batches, queue } = harness({ maxEntries: 3 }, undefined, new Promise((resolve) => (finish = resolve)));
    const first = queue.add(1, 1);
    await new Promise((resolve) => setImmediate(resolve));
    const later = [queue.add(2, 1), queue.add(3, 1)];
    await expect(queue.add(4, 1)).rejects.toMatchObject(full);
    expect(batches).toEqual([[1]]);
    finish();
    await Promise.all([first, ...later]);
    expect(batches).toEqual([[1], [2, 3]]);
    await expect(queue.add(5, 1)).resolves.toBe("wrote 5");
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
    await expect(queue.add(2, 1)).resolves.toBe("wrote 2");
  });

  test("close commits what waits and refuses what comes later", async () => {
    const { batches, queue } = harness();
    const waiting = queue.add(1, 1);
    const closing = queue.close();
    await expect(queue.add(2, 1)).rejects.toMatchObject(full);
    await closing;
    expect(batches).toEqual([[1]]);
    await expect(waiting).resolves.toBe("wrote 1");
    await queue.close();
  });
});
