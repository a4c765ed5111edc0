/** What `winnow check` says of the shipped policies. */
import { expect, test } from "vitest";
import { checkPolicies } from "../../src/cli/check.ts";

const saidAt = async (date: string): Promise<readonly string[]> => {
  const said: string[] = [];
  const status = await checkPolicies("policies", {}, { print: (line) => said.push(line), nowMs: Date.parse(date) });
  expect(status).toBe(0);
  return said;
};

test("sections are counted as a question's are: those of a version that another one follows are told apart", async () => {
  expect(await saidAt("2026-04-01T12:00:00Z")).toContain("  handbook: 5 documents, 44 sections, 43 of them in force");
});

test("what is not in force yet is none of those", async () => {
  expect(await saidAt("2025-12-01T12:00:00Z")).toContainEqual(
    expect.stringMatching(/^ {2}handbook: 5 documents, 44 sections, \d of them in force$/),
  );
});

test("folders of documents are sources like others, and one of a thing is one", async () => {
  const said = (await saidAt("2026-04-01T12:00:00Z")).join("\n");
  expect(said).toMatch(/^ {2}4 sources, 11 pieces, /m);
  expect(said).toMatch(/^ {2}\d+ sources \(1 of documents\), /m);
  expect(said).not.toMatch(/\b1 (?:sources|pieces|intents|scopes|test questions|documents|sections)\b/);
});
