/** Rules that send to sections are held against the documents: at the start, and after each edit. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { policyDetail } from "../../src/http/policy-view.ts";
import type { Policy } from "../../src/policy/snapshot.ts";
import { type Library, openLibrary, type Reading } from "../../src/service/library.ts";
import { createPools } from "../../src/sources/pools.ts";
import { smallPolicy } from "../support/small-policy.ts";

const rules = (...sections: readonly string[]): string => `
sources:
  handbook:
    folder: documents
    access: tenant
    send_to:
      - { when: { plan: annual }, sections: [${sections.map((name) => `"${name}"`).join(", ")}], reason: "A rule of their own." }
`;
const PLANS = "plans: { annual: { secondary_tokens: 100 } }\n";
const HANDBOOK = "# Handbook\n\n## Fees\n\nTen euros.\n\n## Returns\n\nWithin 30 days.\n";
const FAULTY = "---\ntitel: Handbook\n---\n\n## Fees\n\nTen euros.\n";

let policiesDir = "";
const pools = createPools();
const open: Library[] = [];

beforeEach(() => {
  policiesDir = mkdtempSync(join(tmpdir(), "winnow-library-"));
  mkdirSync(join(policiesDir, "small", "documents"), { recursive: true });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((library) => library.close()));
  rmSync(policiesDir, { recursive: true });
});

const write = (text: string): void => writeFileSync(join(policiesDir, "small", "documents", "handbook.md"), text);

async function opened(policy: Policy, onReading: (reading: Reading) => void = () => {}) {
  const policies = new Map([["small", policy]]);
  const library = await openLibrary({ policiesDir, policies, pools, meaning: null, onReading });
  if (!("problems" in library)) open.push(library);
  return library;
}

const policyWith = async (sources: string): Promise<Policy> => (await smallPolicy(PLANS, { "sources.yaml": sources })).policy;

test("a rule that names a section or a document that is not there refuses the start, with its place and what was meant", async () => {
  write(HANDBOOK);
  const library = await opened(await policyWith(rules("handbook.md#fees", "handbook.md#fee", "handbok.md")));
  const problems = "problems" in library ? library.problems : [];
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    expect.stringMatching(/^unknown-section: .*"handbok\.md"; .*"handbook\.md"/),
    expect.stringMatching(/^unknown-section: .*"handbook\.md#fee"; .*"handbook\.md#fees"/),
  ]);
  expect(problems[0]).toMatchObject({ file: expect.stringContaining("sources.yaml"), line: 7 });
});

test("of a document that could not be read the refusal says so instead of naming another section", async () => {
  write(FAULTY);
  const library = await opened(await policyWith(rules("handbook.md#fees")));
  expect("problems" in library && library.problems.map(({ message }) => message)).toEqual([
    'no document has the section "handbook.md#fees"; its document could not be read',
    '"titel" is not a key here; did you mean "title"?',
  ]);
});

test("an edit that takes the section of a rule away is told with the reading, and so is that it is back", async () => {
  write(HANDBOOK);
  const told: (readonly string[])[] = [];
  const policy = await policyWith(rules("handbook.md#fees"));
  const library = await opened(policy, ({ problems }) => told.push(problems.map(({ code }) => code)));
  if ("problems" in library) throw new Error("refused");
  const missing = () => library.readings().flatMap((reading) => reading.problems.map(({ code }) => code));
  expect(missing()).toEqual([]);
  write(HANDBOOK.replace("## Fees", "## Charges"));
  await expect.poll(() => told.at(-1)).toEqual(["unknown-section"]);
  expect(missing()).toEqual(["unknown-section"]);
  const [shown] = policyDetail(policy, { snapshot: "", readings: library.readings() }).documents;
  expect(shown?.problems).toEqual([expect.stringMatching(/ unknown-section: .*handbook\.md#fees/)]);
  write(HANDBOOK);
  await expect.poll(() => told.at(-1)).toEqual([]);
  expect(missing()).toEqual([]);
});

test.each([
  ["applies_to: { regoin: us }", true, /^unknown-attribute 2:\d+ "regoin" is no attribute of this policy; .*"region"/],
  ["applies_to: { region: uk }", true, /^not-allowed 2:\d+ the attribute "region" never has the value "uk"; .*us/],
  // Whom it was closed to is not known any more.
  ["acl: { plans: [anual] }", false, /^unknown-plan 2:\d+ "anual" is no plan of this policy; .*"annual"/],
])(
  "a document that says %s refuses the start; the same edit while it runs leaves its last good reading: %s",
  async (head, stays, told) => {
    const plain = "sources:\n  handbook: { folder: documents, access: tenant }\n";
    const attributes = "attributes: { region: { type: text, values: [eu, us] } }\n";
    const { policy } = await smallPolicy(attributes + PLANS, { "sources.yaml": plain });
    write(`---\n${head}\n---\n\n${HANDBOOK}`);
    const refused = await opened(policy);
    const problems = "problems" in refused ? refused.problems : [];
    expect(problems.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`)).toEqual([
      expect.stringMatching(told),
    ]);
    write(HANDBOOK);
    const library = await opened(policy);
    if ("problems" in library) throw new Error("refused");
    const sections = () => library.readings()[0]?.corpus.sections.length;
    const before = sections();
    write(`---\n${head}\n---\n\n${HANDBOOK}`);
    await expect.poll(() => library.readings().flatMap((one) => one.problems.map(({ code }) => code))).toHaveLength(1);
    expect(sections()).toBe(stays ? before : 0);
  },
);
