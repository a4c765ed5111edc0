/** What a document says about itself: dates, access, whom it is meant for; and what is refused, with its place. */
import { expect, test } from "vitest";
import { type CutOptions, cutDocument } from "../../src/documents/cut-document.ts";

const REGION = { type: "text", values: ["eu", "us"], accepts: () => true } as const;
const OPTIONS: CutOptions = { language: "en", longest: 0, attributes: new Map([["region", REGION]]), plans: new Set(["paid"]) };

const cut = (head: string) => cutDocument("a.md", `---\n${head}\n---\n# A\n\nText.\n`, "a.md", OPTIONS);
const headOf = (head: string) => cut(head).document?.head;
const codes = (head: string) => cut(head).problems.map(({ line, column, code }) => `${line}:${column} ${code}`);

test("dates are days or instants, and 9999-12-31 is no end", () => {
  expect(headOf("effective_from: 2026-01-01\neffective_to: 9999-12-31")).toMatchObject({
    effectiveFrom: "2026-01-01",
    effectiveTo: "9999-12-31",
  });
  expect(headOf("published_at: 2026-11-29t09:30:00z")?.publishedAt).toBe("2026-11-29T09:30:00Z");
  expect(codes("effective_from: 2026-02-30")).toEqual(["2:17 bad-format"]);
});

test.each([
  ["2026-01-02", []],
  ["2026-01-01", ["3:15 effective-order"]],
  ["2025-12-31", ["3:15 effective-order"]],
])("the end %s lies behind the beginning, or the document is left out", (end, expected) => {
  expect(codes(`effective_from: 2026-01-01\neffective_to: ${end}`)).toEqual(expected);
});

test("supersedes is one or a list", () => {
  expect(headOf("supersedes: b.md")?.supersedes).toEqual(["b.md"]);
  expect(headOf("supersedes: [b.md, fees@1]")?.supersedes).toEqual(["b.md", "fees@1"]);
});

test("an acl that is empty names nobody, and one that is missing is none", () => {
  expect(headOf("acl: {}")?.acl).toEqual({ subjects: [], groups: [], plans: [] });
  expect(headOf("title: A")?.acl).toBeNull();
});

test("applies_to names declared attributes and their values", () => {
  expect(headOf("applies_to: { region: eu }")?.appliesTo).toEqual(new Map([["region", ["eu"]]]));
  expect(codes("applies_to: { regoin: eu }")).toEqual(["2:15 unknown-attribute"]);
  expect(codes("applies_to: { region: asia }")).toEqual(["2:23 not-allowed"]);
  expect(codes("applies_to: { region: 5 }")).toEqual(["2:23 wrong-type"]);
});

test("a byte order mark and lone carriage returns change no line", () => {
  const { document, problems } = cutDocument("a.md", "\uFEFF---\rtitle: B\r---\r# A\r\rText.\r", "a.md", OPTIONS);
  expect(problems).toEqual([]);
  expect(document?.head.title).toBe("B");
  expect(document?.sections.map(({ line, text }) => [line, text])).toEqual([[4, "Text."]]);
});

test.each([
  ["a NUL", "Text\u0000.", 1],
  ["control characters, one in ten", `${"a".repeat(90)}${"\u0001".repeat(10)}`, 0],
  ["more than one in ten", `${"a".repeat(89)}${"\u0001".repeat(11)}`, 1],
])("%s", (_, text, count) => {
  expect(cutDocument("a.md", text, "a.md", OPTIONS).problems.filter(({ code }) => code === "binary-document")).toHaveLength(
    count,
  );
});

test.each([
  ["a front matter that nothing closes", "---\nacl: { subjects: [boss] }\n\n# A\n\nText.", 2, "a.md"],
  ["a blank line before it", "\n---\nacl: { subjects: [boss] }\n---\n# A\n", 3, "a.md"],
  ["another fence", "+++\nacl: { subjects: [boss] }\n+++\n# A\n", 2, "a.md"],
  ["one on top of HTML", "---\nacl: { subjects: [boss] }\n---\n<h1>A</h1><p>Text</p>", 2, "a.html"],
])("%s leaves a document out that was to be closed to somebody", (_, text, line, path) => {
  const { document, problems } = cutDocument(path, text, path, OPTIONS);
  expect(document).toBeNull();
  expect(problems.map((problem) => `${problem.line} ${problem.code}`)).toEqual([`${line} unread-front-matter`]);
});

test.each(['name="WINNOW:ACL"', 'name=" winnow:acl "', 'property="winnow:acl"'])("HTML: %s is read", (name) => {
  const text = `<html><head><meta ${name} content="{ subjects: [boss] }"></head><body><h1>A</h1><p>Text</p></body></html>`;
  expect(cutDocument("a.html", text, "a.html", OPTIONS).document?.head.acl?.subjects).toEqual(["boss"]);
});
