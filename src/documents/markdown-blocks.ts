/**
 * Cuts the lines of a Markdown text into its outermost blocks. Pure; linear in the length, however lists and quotes are nested.
 * Written for that: the common parser needs quadratic time for a long loose list. A test holds both against each other.
 */
import {
  atxHeadingAt,
  closesFence,
  type Fence,
  fenceAt,
  htmlAt,
  indentOf,
  interruptsText,
  isBlankLine,
  isQuote,
  isRule,
  isTableStart,
  itemAt,
  underlineLevel,
} from "./line-starts.ts";

export interface Block {
  readonly kind: "heading" | "paragraph" | "list" | "table" | "code" | "html" | "quote" | "rule";
  /** Indexes of lines; `end` is behind the last one, which is not blank. */
  readonly start: number;
  readonly end: number;
  /** 1 to 6 of a heading, else 0. */
  readonly level: number;
  /** Of a heading: its text as written, without the marks. */
  readonly heading: string;
  /** Of a list: the first line of each item. */
  readonly items: readonly number[];
}

/** The blocks in order. Lines that belong to none are blank. `from` is the first line to read. */
export function readBlocks(lines: readonly string[], from = 0): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = from; at < lines.length; ) {
    if (isBlankLine(lines[at] as string)) {
      at += 1;
      continue;
    }
    const block = blockAt(lines, at);
    blocks.push(block);
    at = block.end;
  }
  return blocks;
}

const plain = (kind: Block["kind"], start: number, end: number): Block => ({
  kind,
  start,
  end,
  level: 0,
  heading: "",
  items: [],
});

function blockAt(lines: readonly string[], at: number): Block {
  const line = lines[at] as string;
  if (indentOf(line) >= 4) return plain("code", at, endOfIndented(lines, at));
  const fence = fenceAt(line);
  if (fence !== null) return plain("code", at, endOfFence(lines, at, fence));
  const atx = atxHeadingAt(line);
  if (atx !== null) return { ...plain("heading", at, at + 1), level: atx.level, heading: atx.text };
  const html = htmlAt(line);
  if (html !== null) return plain("html", at, endOfHtml(lines, at, html.end));
  if (isRule(line)) return plain("rule", at, at + 1);
  if (isQuote(line)) return plain("quote", at, endOfQuote(lines, at));
  if (itemAt(line) !== null) return listAt(lines, at);
  if (isTableStart(line, lines[at + 1])) return plain("table", at, endOfTable(lines, at));
  return paragraphAt(lines, at);
}

/** Behind the last line from `at` on that is not blank and fulfils `belongs`, blank ones between them included. */
function endOfRun(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  let end = at + 1;
  for (let next = end; next < lines.length; next += 1) {
    const line = lines[next] as string;
    if (isBlankLine(line)) continue;
    if (!belongs(line)) break;
    end = next + 1;
  }
  return end;
}

const endOfIndented = (lines: readonly string[], at: number): number => endOfRun(lines, at, (line) => indentOf(line) >= 4);

/** A fence that nobody closes holds the rest. */
function endOfFence(lines: readonly string[], at: number, fence: Fence): number {
  for (let next = at + 1; next < lines.length; next += 1) if (closesFence(lines[next] as string, fence)) return next + 1;
  return endOfRun(lines, at, () => true);
}

function endOfHtml(lines: readonly string[], at: number, end: RegExp | null): number {
  for (let next = at; next < lines.length; next += 1) {
    const line = lines[next] as string;
    if (end === null ? isBlankLine(line) : end.test(line)) return end === null ? next : next + 1;
  }
  return endOfRun(lines, at, () => true);
}

function endOfTable(lines: readonly string[], at: number): number {
  let end = at + 2;
  for (; end < lines.length; end += 1) {
    const line = lines[end] as string;
    if (isBlankLine(line) || indentOf(line) >= 4 || endsContainer(line)) break;
  }
  return end;
}

/** Follows whether running text is open inside a container: then the next line may go on with it without the container's marks. */
function textTracker(): (line: string) => boolean {
  let fence: Fence | null = null;
  return (line) => {
    const inner = line.replace(/^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*[ \t]*/, "");
    if (fence !== null) {
      if (closesFence(inner, fence)) fence = null;
      return false;
    }
    fence = fenceAt(inner);
    return fence === null && inner !== "" && atxHeadingAt(inner) === null && !isRule(inner) && htmlAt(inner) === null;
  };
}

/** No running text is open outside the container: every item begins a list there. */
const endsContainer = (line: string): boolean => interruptsText(line) || (indentOf(line) < 4 && itemAt(line) !== null);

function endOfQuote(lines: readonly string[], at: number): number {
  const track = textTracker();
  let isOpen = track(lines[at] as string);
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] as string;
    if (isQuote(line)) isOpen = track(line);
    else if (isBlankLine(line) || !isOpen || endsContainer(line)) break;
  }
  return end;
}

function listAt(lines: readonly string[], at: number): Block {
  const { mark } = itemAt(lines[at] as string) as NonNullable<ReturnType<typeof itemAt>>;
  const items: number[] = [];
  let end = at;
  for (let next = at; next < lines.length; ) {
    const line = lines[next] as string;
    if (isBlankLine(line)) {
      next += 1;
      continue;
    }
    const item = itemAt(line);
    if (item === null || item.mark !== mark) break;
    items.push(next);
    end = endOfItem(lines, next, item);
    next = end;
  }
  return { ...plain("list", at, end), items };
}

function endOfItem(lines: readonly string[], at: number, { indent, isEmpty }: { indent: number; isEmpty: boolean }): number {
  const track = textTracker();
  let isOpen = track(lines[at] as string);
  let end = at + 1;
  for (let next = end; next < lines.length; next += 1) {
    const line = lines[next] as string;
    if (isBlankLine(line)) {
      // An item may begin with one blank line, and then it is over.
      if (isEmpty && next === at + 1) return end;
      isOpen = false;
      continue;
    }
    if (indentOf(line) >= indent) isOpen = track(line);
    else if (!isOpen || endsContainer(line)) return end;
    end = next + 1;
  }
  return end;
}

function paragraphAt(lines: readonly string[], at: number): Block {
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] as string;
    if (isBlankLine(line)) break;
    const level = underlineLevel(line);
    if (level !== null) {
      const heading = lines
        .slice(at, end)
        .map((each) => each.trim())
        .join(" ");
      return { ...plain("heading", at, end + 1), level, heading };
    }
    if (interruptsText(line) || isTableStart(line, lines[end + 1])) break;
  }
  return plain("paragraph", at, end);
}
