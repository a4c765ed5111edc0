/** Reports of a change: whatever an id says, it stays a word in a table, on GitHub, in a page and in a terminal. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { expect, test } from "vitest";
import { linesOf, markdownOf, pageOf } from "../../../src/cli/print/change-report.ts";
import { type BulkRow, summaryOf } from "../../../src/service/replay/bulk.ts";

function reportOf(id: string) {
  const change = { stage: "pack", id, what: "outcome", before: `dropped: ${id}`, after: "included: packed" } as const;
  const difference = { first: "pack", changes: [change], shown: [id], hidden: [id], tokens: { before: 1, after: 2 } } as const;
  const result = { manifest_id: id, outcome: "changed", reason: null, not_recorded: [], difference } as const;
  const rows: readonly BulkRow[] = [{ manifestId: id, intent: id, policy: id, result }];
  return { against: "set.jsonl", under: "policies/a_b", summary: summaryOf(rows), rows };
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

const all = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(all)];

test.each([
  "a|b",
  "@everybody see #12",
  "https://evil.example/?q=1 www.evil.example",
  "<img src=x onerror=alert(1)>",
  "[click](https://evil.example)",
  "`tick` ``two``",
  "`",
  "a\nb\r\n| c | d |\n\n# Title",
  "&lt;b&gt; *bold* _under_ ~~gone~~",
  "-->",
  "=cmd|' /C calc'!A0",
  "\u001b[31mred\u001b[0m\u2028line",
])("%j is a word in code, in a table of as many cells", (id) => {
  const markdown = markdownOf(reportOf(id));
  const tree = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }) as Node;
  const nodes = all(tree);
  expect(nodes.filter(({ type }) => ["link", "html", "image", "emphasis", "strong"].includes(type))).toEqual([]);
  const told = id.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  const words = nodes.filter(({ type }) => type === "inlineCode").map(({ value }) => value);
  // Newly shown, newly hidden, the intent, and manifest, intent, shown and hidden of the one changed request.
  expect(words.filter((word) => word === told)).toHaveLength(7);
  const tables = nodes.filter(({ type }) => type === "table");
  expect(tables).toHaveLength(6);
  for (const { children = [] } of tables) {
    expect(new Set(children.map((row) => row.children?.length)).size).toBe(1);
  }
  expect(nodes.filter(({ type, value }) => type === "text" && value?.includes("evil")).length).toBe(0);
});

test("in a terminal an id is one line without what steers it; in a page it is text", () => {
  const id = "\u001b[2Ka\n<script>alert(1)</script>";
  const lines = linesOf(reportOf(id));
  expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
  expect(pageOf(reportOf(id))).not.toContain("<script>");
});
