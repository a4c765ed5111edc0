/** A recall waits for its store as long as the request has time, and no longer; what a store says late changes nothing. */
import { expect, test } from "vitest";
import { loadLanguages } from "../../src/policy/languages/load-languages.ts";
import type { Recall } from "../../src/service/recall.ts";
import { recallOf } from "../../src/service/remembered.ts";
import { createTimeLeft } from "../../src/sources/time-left.ts";
import type { MemoryView } from "../../src/store/memory-store.ts";
import { callerOf } from "../store/manifest-fixture.ts";
import { askSmall, smallPolicy } from "../support/small-policy.ts";

const { languages } = await loadLanguages();
const EMPTY: MemoryView = { items: [], inForce: 0, gone: new Map(), past: [], traces: new Set(), texts: new Map() };

async function recall(read: () => Promise<MemoryView>, hasMemory = true): Promise<Recall | null> {
  const { assembly } = await askSmall(await smallPolicy(""), { question: "What helps?" });
  const policy = { ...assembly.request.policy, memory: hasMemory ? { most: 50 } : null };
  const asked = {
    caller: callerOf("north"),
    request: { ...assembly.request, policy },
    hashing: { keyed: (text: string) => text },
    deps: { languages },
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
  expect(await recall(async () => EMPTY)).toEqual({ items: [], inForce: 0, candidates: new Map(), turns: new Map() });
});

test("a policy that asks for no memory reads none", async () => {
  expect(await recall(() => Promise.reject(new Error("read")), false)).toBeNull();
});
