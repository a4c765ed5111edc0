/** Whole kinds in the tables of intents: memory, turns and tool results that a certain question must not see. */
import { expect, test } from "vitest";
import { askSmall, includedIds, smallPolicy } from "../support/small-policy.ts";

const INTENTS = `
intents:
  general: { max_words: 250 }
  legal: { exclude: [memory, turns, tool_results], max_words: 250 }
`;

const BODY = {
  candidates: [
    { id: "note", kind: "memory", text: "Prefers e-mail." },
    { id: "pinned_note", kind: "memory", text: "Speaks Danish.", pinned: true },
    { id: "lookup", kind: "tool_result", text: '{"status":"open"}' },
    { id: "terms", kind: "document", text: "The terms of the contract." },
  ],
  turns: [{ id: "t1", role: "user", content: "Hello" }],
} as const;

test("what the intent excludes as a kind is withheld, pinned or not, with the intent that excludes it", async () => {
  const policy = await smallPolicy("", { "intents.yaml": INTENTS });
  const { core } = await askSmall(policy, { ...BODY, intent: "legal" });
  expect(includedIds(core)).toEqual(["system", "terms", "instructions", "question"]);
  const excluded = { stage: "route", reason: "excluded", detail: { excluded_by: ["legal"] } };
  expect(core.withheld).toEqual(["t1", "lookup", "note", "pinned_note"].map((id) => ({ id, ...excluded })));
});

test("a question whose routing is uncertain withholds no kind", async () => {
  const policy = await smallPolicy("", { "intents.yaml": INTENTS });
  const { core } = await askSmall(policy, BODY);
  expect(core.withheld).toEqual([]);
  expect(includedIds(core)).toContain("lookup");
});
