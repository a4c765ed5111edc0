/** The outermost blocks of Markdown are those that the CommonMark parser sees. */
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { expect, test } from "vitest";
import { readBlocks } from "../../src/documents/markdown-blocks.ts";

const KINDS: Readonly<Record<string, string>> = { thematicBreak: "rule", blockquote: "quote", definition: "paragraph" };

function parsed(text: string): readonly string[] {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const blocks = tree.children.map((node) => {
    const level = node.type === "heading" ? node.depth : 0;
    return `${node.position?.start.line} ${KINDS[node.type] ?? node.type} ${level}`;
  });
  // Definitions are lines of a paragraph here.
  return blocks.filter((_, index) => tree.children[index]?.type !== "definition");
}

const scanned = (text: string): readonly string[] =>
  readBlocks(text.split("\n")).map(({ start, kind, level }) => `${start + 1} ${kind} ${level}`);

const LINES = [
  ..."# One|## Two ##|Running text|more: with a colon|===|---|- item|1. first|14. of May|* star|***|> quoted|> # no heading|> - item".split(
    "|",
  ),
  ..."```|~~~|    indented|  two|   - deep|<div>|</div>|<!-- note|note -->|<b>bold</b>|- ```|  ```|- # head|-  wide|+ plus".split(
    "|",
  ),
  ...["| a | b |", "|---|---|", "| 1 | 2 |", "a | b", "-|-"],
];
/** There the other parser takes a list for running text. */
const ITS_FAULT = /^ {4,}.*\n+14\./m;

test("a random text falls into the same blocks as with the CommonMark parser", () => {
  const line = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...LINES) }, { weight: 1, arbitrary: fc.constant("") });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const text = lines.join("\n");
      fc.pre(!ITS_FAULT.test(text));
      expect(scanned(text)).toEqual(parsed(text));
    }),
    { numRuns: 800 },
  );
});
