/** Takes HTML comments out of Markdown: notes of its authors are for no reader. Pure; linear. */
import { closesFence, type Fence, fenceAt } from "./line-starts.ts";

const MARK = /`+|<!--/g;

/** The text without comments, those inside code apart. Lines that held nothing but comments go. */
export function dropComments(text: string): string {
  if (!text.includes("<!--")) return text;
  let fence: Fence | null = null;
  const chunks: { text: string; readonly isCode: boolean }[] = [];
  for (const line of text.split("\n")) {
    const inner = line.replace(/^[\s>]*(?:[-+*]\s+|\d{1,9}[.)]\s+)*/, "");
    const begins: Fence | null = fence === null ? fenceAt(inner) : null;
    const isCode: boolean = fence !== null || begins !== null;
    if (fence !== null && closesFence(inner, fence)) fence = null;
    else if (begins !== null) fence = begins;
    const last = chunks.at(-1);
    if (last !== undefined && last.isCode === isCode) last.text += `\n${line}`;
    else chunks.push({ text: line, isCode });
  }
  return chunks.map(({ text: chunk, isCode }) => (isCode ? chunk : withoutComments(chunk))).join("\n");
}

/** A comment that nobody closes stays, and so does one inside `code`. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  const unclosed = new Set<string>();
  MARK.lastIndex = 0;
  for (let match = MARK.exec(text); match !== null; match = MARK.exec(text)) {
    const [mark] = match;
    const close = mark === "<!--" ? "-->" : mark;
    const end = unclosed.has(mark) ? -1 : text.indexOf(close, MARK.lastIndex);
    if (end === -1) {
      unclosed.add(mark);
      continue;
    }
    MARK.lastIndex = end + close.length;
    if (mark !== "<!--") continue;
    const before = text.slice(from, match.index);
    // The line break of a line of its own goes with it.
    const isLine =
      /(?:^|\n)[ \t]*$/.test(before.slice(-200)) && /^[ \t]*\n/.test(text.slice(MARK.lastIndex, MARK.lastIndex + 200));
    kept.push(before);
    from = isLine ? text.indexOf("\n", MARK.lastIndex) + 1 : MARK.lastIndex;
    MARK.lastIndex = from;
  }
  return kept.join("") + text.slice(from);
}
