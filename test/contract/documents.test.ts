/** docs/documents.md says what the code says: keys, endings, lists in both directions, and its examples as they stand. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { cutDocument } from "../../src/documents/cut-document.ts";
import { FrontMatter } from "../../src/documents/front-matter-schema.ts";
import { DEFAULT_WEIGHTS } from "../../src/documents/index-view.ts";
import { FOUND_BY, TERM_HOW } from "../../src/pipeline/records/retrieval.ts";
import { DocumentLayout } from "../../src/policy/schema/document-layout.ts";
import { ACCESSES, FolderSource } from "../../src/policy/schema/document-source.ts";
import { ENDINGS_READ } from "../../src/sources/folder/document-names.ts";
import { sectionsOf } from "../support/handbook.ts";
import { askSmall, smallPolicy } from "../support/small-policy.ts";

const PAGE = readFileSync("docs/documents.md", "utf8");
const FOLDER = "policies/support/documents";

/** The first block of a language behind a heading. */
function block(language: string, heading: string): string {
  const [, section = ""] = PAGE.split(`\n${heading}\n`);
  const text = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)?.[1];
  if (text === undefined) throw new Error(`no block of ${language} behind ${heading}`);
  return text;
}

/** What the first column of a table holds. */
function keysOf(head: string): readonly string[] {
  const [, table] = PAGE.split(`\n| ${head} |`);
  if (table === undefined) throw new Error(`no table ${head}`);
  const rows = table.slice(0, table.indexOf("\n\n")).split("\n").slice(2);
  return rows.map((row) => /^\| `([a-z0-9_]+)` \|/.exec(row)?.[1] ?? row);
}

/** The names in code marks of one match. */
const namesIn = (pattern: RegExp): readonly string[] =>
  [...(pattern.exec(PAGE)?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

describe("the tables have every key of the code and no other", () => {
  test.each([
    ["key | what it says", Object.keys(FrontMatter.shape)],
    ["key of `rank` | what it is", Object.keys(DEFAULT_WEIGHTS)],
    ["key | what it does", Object.keys(DocumentLayout.shape)],
    ["`access` | a document without `acl` | a document with `acl`", [...ACCESSES]],
  ])("%s", (head, keys) => {
    expect([...keysOf(head)].sort()).toEqual([...keys].sort());
  });
});

test("the lists within sentences are those of the code", () => {
  const endings = namesIn(/Files that end in ([\s\S]+?);/).filter((name) => name.startsWith("."));
  expect(endings.join(", ")).toBe(ENDINGS_READ);
  expect(namesIn(/\(`by`: ([^)]+)\)/)).toEqual([...FOUND_BY]);
  expect(namesIn(/how it was found \(([^)]+)\)/)).toEqual([...TERM_HOW]);
});

test("the document shown has the sections and the front matter that the page says", () => {
  const { document, problems } = cutDocument("handbook.md", block("markdown", "## Writing a document"), "handbook.md", {
    ...{ language: "de", longest: 4_000, attributes: new Map(), plans: new Set() },
  });
  expect(problems).toEqual([]);
  expect(document?.head).toMatchObject({ title: "Support handbook", language: "en", key: "handbook", version: "2026-03" });
  expect(document?.sections.map(({ id, number }) => [id, number])).toEqual([["handbook.md#42-return-deadlines", "4.2"]]);
});

test("the settings shown name every key of a folder, and load with the layout and the synonyms shown", async () => {
  const settings = block("yaml", "## Settings");
  const { sources } = parse(settings) as { readonly sources: { readonly handbook: object } };
  expect(Object.keys(sources.handbook).sort()).toEqual(Object.keys(FolderSource.shape).sort());
  const { policy } = await smallPolicy(
    `plans: { annual: { secondary_tokens: 100 } }\n${block("yaml", "### How sections stand in the prompt")}`,
    { "sources.yaml": settings, "synonyms.yaml": block("yaml", "#### Synonyms") },
  );
  expect([...policy.documents.keys()]).toEqual(["handbook"]);
  expect(policy.synonyms.of("en").size).toBeGreaterThan(0);
});

test("sections that the page names are in the handbook, and its questions in the labelled set", () => {
  const ids = new Set(sectionsOf("handbook.md").map(({ id }) => id));
  const named = [...PAGE.matchAll(/handbook\.md#[a-z0-9-]+/g)].map(([id]) => id).filter((id) => id !== "handbook.md#deadlines");
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
  const set = readFileSync("policies/support/handbook.questions.jsonl", "utf8").split("\n");
  const lines = block("json", "## Measuring").trim().split("\n");
  expect(lines.filter((line) => !set.includes(line))).toEqual([]);
});

test("the question about the annual plan finds the list of 2026, and with as_of 2025 nothing reaches the floor", async () => {
  const files = readdirSync(FOLDER).map((name) => [`documents/${name}`, readFileSync(`${FOLDER}/${name}`, "utf8")] as const);
  const small = await smallPolicy("attributes: { region: { type: text, values: [us, uk, eu, other] } }\n", {
    ...Object.fromEntries(files),
    "sources.yaml": "sources: { handbook: { folder: documents, access: tenant, floor: 6.5 } }\n",
  });
  const outcomes = async (as_of: string) => {
    const { core } = await askSmall(small, { question: "What does the annual plan cost?", as_of });
    return new Map(core.retrieval.flatMap(({ ranked }) => ranked.map(({ id, outcome }) => [id.split("#")[1], outcome])));
  };
  const now = await outcomes("2026-11-30");
  expect([now.get("plan-prices-2026"), now.get("plan-prices-2023")]).toEqual(["chosen", "superseded"]);
  const before = await outcomes("2025-06-01");
  expect(before.get("plan-prices-2023")).toBe("below_floor");
  expect([...before.values()]).not.toContain("chosen");
});
