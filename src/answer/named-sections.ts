/** Sections that an answer names in its running text: "Section 4.2", "§ 3", "(4.2)", "Price list 2026". Pure. */
import { foldLabel, foldText } from "../text/brackets.ts";
import { UNSPACED } from "../text/words/unspaced.ts";
import type { Citable } from "./citable.ts";
import { readBracket } from "./read-bracket.ts";
import type { CitableItem } from "./records.ts";
import { JOINED_WORDS, SECTION_WORDS } from "./section-numbers.ts";

const NUMBER = String.raw`\d{1,4}(?:\.\d{1,4}){0,7}(?:-\d{1,4})?`;
const BETWEEN = String.raw`\s*(?:[,;/&–—~〜-]|\p{L}{1,3}(?!\p{L})|[和及与と])?\s*(?:§+\s*)?`;
const MARKED = new RegExp(
  String.raw`(?:(?:(?<!\p{L})(?:${SECTION_WORDS.join("|")})|${JOINED_WORDS.join("|")})\.?\s*|§+\s*|\()(${NUMBER}(?:${BETWEEN}(?<=[^\d.])${NUMBER}){0,20})(?![\d%])`,
  "gu",
);

const MOST_LABELS = 500;

/** Once for each time it is named. `text` without its brackets. */
export function namedSections(text: string, citable: Citable): readonly CitableItem[] {
  const labels = new Map(citable.sections.slice(0, MOST_LABELS).map((item) => [foldLabel(item.label), item]));
  if (labels.size === 0) return [];
  const sections = new Set(citable.sections);
  const folded = foldText(text);
  const numbered = [...folded.matchAll(MARKED)].flatMap(([, list = ""]) =>
    readBracket(list, citable).flatMap((named) => (named.kind === "sent" ? named.items.filter((one) => sections.has(one)) : [])),
  );
  const byName = [...labels].flatMap(([label, item]) =>
    IS_NUMBER.test(label) ? [] : Array.from({ length: timesIn(folded, label) }, () => item),
  );
  return [...numbered, ...byName];
}

const IS_NUMBER = /^[\d.-]+$/;

/** Whole words only. */
function timesIn(text: string, label: string): number {
  let times = 0;
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + label.length)) {
    if (!isWord(text, at - 1) && !isWord(text, at + label.length)) times += 1;
  }
  return times;
}

const isWord = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? "") && !IN_UNSPACED.test(text[at] ?? "");
const IN_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
