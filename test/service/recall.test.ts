/** What was recalled, as it is recorded, also as earlier versions recorded it. */
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

test("records of before: what was replaced by its id, turns by theirs, and nothing more", () => {
  const [runs, old] = [stored("Runs", null), stored("Old street", "new")];
  const untold = { reason: "superseded", by: null, rule: null, statement: null };
  expect(readRecall(JSON.stringify({ items: [runs, old], turns: ["t1"] }))).toEqual({
    ...{ items: [runs], inForce: 1, candidates: new Map() },
    turns: new Map([["t1", untold]]),
  });
  const replaced = [["c", "new"]];
  expect(readRecall(JSON.stringify({ items: [runs], in_force: 3, replaced, turns: [] }))).toEqual({
    ...{ items: [runs], inForce: 3, turns: new Map() },
    candidates: new Map([["c", { ...untold, by: "memory:new" }]]),
  });
});
