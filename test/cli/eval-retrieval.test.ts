/** `winnow eval retrieval` on a set whose figures were worked out by hand. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { evalRetrieval } from "../../src/cli/eval-retrieval.ts";
import type { RetrievalOptions } from "../../src/cli/options/retrieval-inputs.ts";
import { HANDBOOK_ANSWERS, question, runRetrieval, runWritten, section } from "./run-retrieval.ts";

const HEAD = {
  set: "shop",
  source: "written by hand",
  corpus: [
    section("refund@1", "Refund within fourteen days", { valid_from: "2024-01-01", valid_to: "2025-01-01" }),
    section("refund@2", "Refund within thirty days", { valid_from: "2025-01-01", valid_to: null }),
    section("lunch", "Lunch costs ten euros"),
  ],
};
const QUESTIONS = [
  question("now", "refund days", ["refund@2"], { stale_sections: ["refund@1"] }),
  question("then", "refund days", ["refund@1"], { as_of: "2024-12-31", stale_sections: ["refund@2"] }),
  question("last day", "refund days", ["refund@1"], { as_of: "2025-01-01" }),
  question("scoped", "ten days", ["refund@2"], { doc: "refund" }),
  question("two", "refund or lunch", ["lunch", "refund@2"]),
];

const run = (lines: readonly unknown[], more: Partial<RetrievalOptions> = {}, answers?: readonly unknown[]) =>
  runWritten(evalRetrieval, { lines, ...(answers === undefined ? {} : { answers }) }, { nowMs: Date.UTC(2026, 0, 1), ...more });

test("figures are one line of JSON, and what is not in force at the date asked about is not found", async () => {
  const { code, printed, complaints } = await run([HEAD, ...QUESTIONS]);
  expect({ code, complaints, lines: printed.length }).toEqual({ code: 0, complaints: [], lines: 1 });
  const figures = JSON.parse(printed[0] ?? "");
  expect(figures).toMatchObject({
    set: "shop",
    n: 5,
    coverage: { 1: 0.6, 2: 0.8, 4: 0.8, 8: 0.8, all: 0.8 },
    stale_above_valid: 0,
    stale_n: 2,
  });
  expect(figures.by_language).toEqual({ en: { n: 5, coverage: figures.coverage } });
  expect(Object.keys(figures.by_document)).toEqual(["lunch", "refund"]);
});

test("tables name the misses and what stands above them", async () => {
  const { printed } = await run([HEAD, ...QUESTIONS], { json: false });
  const text = printed.join("\n");
  expect(text).toContain('set.jsonl:4 "refund days": refund@1 not found: no word in common, not in force, or not for everybody');
  expect(text).toMatch(/ {4}refund@2 \d\.\d: refund \d\.\d \(word\)/);
});

test("recorded answers stand beside the coverage of the same questions, with a warning where they reach it", async () => {
  const answers = ["now", "last day"].map((id) => ({ id, right: true }));
  const { printed } = await run([HEAD, ...QUESTIONS], {}, answers);
  expect(JSON.parse(printed[0] ?? "").accuracy).toMatchObject({ n: 2, right: 1, at_or_above: [1, 2, 4, 8] });
  const table = await run([HEAD, ...QUESTIONS], { json: false }, answers);
  expect(table.printed.join("\n")).toContain("warning: accuracy is at or above the coverage of k=1, 2, 4, 8");
  const wrong = await run([HEAD, ...QUESTIONS], { json: false }, [{ id: "now", right: false }]);
  expect(wrong.printed.join("\n")).not.toContain("warning");
});

test.each<[string, readonly unknown[], readonly (string | RegExp)[]]>([
  ["no JSON", [HEAD, "{"], [/^set\.jsonl:2 expected a JSON object, got text that is no JSON/]],
  [
    "no question",
    [HEAD],
    ["set.jsonl: expected a question a line after the first, got none; docs/measuring.md says what it holds"],
  ],
  ["no sections", [{ set: "x" }, QUESTIONS[0]], ["set.jsonl:1 expected corpus, or policy and source, got none of them"]],
  [
    "an id twice",
    [{ set: "x", corpus: [HEAD.corpus[0], HEAD.corpus[0]] }, QUESTIONS[0]],
    [/^set\.jsonl:1 corpus: .* got "refund@1" again$/],
  ],
  [
    "dates the wrong way",
    [{ set: "x", corpus: [section("a", "b", { valid_from: "2025-01-01", valid_to: "2025-01-01" })] }, QUESTIONS[0]],
    [/^set\.jsonl:1 corpus\.0: .*valid_to after valid_from/],
  ],
  [
    "an unknown section",
    [HEAD, question("a", "b", ["refund@3"])],
    [/^set\.jsonl:2 answer_sections: expected the id of a section, got "refund@3"; did you mean "refund@/],
  ],
  [
    "an unknown document",
    [HEAD, question("a", "b", ["lunch"], { doc: "dinner" })],
    [/^set\.jsonl:2 doc: expected a document of the sections, got "dinner"/],
  ],
  [
    "another way where nothing answers",
    [HEAD, question("a", "b", [], { alternatives: [["lunch"]] })],
    [/^set\.jsonl:2 alternatives: .*expected none beside empty answer_sections/],
  ],
  ["a date in words", [HEAD, question("a", "b", ["lunch"], { as_of: "today" })], [/^set\.jsonl:2 as_of: /]],
  ["a question twice", [HEAD, QUESTIONS[0], QUESTIONS[0]], ['set.jsonl:3 id: expected each id once, got "now" again']],
  [
    "a policy that is none",
    ["", { set: "x", policy: "suport", source: "handbook" }, QUESTIONS[0]],
    ['set.jsonl:2 policy: expected the name of a policy, got "suport"; did you mean "support"?'],
  ],
  [
    "a source that is no folder",
    [{ set: "x", policy: "support", source: "orders" }, QUESTIONS[0]],
    ['set.jsonl:1 source: expected the name of a folder of documents, got "orders"; the folders of documents: handbook'],
  ],
  [
    "a heading that is gone, and one document for a question to a folder",
    [
      { set: "x", policy: "support", source: "handbook" },
      question("a", "b", ["handbook.md#42-return-deadline"], { doc: "handbook.md" }),
    ],
    [
      /^set\.jsonl:2 answer_sections: .* did you mean "handbook\.md#42-return-deadlines"\?$/,
      'set.jsonl:2 doc: expected none, for a question is asked of all of a folder, got "handbook.md"',
    ],
  ],
])("a set with %s is refused with its line", async (_, lines, expected) => {
  const { code, printed, complaints } = await run(lines);
  expect([code, printed, complaints.length]).toEqual([2, [], expected.length]);
  for (const [at, one] of expected.entries()) expect(complaints[at]).toMatch(one);
});

test("answers to no question, or twice, are refused with their lines", async () => {
  const { code, complaints } = await run([HEAD, ...QUESTIONS], {}, [
    { id: "x", right: true },
    { id: "now", right: true },
    { id: "now", right: 1 },
  ]);
  expect([code, complaints.map((line) => line.slice(0, 16))]).toEqual([2, ["answers.jsonl:1 ", "answers.jsonl:3 "]]);
});

describe("a question that nothing answers", () => {
  const lines = [HEAD, question("yes", "lunch", ["lunch"]), question("no", "lunch", []), question("nor", "weather", [])];

  test("counts for no coverage, and apart: how many find nothing", async () => {
    const figures = JSON.parse((await run(lines)).printed[0] ?? "");
    expect(figures).toMatchObject({ n: 1, coverage: { 1: 1 }, unanswerable: { n: 2, escalated: 1 } });
    const { printed } = await run(lines, { json: false });
    expect(printed).toContain("without an answer: 2; nothing found for 1 of them");
    expect(printed.join("\n")).not.toContain("not among the first 4");
  });

  test("may be all there is", async () => {
    const { code, printed } = await run([HEAD, lines[2]], { json: false });
    expect(code).toBe(0);
    expect(printed[4]).toMatch(/^total +0( +-){5}$/);
  });
});

describe("the folder of a policy", () => {
  test("gives coverage at 1, 2, 4, 8 and all sections, by document and by tag", async () => {
    const { code, printed, complaints } = await runRetrieval(evalRetrieval, {});
    expect([code, complaints]).toEqual([0, []]);
    const figures = JSON.parse(printed[0] ?? "");
    expect(figures).toMatchObject({
      n: 137,
      settings: { k: 4, floor: 6.5 },
      unanswerable: { n: 10 },
      by_language: { en: { n: 137 } },
      by_document: { "handbook.md": { n: 137 } },
      by_tag: { paraphrase: { n: 21 }, several: { n: 13 }, "row-nine": { n: 1 } },
    });
    const { coverage, by_tag } = figures;
    const rising = [1, 2, 4, 8, "all"].map((depth) => coverage[depth]);
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    // A section without a word of the question is never found.
    expect(coverage.all).toBeLessThan(1);
    expect(by_tag.paraphrase.coverage[4]).toBeLessThan(by_tag.plain.coverage[4]);
  });

  test("with recorded answers names what an answer cites and was not sent", async () => {
    const { printed } = await runRetrieval(evalRetrieval, { answers: HANDBOOK_ANSWERS });
    const { accuracy } = JSON.parse(printed[0] ?? "");
    expect(accuracy).toMatchObject({ n: 11, right: 8 / 11, unanswerable: { n: 1, right: 1 } });
    expect(accuracy.cited_not_sent).toContainEqual({ id: "hb-072", sections: ["handbook.md#41-what-can-be-sent-back"] });
  });

  test("is refused with a document that has a fault, which would be missing from every figure", async () => {
    const folder = mkdtempSync(join(tmpdir(), "winnow-retrieval-"));
    cpSync("policies/support", join(folder, "support"), { recursive: true });
    writeFileSync(join(folder, "support/documents/broken.md"), "---\ntitel: Broken\n---\n\n# Broken\n\nText.\n");
    const { code, printed, complaints } = await runRetrieval(evalRetrieval, { directory: folder });
    rmSync(folder, { recursive: true });
    expect([code, printed]).toEqual([2, []]);
    expect(complaints[0]).toMatch(/documents\/broken\.md:2:1 /);
  });
});
