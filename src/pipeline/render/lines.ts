/**
 * The lines and blocks of the prompt, each ending in a line feed. Pure.
 *
 * A part that ends in a line feed and a next part that begins with neither white space nor "/" have the sum of their token
 * counts when joined: it follows from the encodings' split patterns. So every line begins with a mark of its own or with
 * policy text (which the loader trims and never lets begin with "/"), and the counts of lines add up exactly.
 */
import { cleanText } from "../../policy/clean-value.ts";
import type { Marker } from "../../text/marker.ts";

/** A fact as an answer can cite it. Upstream values hold no line breaks, so no value can begin a line of its own. */
export const factLine = (label: string, text: string, trust: string | null): string =>
  `- ${trustMark(trust)}[${label}] ${text}\n`;

/** The fixed line of a primary fact that is not there; never the cause. */
export const gapLine = (text: string): string => `- ${text}\n`;

export const ruleLine = (rule: string): string => `- ${rule}\n`;

export const headingLine = (heading: string): string => `${heading}\n`;

/** A line of the policy's own between items. */
export const noteLine = (text: string): string => `- ${text}\n`;

/** The question, all of it that can be seen, last. */
export const questionLine = (question: string): string => `Question: ${cleanText(question)}\n`;

/** What is written around a text that was fetched or sent. */
export interface Frame {
  readonly kind: string;
  /** What an answer can cite. */
  readonly label: string;
  /** How far its source is believed, in the policy's words; null where the policy wants none. */
  readonly trust: string | null;
  readonly marker: Marker;
}

/** A text of one line or many under its label. Many lines stand between two marks. */
export function blockText(text: string, frame: Frame): string {
  return text.includes("\n") ? markedText(text, frame) : factLine(frame.label, text, frame.trust);
}

/**
 * Between marks, however many lines it has: where one line could be taken for a line of something else. Of a finished prompt the marks
 * are settled once more, see `withOwnMarks`.
 */
export function markedText(text: string, { kind, label, trust, marker }: Frame): string {
  const mark = marker(text);
  return `<${kind} ${mark} ${trustMark(trust)}[${label}]>\n${text}\n</${kind} ${mark}>\n`;
}

/** Before the label, where no text of others stands. */
const trustMark = (trust: string | null): string => (trust === null ? "" : `(${trust}) `);
