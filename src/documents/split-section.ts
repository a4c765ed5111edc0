/**
 * Makes a section's text of its blocks, in parts where it is over-long. Pure; linear.
 * A cut stands between blocks. Only a block that is over-long by itself is cut: a table between its rows, its head repeated; a list
 * between its outermost items; running text between sentences. Code, quotes and raw HTML never: half of one says something else.
 */
import { cutUnits } from "../text/sentences/sentences.ts";
import { dropComments } from "./drop-comments.ts";
import { isBlankLine } from "./line-starts.ts";
import type { Block } from "./markdown-blocks.ts";

export interface SplitOptions {
  /** Code points of a part; 0: never cut. */
  readonly longest: number;
  readonly language: string;
}

/** What is not cut further. */
interface Piece {
  readonly text: string;
  /** What stands between it and the piece before it. */
  readonly gap: string;
  /** Repeated where a part begins with it. */
  readonly head: string;
}

/** Blocks that stay together where they can: a table or list with the line that leads to it. */
interface Group {
  readonly gap: string;
  readonly blocks: readonly { readonly block: Block; readonly text: string }[];
}

/** The parts in order; none where nothing is left to read. */
export function splitSection(lines: readonly string[], blocks: readonly Block[], options: SplitOptions): readonly string[] {
  const groups = groupsOf(lines, blocks);
  const whole = groups.map(wholePiece);
  const all = whole.map(({ gap, text }, index) => (index === 0 ? text : gap + text)).join("");
  if (options.longest === 0 || length(all) <= options.longest) return all === "" ? [] : [all];
  const pieces = groups.map((group, index) => {
    const piece = whole[index] as Piece;
    return length(piece.text) <= options.longest ? [piece] : piecesOf(group, lines, options);
  });
  return packed(pieces, options.longest);
}

const COLON = /[:：][\s*_]*$/u;

function groupsOf(lines: readonly string[], blocks: readonly Block[]): readonly Group[] {
  const groups: { gap: string; blocks: { block: Block; text: string }[] }[] = [];
  for (const block of blocks) {
    const text = textOf(lines, block.start, block.end, block.kind);
    if (text === "") continue;
    const before = groups.at(-1)?.blocks.at(-1);
    const gap = before !== undefined && before.block.end === block.start ? "\n" : "\n\n";
    const leads = before?.block.kind === "paragraph" && COLON.test(before.text);
    if (leads && ["table", "list", "code"].includes(block.kind)) groups.at(-1)?.blocks.push({ block, text });
    else groups.push({ gap, blocks: [{ block, text }] });
  }
  return groups;
}

function textOf(lines: readonly string[], start: number, end: number, kind: Block["kind"]): string {
  const written = lines.slice(start, end).join("\n");
  const text = kind === "code" ? written : dropComments(written);
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

function wholePiece({ gap, blocks }: Group): Piece {
  const text = blocks
    .map((one, index) => {
      const before = blocks[index - 1];
      if (before === undefined) return one.text;
      return (before.block.end === one.block.start ? "\n" : "\n\n") + one.text;
    })
    .join("");
  return { text, gap, head: "" };
}

/** The pieces of a group that is over-long; what leads to it stays with its first piece. */
function piecesOf({ gap, blocks }: Group, lines: readonly string[], options: SplitOptions): readonly Piece[] {
  const last = blocks.at(-1) as Group["blocks"][number];
  const lead = blocks.length === 1 ? "" : wholePiece({ gap, blocks: blocks.slice(0, -1) }).text;
  const pieces = cutBlock(last, lines, options);
  const [first, ...others] = pieces;
  if (first === undefined) return [];
  const between = lead === "" ? "" : "\n\n";
  return [{ text: lead + between + first.head + first.text, gap, head: "" }, ...others];
}

function cutBlock({ block, text }: Group["blocks"][number], lines: readonly string[], options: SplitOptions): readonly Piece[] {
  if (block.kind === "table") return rowsOf(text);
  if (block.kind === "list") return itemsOf(block, lines);
  if (block.kind === "paragraph") return sentencePieces(text, options.language);
  return [{ text, gap: "\n\n", head: "" }];
}

function rowsOf(text: string): readonly Piece[] {
  const [head = "", delimiters = "", ...rows] = text.split("\n");
  const repeated = `${head}\n${delimiters}\n`;
  if (rows.length === 0) return [{ text, gap: "\n", head: "" }];
  return rows.map((row) => ({ text: row, gap: "\n", head: repeated }));
}

function itemsOf({ items, end }: Block, lines: readonly string[]): readonly Piece[] {
  return items.flatMap((start, index) => {
    const text = textOf(lines, start, items[index + 1] ?? end, "list");
    const gap = index > 0 && isBlankLine(lines[start - 1] as string) ? "\n\n" : "\n";
    return text === "" ? [] : [{ text, gap, head: "" }];
  });
}

/** A unit keeps the blanks behind it, so nothing stands between two of them. */
function sentencePieces(text: string, language: string): readonly Piece[] {
  return cutUnits(text, language).map((unit) => ({ text: unit.text, gap: "", head: "" }));
}

/** Fills part after part. A group that had to be cut begins a part of its own, so that it is cut as seldom as can be. */
function packed(groups: readonly (readonly Piece[])[], longest: number): readonly string[] {
  const parts: string[][] = [];
  let size = 0;
  for (const pieces of groups) {
    for (const [index, { text, gap, head }] of pieces.entries()) {
      const added = length(gap) + length(text);
      const isNew = parts.length === 0 || size + added > longest || (index === 0 && pieces.length > 1);
      if (isNew) parts.push([head + text]);
      else parts.at(-1)?.push(gap + text);
      size = isNew ? length(head) + length(text) : size + added;
    }
  }
  return parts.map((part) => part.join("").trimEnd()).filter((part) => part !== "");
}

/** Code points. */
function length(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count -= 1;
  return count;
}
