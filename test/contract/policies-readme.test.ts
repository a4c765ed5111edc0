/** What policies/README.md shows of documents, and for what requests bring, works as it stands. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkPolicies } from "../../src/cli/check.ts";
import { testPolicies } from "../../src/cli/test.ts";
import { TestFile } from "../../src/policy/schema/test-file.ts";
import { POLARITIES } from "../../src/routing/polarity.ts";
import { HOWS } from "../../src/text/lexicon/pattern.ts";
import { handbookQuestions } from "../support/handbook.ts";
import { askSmall, smallPolicy } from "../support/small-policy.ts";

const PAGE = readFileSync("policies/README.md", "utf8");

const shown = (file: string): string => {
  const [, section] = PAGE.split(`\n### In \`${file}\`\n`);
  const text = /```yaml\n([\s\S]*?)```/.exec(section ?? "")?.[1];
  if (text === undefined) throw new Error(`the page shows nothing of ${file}`);
  return text;
};

/** The first block of a language behind a heading. */
const behind = (heading: string, language: string): string => {
  const [, section] = PAGE.split(`\n${heading}\n`);
  const text = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section ?? "")?.[1];
  if (text === undefined) throw new Error(`the page shows no ${language} behind ${heading}`);
  return text;
};

test("the document, the synonyms and the table shown work together: only the intent that lists the folder looks into it", async () => {
  const small = await smallPolicy("", {
    "sources.yaml": "sources: { handbook: { folder: documents, access: tenant } }\n",
    "intents.yaml": behind("### Which questions look into the documents", "yaml"),
    "synonyms.yaml": behind("### Words that customers use", "yaml"),
    "documents/prices.md": behind("## Documents", "markdown"),
  });
  const chosen = async (intent: string, as_of: string) => {
    const { core } = await askSmall(small, { intent, as_of, question: "What does the paid plan cost?" });
    return core.retrieval.flatMap(({ ranked }) => ranked.map(({ id, outcome }) => `${id} ${outcome}`));
  };
  const section = "handbook:prices.md#what-the-plans-cost";
  expect(await chosen("billing", "2027-01-01")).toEqual([`${section} chosen`]);
  expect(await chosen("billing", "2026-12-31")).toEqual([`${section} not_yet_effective`]);
  expect(await chosen("general", "2027-01-01")).toEqual([]);
  expect([...small.policy.synonyms.of("en").keys()]).toContain("broken");
});

test("the labelled question shown is one of the handbook's", () => {
  const { tags: _, ...first } = handbookQuestions().find(({ id }) => id === "hb-057") ?? {};
  expect(JSON.parse(behind("### Questions with their sections", "json"))).toEqual(first);
});

test("what is shown of policy.yaml, sources.yaml and topics.yaml loads together", async () => {
  const { policy } = await smallPolicy(shown("policy.yaml"), {
    "sources.yaml": shown("sources.yaml"),
    "topics.yaml": shown("topics.yaml"),
  });
  expect(policy).toMatchObject({ strategy: "density", budgetTotal: 4_096, compress: { kinds: ["document"] } });
  expect([...policy.toolRules.keys()]).toEqual(["order_lookup"]);
  expect(policy.topics.all.map(({ name }) => name)).toEqual(["refund_window"]);
});

