/** A recall waits for its store as long as the request has time, and no longer; what a store says late changes nothing. */
import { expect, test } from "vitest";
import { recallOf } from "../../src/service/remembered.ts";
import { createTimeLeft } from "../../src/sources/time-left.ts";
import type { Recalled } from "../../src/store/memory-store.ts";
import { callerOf } from "../store/manifest-fixture.ts";
import { askSmall, smallPolicy } from "../support/small-policy.ts";

const EMPTY: Recalled = { items: [], inForce: 0, replaced: new Map(), turns: new Set() };

async function recall(read: () => Promise<Recalled>, hasMemory = true): Promise<string | null> {
  const { assembly } = await askSmall(await smallPolicy(""), { question: "What helps?" });
  const policy = { ...assembly.request.policy, memory: hasMemory ? { most: 50 } : null };
  const asked = {
    caller: callerOf("north"),
    request: { ...assembly.request, policy },
    hashing: { keyed: (text: string) => text },
  };
  const limits = { deadlineMs: performance.now() + 40, signal: () => new AbortController().signal };
  const store = { recall: read };
  return recallOf(
    store,
    asked,
    createTimeLeft(limits, () => performance.now()),
  );
}

test("a store that does not answer fails the question at its deadline, as one that cannot be read", async () => {
  const startedMs = performance.now();
  await expect(recall(() => new Promise(() => {}))).rejects.toMatchObject({ code: "store_unavailable" });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test("a store that fails is told as it tells; one that answers in time is recorded", async () => {
  await expect(recall(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await recall(async () => EMPTY)).toBe('{"items":[],"in_force":0,"replaced":[],"turns":[]}');
});

test("a policy that asks for no memory reads none", async () => {
  expect(await recall(() => Promise.reject(new Error("read")), false)).toBeNull();
});
