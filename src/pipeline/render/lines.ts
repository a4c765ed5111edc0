/**
 * The lines and blocks of the prompt, each ending in a line feed. Pure.
 *
 * A part that ends in a line feed and a next part that begins with neither white space nor "/" have the sum of their token
 * counts when joined: it follows from the encodings' split patterns. So every line begins with a mark of its own or with
 * policy text (which the loader trims and never lets begin with "/"), and the counts of lines add up exactly.
 */
import { digestOf } from "../../text/digest.ts";

/** A fact as an answer can cite it. Upstream values hold no line breaks, so no value can begin a line of its own. */
export const factLine = (label: string, text: string): string => `- [${label}] ${text}\n`;

/** The fixed line of a primary fact that is not there; never the cause. */
export const gapLine = (text: string): string => `- ${text}\n`;

export const ruleLine = (rule: string): string => `- ${rule}\n`;

export const headingLine = (heading: string): string => `${heading}\n`;

/** A line of the policy's own between items. */
export const noteLine = (text: string): string => `- ${text}\n`;

/** The question, whole, last. */
export const questionLine = (question: string): string => `Question: ${question}\n`;

/**
 * A text of one line or many under the label that an answer can cite. Many lines stand between two marks; the mark is made
 * from the text, and no text can hold the closing mark of its own block.
 */
export function blockText(kind: string, label: string, text: string): string {
  if (!text.includes("\n")) return factLine(label, text);
  const mark = markOf(kind, text);
  return `<${kind} ${mark} [${label}]>\n${text}\n</${kind} ${mark}>\n`;
}

const SHORTEST_MARK = 4;

function markOf(kind: string, text: string): string {
  const digest = digestOf(text).slice("sha256:".length);
  let length = SHORTEST_MARK;
  // The whole digest of a text cannot stand in the text; a part of it can, by chance or on purpose.
  while (text.includes(`</${kind} ${digest.slice(0, length)}>`)) length += 1;
  return digest.slice(0, length);
}
