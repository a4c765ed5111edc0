/** The handbook of support: coverage by k, an edit between two questions, a table that comes whole. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Corpus, corpusOf } from "../../../src/documents/corpus.ts";
import { DEFAULT_WEIGHTS, viewOf } from "../../../src/documents/index-view.ts";
import { readQuery } from "../../../src/documents/query.ts";
import { rank } from "../../../src/documents/rank.ts";
import { compileSynonyms } from "../../../src/documents/synonyms.ts";
import { handbookQuestions } from "../../support/handbook.ts";
import { handbookPolicy, outcomes, recordOf, sentSections, textOf } from "../../support/handbook-policy.ts";
import { askSmall, type SmallPolicy } from "../../support/small-policy.ts";

const HANDBOOK = readFileSync("policies/support/documents/handbook.md", "utf8");
const small = await handbookPolicy({ "handbook.md": HANDBOOK }, { source: "k: 4, floor: 6.5" });
const CUT = { language: "en", longest: 4_000, attributes: small.policy.attributes, plans: new Set<string>() };

const corpusOfText = (text: string, previous: Corpus | null): Corpus =>
  corpusOf(new Map([["handbook.md", { text, problems: [] }]]), previous, { label: "documents", cut: CUT });
const corpus = corpusOfText(HANDBOOK, null);
const holding = (held: Corpus): SmallPolicy => ({
  ...small,
  documents: async () => ({ status: "corpus", corpus: held, meaning: null }),
});

const ANSWERABLE = handbookQuestions().filter(({ answer_sections }) => answer_sections.length > 0);

/** Questions that have all their answering sections among the first k, without synonyms. */
function coveredAt(k: number): number {
  const { index, sections } = corpus;
  const view = viewOf(index, null, DEFAULT_WEIGHTS);
  return ANSWERABLE.filter(({ question, answer_sections }) => {
    const first = rank(view, readQuery(question, index, compileSynonyms([])), k).map(({ at }) => sections[at]?.section.id);
    return answer_sections.every((id) => first.includes(id));
  }).length;
}

describe("selection by words", () => {
  test("the handbook has 38 sections", () => {
    expect(corpus.sections).toHaveLength(38);
  });

  // Measured in November 2026 without synonyms; a change of the ranking may raise them.
  test.each([
    [1, 94],
    [2, 109],
    [4, 114],
    [8, 118],
    [38, 127],
  ])("within k %d, at least %d of 137 questions have all their sections", (k, least) => {
    expect(coveredAt(k)).toBeGreaterThanOrEqual(least);
  });

  test("a question without a word of the section that answers it never gets it, however large k is", () => {
    expect(ANSWERABLE).toHaveLength(137);
    expect(coveredAt(38)).toBeLessThan(137);
  });
});

describe("an edit", () => {
  const QUESTION = "How long is the refund window?";
  const AMENDED = HANDBOOK.replaceAll("The refund window is 30 days.", "The refund window is 45 days.");

  test("is live at the next question, and what was not touched is not cut again", async () => {
    expect(AMENDED).not.toBe(HANDBOOK);
    const before = await askSmall(holding(corpus), { question: QUESTION });
    const edited = corpusOfText(AMENDED, corpus);
    const after = await askSmall(holding(edited), { question: QUESTION });
    expect(textOf(before.assembly.prompt)).toContain("The refund window is 30 days.");
    expect(textOf(after.assembly.prompt)).toContain("The refund window is 45 days.");
    expect(textOf(after.assembly.prompt)).not.toContain("The refund window is 30 days.");
    expect(sentSections(after.core)).toEqual(sentSections(before.core));
    expect(recordOf(after.core).digest).not.toBe(recordOf(before.core).digest);
    const back = await askSmall(holding(corpusOfText(HANDBOOK, edited)), { question: QUESTION });
    expect(back.core).toEqual(before.core);
  });

  test("a question that began before it is answered from the folder as it was", async () => {
    const before = await askSmall(holding(corpus), { question: QUESTION });
    corpusOfText(AMENDED, corpus);
    expect((await askSmall(holding(corpus), { question: QUESTION })).core).toEqual(before.core);
  });
});

test("the rates come whole: the ninth row with the head and all other rows", async () => {
  const [asked] = handbookQuestions().filter(({ tags }) => tags.includes("row-nine"));
  const { core, assembly } = await askSmall(small, { question: asked?.question ?? "" });
  expect(outcomes(core)["handbook.md#31-shipping-rates"]).toBe("chosen");
  const rates = HANDBOOK.slice(HANDBOOK.indexOf("### 3.1 Shipping rates"));
  const [table = ""] = /(?:^\|.*\|\n)+/m.exec(rates) ?? [];
  expect(table.split("\n")[1 + 9]).toBe("| Australia and New Zealand | $8.70 | $21.40 | $58.00 |");
  expect(textOf(assembly.prompt)).toContain(table);
});
