/** The committed schemas and pages say what the code says. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { policyReference, policySchemas } from "../../../src/policy/export/schemas.ts";
import { POLICY_FINDING_CODES } from "../../../src/policy/problem.ts";
import { PROBLEM_CODES } from "../../../src/policy/problem-codes.ts";
import { FILE_KINDS } from "../../../src/policy/read/policy-files.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

describe("generated files are up to date (npm run generate)", () => {
  test.each([...policySchemas(), policyReference()])("$path", ({ path, content }) => {
    expect(read(path)).toBe(content);
  });
});

test("there is a schema for each policy file and no other", () => {
  const expected = [...FILE_KINDS.map(({ key }) => `${key}.schema.json`), "test.schema.json", "words.schema.json"].sort();
  expect(readdirSync(new URL("policies/schema/", ROOT)).sort()).toEqual(expected);
});

test("the reference names every key with a description", () => {
  const rows = policyReference()
    .content.split("\n")
    .filter((line) => line.startsWith("| `"));
  const bare = rows.filter((row) => /\| \|$/.test(row) && !row.includes("budget.shares."));
  expect(rows.length).toBeGreaterThan(60);
  expect(bare).toEqual([]);
});

test.each([
  ["service", "url"],
  ["folder", "send_to[].when.plan"],
  ["search", "search.fields.acl.groups"],
])("the reference has the keys of a source that is a %s", (kind, key) => {
  expect(policyReference().content).toContain(`\n| \`sources.<${kind}>.${key}\` |`);
});

test("docs/policy-problems.md lists every code of the code and no other, each with what to do", () => {
  const page = read("docs/policy-problems.md");
  const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (.+?) \| (.+?) \|$/gm)];
  expect(rows.map(([, code]) => code).sort()).toEqual([...PROBLEM_CODES].sort());
  const findings = [...page.matchAll(/^\| `([a-z_]+)` \| [^|]+ \|$/gm)].map(([, code]) => code);
  expect(findings.sort()).toEqual([...POLICY_FINDING_CODES].sort());
});

describe("every policy file in policies/ names its schema in its first line", () => {
  const policies = readdirSync(new URL("policies/", ROOT), { withFileTypes: true });
  const files = policies
    .filter((entry) => entry.isDirectory() && entry.name !== "schema")
    .flatMap(({ name }) => readdirSync(new URL(`policies/${name}/`, ROOT)).map((file) => `policies/${name}/${file}`))
    .filter((path) => path.endsWith(".yaml"));
  test.each(files)("%s", (path) => {
    const key = path.endsWith(".test.yaml") ? "test" : path.replace(/^.*\/|\.yaml$/g, "");
    expect(read(path).split("\n")[0]).toBe(`# yaml-language-server: $schema=../schema/${key}.schema.json`);
  });
});

test("every code of a faulty file is told by at least one file of test/bad-policies, or named here with its reason", () => {
  const elsewhere = [
    // Faults of folders, not of files: test/policy/policy-source.test.ts.
    ...["missing-folder", "no-policy", "unreadable-file", "outside-folder", "not-utf8"],
    // Faults of documents: test/sources/folder/ and test/documents/corpus.test.ts.
    ...["unfinished-file", "unusable-name", "similar-names", "link-cycle", "too-many-files", "empty-folder"],
    ...["unknown-document", "supersedes-cycle"],
    // A rule and a folder that do not fit: test/service/library-rules.test.ts.
    "unknown-section",
    // Found by rendering, not in a file: test/service/prove-shared-zone.test.ts.
    "shared-zone-varies",
    // Needs samples of people: test/policy/check-subjects.test.ts.
    "unknown-subject",
    // Faults of documents, which leave a document out and stop no boot: test/documents/.
    ...["binary-document", "unread-front-matter", "effective-order", "duplicate-anchor", "repeated-anchor", "repeated-number"],
  ];
  const heads = readdirSync(new URL("test/bad-policies/", ROOT)).map(
    (name) => read(`test/bad-policies/${name}`).split("\n")[0] ?? "",
  );
  const told = new Set(heads.flatMap((head) => head.split(/\s+/)));
  expect(PROBLEM_CODES.filter((code) => !told.has(code) && !elsewhere.includes(code))).toEqual([]);
  expect(elsewhere.filter((code) => told.has(code))).toEqual([]);
});
