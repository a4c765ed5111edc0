/** A deleted statement leaves the disk: the file, its log and its index. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callerOf, memoryOf, openTemporaryStore } from "../manifest-fixture.ts";

const NOON = "2026-11-29T12:00:00.000Z";

test("after a deletion no byte of the statement, its slot or its turn is on the disk", async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north");
  const onDisk = (): string =>
    ["", "-wal", "-shm"]
      .map((end) => path + end)
      .filter(existsSync)
      .map((file) => readFileSync(file, "latin1"))
      .join("");
  const source = { conversation: null, turn: "canary-turn" };
  const idempotency = { key: "canary-key", body: "canary-body" };
  await store.remember(anna, memoryOf("canary-street", { id: "mem-1", key: "canary-slot", source, idempotency }));
  expect(["canary-street", "canary-slot", "canary-turn"].every((canary) => onDisk().includes(canary))).toBe(true);
  expect(/canary-(key|body)/.test(onDisk())).toBe(false);
  await store.forget(anna, "mem-1", NOON);
  expect(onDisk().includes("canary")).toBe(false);
  expect(onDisk().includes("mem-1")).toBe(true);
});
