/** Names of one model, as its provider and those who resell it write them, and names of its neighbours. */
import { expect, test } from "vitest";
import { isSameModel } from "../../src/answer/same-model.ts";
import { KNOWN_MODELS } from "../../src/tokens/model-table.ts";

test.each([
  ["gpt-4o", "gpt-4o"],
  ["gpt-4o", "GPT-4o-2024-11-20"],
  ["gpt-4o", "openai/gpt-4o:extended"],
  ["openai/gpt-4o", "gpt-4o-2024-08-06"],
  ["gpt-4o", "ft:gpt-4o-2024-08-06:acme:notes:9kXy"],
  ["gpt-3.5-turbo", "gpt-3.5-turbo-0125"],
  ["gpt-4-turbo", "gpt-4-turbo-preview"],
  ["claude-opus-4-5", "claude-opus-4-5-20251101"],
  ["claude-opus-4-5", "us.anthropic.claude-opus-4-5-20251101-v1:0"],
  ["claude-opus-4-5", "claude-opus-4-5@20251101"],
  ["gemini-2.5-flash", "models/gemini-2.5-flash-preview-05-20"],
  ["gemini-2.5-flash", "publishers/google/models/gemini-2.5-flash-001"],
  ["llama3:70b", "llama3:70b"],
  ["mistral-large", "mistral-large-latest"],
])("a prompt for %s is answered by %s", (meant, answered) => {
  expect(isSameModel(meant, answered)).toBe(true);
});

test.each([
  ["gpt-4o", "gpt-4o-mini-2024-07-18"],
  ["gpt-4o", "chatgpt-4o-latest"],
  ["gpt-4", "gpt-4-32k"],
  ["gpt-5", "gpt-5.1"],
  ["claude-opus-5", "claude-opus-5-5"],
  ["gemini-2.5-flash", "gemini-2.5-flash-lite-preview-06-17"],
  ["o1", "o1-mini"],
  ["o1", "foo1"],
  ["llama3:70b", "llama3:8b"],
  ["gpt-4o", ""],
  ["gpt-4o", "4o"],
  ["", "gpt-4o"],
])("a prompt for %j is not answered by %j", (meant, answered) => {
  expect(isSameModel(meant, answered)).toBe(false);
});

test("of the models that are known, each is itself and its dated releases alone", () => {
  const pairs = KNOWN_MODELS.flatMap(({ name: meant }) =>
    KNOWN_MODELS.flatMap(({ name }) =>
      name !== meant && isSameModel(meant, name) ? [`${meant} ${name.slice(meant.length)}`] : [],
    ),
  );
  expect(pairs.filter((pair) => !/ -(\d{4}-\d\d-\d\d|\d{8}|\d{4})$/.test(pair))).toEqual([]);
  expect(pairs).toContain("gpt-4o -2024-11-20");
});

test("a name of any length is read in time that grows with it", () => {
  for (const part of ["-123", "1", ":", "-preview-1-1", "gpt-4o."]) {
    const from = performance.now();
    isSameModel("gpt-4o", `gpt-4o${part.repeat(20_000)}x!`);
    expect(performance.now() - from).toBeLessThan(500);
  }
});
