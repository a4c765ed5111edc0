/** `winnow test`: what it says of questions that fail. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const printed: string[] = [];
  expect(await testPolicies(folder, {}, (line) => printed.push(line))).toBe(1);
  expect(printed.slice(0, -1)).toEqual([
    `${folder}/coaching/coaching.test.yaml:4:5 "Should I train through this pain?"`,
    '  intent: expected "recovery", got "training"',
    "  - training, score 2.00: train 2.00",
    "  - injury, score 2.00: pain 2.00",
    `${folder}/coaching/coaching.test.yaml:7:5 "Who wrote the libretto?"`,
    "  certain: expected true, got false",
    "  - no intent scored",
  ]);
  expect(printed.at(-1)).toMatch(/^\d+ passed, 2 failed$/);
});

test("policies without a question are told so, with what to write", async () => {
  rmSync(join(folder, "coaching/coaching.test.yaml"));
  const vocabulary = join(folder, "coaching/vocabulary.yaml");
  const text = readFileSync(vocabulary, "utf8");
  writeFileSync(vocabulary, text.replace(/^ {4}(?:counter)?examples:\n(?: {5,}.*\n)*/gm, ""));
  const printed: string[] = [];
  expect(await testPolicies(folder, {}, (line) => printed.push(line))).toBe(1);
  expect(printed).toEqual([
    "no questions, so nothing was tested: write some in a *.test.yaml file of a policy, or under examples in its vocabulary.yaml",
  ]);
});

/** What is said of the lists that do not hold. */
async function saidOf(policy: "coaching" | "support", tests: string): Promise<readonly string[]> {
  cpSync(`policies/${policy}`, join(folder, policy), { recursive: true });
  if (policy === "support") rmSync(join(folder, "coaching"), { recursive: true });
  rmSync(join(folder, policy, "vocabulary"), { recursive: true, force: true });
  writeFileSync(join(folder, policy, `${policy}.test.yaml`), tests);
  const printed: string[] = [];
  await testPolicies(folder, {}, (line) => printed.push(line));
  return printed.filter((line) => /^ {2}(?:included|withheld|missing|dropped): /.test(line));
}

test("a fact that is not where it was expected is told with the reason that the manifest has", async () => {
  expect(
    await saidOf(
      "coaching",
      `at: 2026-03-10T09:00:00Z
tests:
  - question: How should I pace my intervals this week?
    subject: maya
    plan: free
    expect: { included: [readiness_injury, athlete_profile, chronotype], withheld: [readiness_training] }
  - question: My tendon hurts, what can I do?
    subject: jonas
    expect: { included: [readiness_injury] }
`,
    ),
  ).toEqual([
    "  included: expected readiness_injury, got withheld, reason: excluded (excluded by training); Routing: training, certain (rules)",
    expect.stringMatching(/^ {2}included: expected athlete_profile, got dropped, reason: over plan \(\d+ tokens, \d+ left\)$/),
    "  included: expected chronotype, got withheld, reason: not listed; Routing: training, certain (rules)",
    expect.stringMatching(/^ {2}withheld: expected readiness_training, got included, \d+ tokens, primary$/),
    "  included: expected readiness_injury, got missing, reason: not computed (readiness)",
  ]);
});

test("the name of a source of documents stands for its sections", async () => {
  const [refund, none] = ["How long is the refund window?", "zzzz qqqq"];
  expect(
    await saidOf(
      "support",
      `tests:
  - question: ${refund}
    subject: nora
    at: 2026-11-30T09:00:00Z
    expect: { included: ["documents:handbook"] }
  - question: ${refund}
    subject: nora
    at: 2026-11-30T09:00:00Z
    expect: { withheld: ["documents:handbook"] }
  - question: ${refund}
    subject: nora
    at: 2025-11-30T09:00:00Z
    expect: { included: ["documents:handbook"] }
  - question: ${none}
    subject: nora
    expect: { included: ["documents:handbook"] }
`,
    ),
  ).toEqual([
    expect.stringMatching(
      /^ {2}withheld: expected documents:handbook, got included, score 0\.\d\d, \d+ tokens, packed \(the first of/,
    ),
    expect.stringMatching(
      /^ {2}included: expected documents:handbook, got dropped, reason: not yet effective \(at 2026-03-01T\S+\) \(the first of/,
    ),
    "  included: expected documents:handbook, got no section",
  ]);
});

test("an example of the vocabulary that fails shows the scores too", async () => {
  const words = join(folder, "coaching/vocabulary/de.yaml");
  cpSync("policies/coaching/vocabulary/de.yaml", words);
  writeFileSync(words, "language: de\nintents: { injury: { 2: [Knie] } }\nexamples: { training: [Das Knie] }\n");
  const printed: string[] = [];
  await testPolicies(folder, {}, (line) => printed.push(line));
  expect(printed.slice(1, 3)).toEqual(["  expected training to score highest, got injury", "  - injury, score 2.00: Knie 2.00"]);
});
