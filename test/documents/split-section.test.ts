/** Where an over-long section is cut, and that nothing of it is lost. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutDocument } from "../../src/documents/cut-document.ts";
import type { Section } from "../../src/documents/document.ts";

function sections(text: string, longest: number): readonly Section[] {
  const options = { language: "en", longest, attributes: new Map(), plans: new Set<string>() };
  const { document } = cutDocument("a.md", text, "policies/p/documents/a.md", options);
  if (document === null) throw new Error("left out");
  return document.sections;
}

const texts = (text: string, longest: number): readonly string[] => sections(text, longest).map((section) => section.text);

describe("the limit", () => {
  const text = "# T\nabcd\n\nefgh";
  test.each([
    [0, ["abcd\n\nefgh"]],
    [9, ["abcd", "efgh"]],
    [10, ["abcd\n\nefgh"]],
    [11, ["abcd\n\nefgh"]],
  ])("of %i code points", (longest, expected) => expect(texts(text, longest)).toEqual(expected));

  test("counts code points, not code units", () => {
    expect(texts("# T\n😀😀😀😀\n\nefgh", 10)).toHaveLength(1);
  });
});

test("parts belong together and share number, anchor and line", () => {
  expect(sections("# T\nabcd\n\nefgh", 5)).toMatchObject([
    { id: "a.md#t", number: "0", anchor: "t", line: 1, part: { index: 1, of: 2 } },
    { id: "a.md#t~2", number: "0", anchor: "t", line: 1, part: { index: 2, of: 2 } },
  ]);
  expect(sections("# T\nabcd", 5)[0]?.part).toBeNull();
});

const HEAD = "| City | Rate |\n|------|-----:|";
const row = (index: number): string => `| City ${String(index).padStart(2, "0")} | ${index}.00 EUR |`;
const table = (rows: number): string => [HEAD, ...Array.from({ length: rows }, (_, index) => row(index + 1))].join("\n");

test("FP-193: a table of 60 rows twice the limit is cut only between rows, and every part has its head", () => {
  const whole = table(60);
  const parts = texts(`# Rates\n\n${whole}\n`, Math.ceil(whole.length / 2));
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(part.startsWith(`${HEAD}\n|`)).toBe(true);
  const rows = parts.flatMap((part) => part.split("\n").slice(2));
  expect(rows).toEqual(whole.split("\n").slice(2));
});

test("a rate table whose ninth row holds the answer comes whole, with the line that leads to it", () => {
  const lead = "The rates per night are:";
  const text = `# Rates\n\n${"Words before it. ".repeat(10)}\n\n${lead}\n\n${table(12)}\n\n${"Words behind it. ".repeat(10)}`;
  const parts = texts(text, table(12).length + lead.length + 2);
  expect(parts).toContain(`${lead}\n\n${table(12)}`);
});

test("the line that leads to an over-long table stays with its first rows", () => {
  const [first, second] = texts(`# Rates\nThese:\n\n${table(10)}`, 120);
  expect(first?.startsWith(`These:\n\n${HEAD}\n${row(1)}`)).toBe(true);
  expect(second?.startsWith(`${HEAD}\n| City`)).toBe(true);
});

test("an over-long list is cut between its outermost items, a paragraph between sentences, code never", () => {
  expect(texts("# T\n- one\n  - inner\n- two\n\n- three", 20)).toEqual(["- one\n  - inner", "- two\n\n- three"]);
  expect(texts("# T\nThe first one. The second one.", 20)).toEqual(["The first one.", "The second one."]);
  const code = `\`\`\`\n${"line of code\n".repeat(9)}\`\`\``;
  expect(texts(`# T\n${code}`, 20)).toEqual([code]);
});

test("comments are for no reader, but for those inside code", () => {
  expect(
    texts("# T <!-- a -->\n<!-- note\n\nof two -->\ntext <!-- b -->here\n\n`<!-- c -->`\n\n```\n<!-- d -->\n```", 0),
  ).toEqual(["text here\n\n`<!-- c -->`\n\n```\n<!-- d -->\n```"]);
  expect(sections("# T <!-- a -->\ntext", 0)[0]?.headings).toEqual(["T"]);
});

const words = fc.array(fc.constantFrom("Travel", "rate", "14", "days.", "Then", "it", "ends:", "a"), {
  minLength: 1,
  maxLength: 12,
});
const block = fc.oneof(
  words.map((all) => all.join(" ")),
  fc.integer({ min: 1, max: 9 }).map(table),
  fc.array(words, { minLength: 1, maxLength: 6 }).map((items) => items.map((item) => `- ${item.join(" ")}`).join("\n")),
  words.map((all) => `\`\`\`\n${all.join("\n\n")}\n\`\`\``),
  words.map((all) => `> ${all.join(" ")}`),
);

test("no word is lost or put elsewhere, whatever the limit; only heads of tables stand twice", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 200 }), (blocks, longest) => {
      const plain = (text: string): string => text.replaceAll(HEAD, "").replace(/\s+/g, "");
      const parts = texts(`# T\n\n${blocks.join("\n\n")}\n`, longest);
      expect(plain(parts.join(""))).toBe(plain(blocks.join("")));
      const heads = (text: string): number => text.split(HEAD).length - 1;
      expect(heads(parts.join("\n"))).toBeGreaterThanOrEqual(heads(blocks.join("\n\n")));
    }),
    { numRuns: 300 },
  );
});
