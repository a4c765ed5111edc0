/**
 * Parts of a text that tell something by themselves though no full stop says so: lines, items of lists, cells, what stands behind a label or
 * a bracket, strings of JSON. Pure. For knowing what was said again; duplicates are judged by whole sentences.
 */

const LINES = /[\n\r\u2028\u2029]+/u;
/** Marks of a quotation, of an item, of a box to tick. */
const MARKS = /^\s*(?:>\s*)*(?:(?:[-*+•‣◦▪●–—]|#{1,6}|\(?\d{1,3}[.)]|\(?\p{L}[.)])\s+)?(?:\[[ xX]\]\s*)?/u;
const BRACKET = /^(?:\[[^[\]\n]{1,40}\]|\([^()\n]{1,40}\)|【[^】\n]{1,40}】|<[^<>\n]{1,40}>)\s*[:–—-]?\s*/u;
/** Four words at most. */
const LABEL =
  /^(?:\*{1,2}|_{1,2})?[\p{L}\p{N}'’.-]{1,24}(?: [\p{L}\p{N}'’.-]{1,24}){0,3}(?:\*{1,2}|_{1,2})?\s*[:：=]\s*(?:\*{1,2}\s*)?/u;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+Z?)?\s*[:,–—-]?\s*/u;
const LEADS = [BRACKET, DATE, LABEL];
const MOST_LEADS = 3;
/** The values; a name has a colon behind it. */
const STRING = /[{[,:]\s*("(?:[^"\\\n]|\\.)*")(?!\s*:)/gu;

/** In the order of the text; the text itself is not among them. Linear in its length. */
export function tellingParts(text: string): readonly string[] {
  const lines = text.split(LINES).flatMap((line) => (line.includes("|") ? [line, ...line.split("|")] : [line]));
  const strings = [...text.matchAll(STRING)].flatMap(([, quoted]) => stringOf(quoted as string));
  return [...new Set([...lines.flatMap(behindLeads), ...strings])].filter((part) => part !== "" && part !== text);
}

/** A line without its marks, and without each label before it. */
function behindLeads(line: string): readonly string[] {
  const found = [line.replace(MARKS, "").trim()];
  for (let count = 0; count < MOST_LEADS; count += 1) {
    const before = found.at(-1) as string;
    const lead = LEADS.find((one) => one.test(before));
    if (lead === undefined) break;
    found.push(before.replace(lead, "").trim());
  }
  return found;
}

function stringOf(quoted: string): readonly string[] {
  try {
    return [JSON.parse(quoted) as string];
  } catch {
    return [];
  }
}
