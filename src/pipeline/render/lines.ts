/**
 * The lines of the prompt, each ending in a line feed. Pure.
 *
 * A part that ends in a line feed and a next part that begins with neither white space nor "/" have the sum of their token
 * counts when joined: it follows from the encodings' split patterns. So every line begins with a mark of its own or with
 * policy text (which the loader trims and never lets begin with "/"), and the counts of lines add up exactly.
 */

/** A fact as an answer can cite it. Upstream values hold no line breaks, so no value can begin a line of its own. */
export const factLine = (label: string, text: string): string => `- [${label}] ${text}\n`;

/** The fixed line of a primary fact that is not there; never the cause. */
export const gapLine = (text: string): string => `- ${text}\n`;

export const ruleLine = (rule: string): string => `- ${rule}\n`;

export const headingLine = (heading: string): string => `${heading}\n`;

/** The question, whole, last. */
export const questionLine = (question: string): string => `Question: ${question}\n`;
