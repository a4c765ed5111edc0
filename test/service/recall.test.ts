/** What was recalled, as it is recorded. */
import { expect, test } from "vitest";
import type { Outdated } from "../../src/pipeline/given.ts";
import { type Recall, readRecall, recallText } from "../../src/service/recall.ts";
import type { StoredMemory } from "../../src/store/memory-store.ts";
import { memoryOf } from "../store/manifest-fixture.ts";

const stored = (statement: string, superseded_by: string | null): StoredMemory => {
  const { supersedes: _, idempotency: __, ...memory } = memoryOf(statement);
  return { ...memory, superseded_by, superseded_at: null };
};

test("it is read as it was written, whatever order it was found in", () => {
  const told: Outdated = { reason: "deleted", by: null, rule: "words", statement: "memory:x" };
  const recall: Recall = {
    ...{ items: [stored("Runs", null)], inForce: 7 },
    candidates: new Map([
      ["b", told],
      ["a", { ...told, reason: "superseded", by: "memory:y" }],
    ]),
    turns: new Map([["t1", told]]),
  };
  expect(readRecall(recallText(recall))).toEqual(recall);
  expect(recallText({ ...recall, candidates: new Map([...recall.candidates].reverse()) })).toBe(recallText(recall));
});
