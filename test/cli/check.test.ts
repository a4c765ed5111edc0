/** What `winnow check` says of the shipped policies. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
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

describe("faults of policies and of their documents are told in one run", () => {
  /** The shipped policies, with a fault in a document of one of them. */
  async function saidWith(edits: Readonly<Record<string, (text: string) => string>>): Promise<readonly string[]> {
    const top = mkdtempSync(join(tmpdir(), "winnow-check-"));
    onTestFinished(() => rmSync(top, { recursive: true }));
    const policies = join(top, "policies");
    cpSync("policies", policies, { recursive: true });
    writeFileSync(join(policies, "support/documents/bad.md"), "---\nkeey: x\n---\n# Bad\n\nText.\n");
    for (const [file, edit] of Object.entries(edits))
      writeFileSync(join(policies, file), edit(readFileSync(join(policies, file), "utf8")));
    const said: string[] = [];
    expect(await checkPolicies(policies, {}, { print: (line) => said.push(line), nowMs: 0 })).toBe(1);
    return said.map((line) => line.replace(`${top}/`, "").replace(/(:\d+:\d+ [a-z-]+: ).*/, "$1"));
  }
  const misspelt = (text: string): string => text.replace(/primary:/, "primry:");
  const DOCUMENT = "policies/support/documents/bad.md:2:1 unknown-key: ";

  test("of the same policy", async () => {
    expect(await saidWith({ "support/intents.yaml": misspelt })).toEqual([
      DOCUMENT,
      expect.stringMatching(/^policies\/support\/intents\.yaml:\d+:\d+ unknown-key: $/),
      "2 problem(s)",
    ]);
  });

  test("of another policy", async () => {
    const said = await saidWith({ "coaching/intents.yaml": misspelt });
    expect(said[0]).toMatch(/^policies\/coaching\/intents\.yaml:/);
    expect(said).toContain(DOCUMENT);
  });

  test.each(["policy.yaml", "sources.yaml"])(
    "but not where %s, which says where they are and what they may name, has one itself",
    async (file) => {
      const said = await saidWith({ [`support/${file}`]: (text) => `${text}\nsorces: 1\n` });
      expect(said).toEqual([
        expect.stringMatching(new RegExp(`^policies/support/${file}:\\d+:1 unknown-key: $`)),
        "1 problem(s)",
      ]);
    },
  );

  test("and what they cannot be judged by is no reason to keep quiet of the others", async () => {
    const said = await saidWith({
      "support/intents.yaml": misspelt,
      "coaching/policy.yaml": (text) => `${text}\nsorces: 1\n`,
    });
    expect(said).toContain(DOCUMENT);
    expect(said).toContainEqual(expect.stringMatching(/^policies\/coaching\/policy\.yaml:\d+:1 unknown-key: $/));
  });
});
