/** What a heading says: its plain text, its own number, the anchor it names. Pure. */
import { slug } from "github-slugger";
import { fromMarkdown } from "mdast-util-from-markdown";
import { cleanValue } from "../policy/clean-value.ts";

/** Longer ones are taken as written: reading marks inside a line takes more than linear time. */
const LONGEST_MARKED = 1_000;

export interface HeadingText {
  /** Without marks, number and anchor. */
  readonly text: string;
  /** As written, without the mark behind it: "4.2", "§ 7", "第3条"; null where it has none. */
  readonly ownNumber: string | null;
  /** Of `{#anchor}` behind the heading. */
  readonly explicitAnchor: string | null;
  /** GitHub's, of the text with its number; may be empty. */
  readonly impliedAnchor: string;
}

const ANCHOR = /(?:^|[ \t])\{#(?<anchor>[\p{L}\p{N}_.:-]+)\}$/u;
const DOTTED = /^(?<number>(?:[A-Z]|\d{1,9})(?:\.\d{1,9})+)[.):]?\s+/u;
const CLOSED = /^(?<number>\d{1,3})[.):]\s+/u;
const PARAGRAPH = /^(?<number>§+\s*\d{1,9}[a-z]?(?:\.\d{1,9})*)\.?\s+/u;
const CJK = /^(?<number>第\s*[\d０-９〇零一二三四五六七八九十百千]{1,9}\s*[条條章節节款編编項项])[\s　:：、]*/u;
/** "30 days' notice" has no number of its own: see `bareNumber`. */
const BARE = /^(?<number>\d{1,3})\s+/u;

export function readHeading(written: string): HeadingText {
  const found = ANCHOR.exec(written);
  const explicitAnchor = found?.groups?.["anchor"] ?? null;
  const whole = plainText(found === null ? written : written.slice(0, found.index).trimEnd());
  const { number, text } = withoutNumber(whole, [DOTTED, CLOSED, PARAGRAPH, CJK]);
  return { text, ownNumber: number, explicitAnchor, impliedAnchor: slug(whole) };
}

/** A number that stands before a heading's text without a dot or bracket behind it: only its neighbours say whether it is one. */
export const bareNumber = (text: string): { readonly number: string | null; readonly text: string } =>
  withoutNumber(text, [BARE]);

function withoutNumber(text: string, patterns: readonly RegExp[]): { number: string | null; text: string } {
  for (const pattern of patterns) {
    const match = pattern.exec(`${text} `);
    const number = match?.groups?.["number"];
    if (match === null || number === undefined) continue;
    const rest = text.slice(match[0].length).trim();
    return { number: number.replace(/\s+/gu, " "), text: rest === "" ? text : rest };
  }
  return { number: null, text };
}

interface Inline {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null | undefined;
  readonly children?: readonly Inline[];
}

function plainText(written: string): string {
  if (written.length > LONGEST_MARKED || !/[\\`*_[\]<>&!~]/.test(written)) return cleanValue(written).trim();
  // Behind the mark of a heading, so that "- x" or "> x" stays a text.
  const tree: Inline = fromMarkdown(`# ${written}`);
  return cleanValue(textOf(tree)).replace(/\s+/gu, " ").trim();
}

function textOf({ type, value, alt, children }: Inline): string {
  if (type === "html") return "";
  if (type === "break") return " ";
  return value ?? alt ?? children?.map(textOf).join("") ?? "";
}
