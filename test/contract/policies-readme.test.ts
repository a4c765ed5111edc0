/** What policies/README.md shows of documents, and for what requests bring, works as it stands. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
