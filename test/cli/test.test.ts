/** `winnow test`: what it says of questions that fail. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testPolicies } from "../../src/cli/test.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-test-"));
  cpSync("policies/coaching", join(folder, "coaching"), { recursive: true });
  rmSync(join(folder, "coaching/vocabulary"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const TESTS = `tests:
  - question: What is a good breakfast?
    expect: { intent: nutrition }
  - question: Should I train through this pain?
    subject: maya
    expect: { intent: recovery }
  - question: Who wrote the libretto?
    expect: { certain: true }
`;

test("a question that fails is told with its line, what was expected and the scores with their words", async () => {
  writeFileSync(join(folder, "coaching/coaching.test.yaml"), TESTS);
  const label = basename(folder);
  const printed: string[] = [];
  expect(await testPolicies(folder, {}, (line) => printed.push(line))).toBe(1);
  expect(printed.slice(0, -1)).toEqual([
    `${label}/coaching/coaching.test.yaml:4 "Should I train through this pain?"`,
    '  intent: expected "recovery", got "training"',
    "  - training, score 2.00: train 2.00",
    "  - injury, score 2.00: pain 2.00",
    `${label}/coaching/coaching.test.yaml:7 "Who wrote the libretto?"`,
    "  certain: expected true, got false",
    "  - no intent scored",
  ]);
  expect(printed.at(-1)).toMatch(/^\d+ passed, 2 failed$/);
});

test("an example of the vocabulary that fails shows the scores too", async () => {
  const words = join(folder, "coaching/vocabulary/de.yaml");
  cpSync("policies/coaching/vocabulary/de.yaml", words);
  writeFileSync(words, "language: de\nintents: { injury: { 2: [Knie] } }\nexamples: { training: [Das Knie] }\n");
  const printed: string[] = [];
  await testPolicies(folder, {}, (line) => printed.push(line));
  expect(printed.slice(1, 3)).toEqual(["  expected training to score highest, got injury", "  - injury, score 2.00: Knie 2.00"]);
});
