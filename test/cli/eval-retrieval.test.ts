/** `winnow eval retrieval` on a set whose figures were worked out by hand. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { evalRetrieval, type RetrievalOptions } from "../../src/cli/eval-retrieval.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-retrieval-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const section = (id: string, text: string, more: object = {}) => ({
  id,
  doc: id.split("@")[0],
  heading: "",
  text,
  lang: "en",
  ...more,
});
const HEAD = {
  set: "shop",
  source: "written by hand",
  corpus: [
    section("refund@1", "Refund within fourteen days", { valid_from: "2024-01-01", valid_to: "2025-01-01" }),
    section("refund@2", "Refund within thirty days", { valid_from: "2025-01-01", valid_to: null }),
    section("lunch", "Lunch costs ten euros"),
  ],
};
const question = (id: string, text: string, answer: string, more: object = {}) => ({
  ...{ id, question: text, lang: "en", answer_sections: [answer] },
  ...more,
});
const QUESTIONS = [
  question("now", "refund days", "refund@2", { stale_sections: ["refund@1"] }),
  question("then", "refund days", "refund@1", { as_of: "2024-12-31", stale_sections: ["refund@2"] }),
  question("last day", "refund days", "refund@1", { as_of: "2025-01-01" }),
  question("scoped", "ten days", "refund@2", { doc: "refund" }),
  question("two", "refund or lunch", "lunch", { answer_sections: ["lunch", "refund@2"] }),
];

async function run(lines: readonly unknown[], more: Partial<RetrievalOptions> = {}, answers?: readonly unknown[]) {
  const set = join(folder, "set.jsonl");
  const written = (all: readonly unknown[]) => all.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n");
  writeFileSync(set, written(lines));
  const recorded = join(folder, "answers.jsonl");
  if (answers !== undefined) writeFileSync(recorded, written(answers));
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await evalRetrieval(
    { set, answers: answers === undefined ? null : recorded, json: true, nowMs: Date.UTC(2026, 0, 1), progress: null, ...more },
    { print: (line) => printed.push(line), complain: (line) => complaints.push(line.replaceAll(`${folder}/`, "")) },
  );
  return { code, printed, complaints };
}

test("figures are one line of JSON, and what is not in force at the date asked about is not found", async () => {
  const { code, printed, complaints } = await run([HEAD, ...QUESTIONS]);
  expect({ code, complaints, lines: printed.length }).toEqual({ code: 0, complaints: [], lines: 1 });
  const figures = JSON.parse(printed[0] ?? "");
  expect(figures).toMatchObject({
    set: "shop",
    n: 5,
    coverage: { 1: 0.6, 2: 0.8, 4: 0.8, 8: 0.8 },
    stale_above_valid: 0,
    stale_n: 2,
  });
  expect(figures.by_language).toEqual({ en: { n: 5, coverage: figures.coverage } });
  expect(Object.keys(figures.by_document)).toEqual(["lunch", "refund"]);
});

test("tables name the misses and what stands above them", async () => {
  const { printed } = await run([HEAD, ...QUESTIONS], { json: false });
  const text = printed.join("\n");
  expect(text).toContain('set.jsonl:4 "refund days": refund@1 not found: no word in common, or not in force');
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
    [HEAD, question("a", "b", "refund@3")],
    [/^set\.jsonl:2 answer_sections: expected the id of a section, got "refund@3"; did you mean "refund@/],
  ],
  [
    "an unknown document",
    [HEAD, question("a", "b", "lunch", { doc: "dinner" })],
    [/^set\.jsonl:2 doc: expected a document of the sections, got "dinner"/],
  ],
  [
    "no answer",
    [HEAD, question("a", "b", "lunch", { answer_sections: [] })],
    [/^set\.jsonl:2 answer_sections: .*expected at least one id, got none/],
  ],
  ["a date in words", [HEAD, question("a", "b", "lunch", { as_of: "today" })], [/^set\.jsonl:2 as_of: /]],
  [
    "a folder nobody reads",
    [{ set: "x", policy: "support", source: "handbook" }, QUESTIONS[0]],
    ["set.jsonl:1 corpus: expected a list of sections, got the name of a folder"],
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