const sectionOf = (heading: string): string => PAGE.split(`\n${heading}\n`)[1]?.split(/\n##+ /)[0] ?? "";

/** The blocks of a numbered list, without its indentation, in order. */
const blocksOf = (section: string): readonly string[] =>
  [...section.matchAll(/^ {3}```\w*\n([\s\S]*?)^ {3}```$/gm)].map(([, text]) => (text ?? "").replace(/^ {3}/gm, ""));

/** Every test that somebody adds to a file moves what stands behind it. */
const withoutPlaces = (text: string): string => text.replace(/:\d+:\d+/g, ":N:N");

/** The shipped policies, to be edited, and what the two verbs say of them. */
function editable() {
  const top = mkdtempSync(join(tmpdir(), "winnow-readme-"));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const policies = join(top, "policies");
  cpSync("policies", policies, { recursive: true });
  const edit = (file: string, change: (text: string) => string): void => {
    const place = join(policies, "coaching", file);
    writeFileSync(place, change(readFileSync(place, "utf8")));
  };
  const run = async (verb: "check" | "test") => {
    const said: string[] = [];
    const print = (line: string): void => void said.push(line);
    const status =
      verb === "test" ? await testPolicies(policies, {}, print) : await checkPolicies(policies, {}, { print, nowMs: Date.now() });
    return { status, said: withoutPlaces(said.join("\n").replaceAll(`${top}/`, "")) };
  };
  return { edit, run };
}

test("the steps of adding a fact do what the page says, each of them", async () => {
  const [json, piece, unused, nowhere, questions, failing, row, ...more] = blocksOf(sectionOf("## Adding a fact")).map(
    withoutPlaces,
  );
  expect(more).toEqual([]);
  const { edit, run } = editable();

  edit("pieces.yaml", (text) => `${text}\n${piece}`);
  expect(await run("check")).toMatchObject({ status: 1, said: expect.stringContaining(nowhere?.trim() ?? "none") });
  edit("samples/maya/baselines.json", (text) => text.replace(/\n\}\s*$/, `,\n${json}}\n`));
  expect(await run("check")).toMatchObject({ status: 0, said: expect.stringContaining(unused?.trim() ?? "none") });

  edit("coaching.test.yaml", (text) => `${text}${questions}`);
  const failed = await run("test");
  expect([failed.status, failed.said.slice(0, failing?.length)]).toEqual([1, failing]);
  expect(failed.said).toMatch(/\n\d+ passed, 2 failed$/);

  const written = /(\n {2}nutrition:\n(?: {4}.*\n)*?) {4}secondary: .*\n/;
  edit("intents.yaml", (text) => text.replace(written, `$1${row}`));
  const after = await run("check");
  expect([after.status, after.said.includes("sweat_rate")]).toEqual([0, false]);
  expect(await run("test")).toMatchObject({ status: 0, said: expect.stringMatching(/ passed, 0 failed$/) });
});

test("the steps of the first change do what the page says", async () => {
  const [question, word, ...more] = blocksOf(sectionOf("## Your first change, in five minutes"));
  expect(more).toEqual([]);
  const { edit, run } = editable();
  edit("coaching.test.yaml", (text) => `${text}${question}`);
  expect(await run("test")).toMatchObject({ status: 1, said: expect.stringContaining("horchata") });
  const [weight, term] = (word ?? "").split("\n");
  edit("vocabulary.yaml", (text) => {
    const [before, nutrition] = text.split("\n  nutrition:\n");
    return `${before}\n  nutrition:\n${nutrition?.replace(`${weight}\n`, `${weight}\n${term}\n`)}`;
  });
  expect(await run("test")).toMatchObject({ status: 0 });
});

test("every note behind a word, and every line that a test may expect, is explained", () => {
  const section = PAGE.slice(PAGE.indexOf("\n## Tests\n"));
  const tables = [...section.slice(0, section.indexOf("\n## Documents\n")).matchAll(/^\|(.*?)\|/gm)].map(
    ([, cell]) => cell ?? "",
  );
  const explained = tables.flatMap((cell) => [...cell.matchAll(/`([a-z]+)`/g)].map(([, name]) => name));
  const notes = [...HOWS, ...POLARITIES].filter((note) => note !== "exact" && note !== "positive");
  const lines = Object.keys(TestFile.shape.tests.element.shape.expect.shape);
  expect([...explained].sort()).toEqual([...notes, ...lines].sort());
});

test("what a word in brackets counts is what policies say that say nothing of it", async () => {
  const { policy } = await smallPolicy("");
  const counts = [...sectionOf("### What `winnow test` says").matchAll(/^\| `([a-z]+)` \|.*\| ([\d.]+) \|$/gm)];
  const told = Object.fromEntries(counts.map(([, name, count]) => [`${name}Milli`, Number(count) * 1_000]));
  expect(Object.keys(told)).toHaveLength(5);
  expect(policy.routing.factors).toMatchObject(told);
});
