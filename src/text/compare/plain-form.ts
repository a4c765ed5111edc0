/** The characters of a text as they are compared: one spelling of each letter, digit and sign, nothing invisible, lower case. Pure. */

const ASCII = /^[\0-\x7f]*$/;
/** Zero-width spaces and joiners, soft hyphens, direction marks, selectors, tags: nothing that a reader sees. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
// Normalising sorts a run of marks in quadratic time. No writing stacks more than 30 (UAX #15, stream-safe text), so runs are cut.
const LONG_MARKS = /\p{M}{30}(?=\p{M})/gu;
const JOINER = "\u034F";
/** NFKC would make 102 of 10², and 21/2 of 2½. */
const RAISED = /(?<=\p{Nd})(?=[\u00B2\u00B3\u00B9\u2070\u2074-\u2079\u207B\u2080-\u2089])/gu;
const FRACTION = /(?<=\p{Nd})(?=[\u00BC-\u00BE\u2150-\u215E\u2189])/gu;
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu;
const DIGIT = /\p{Nd}/u;

const ONE_SPELLING: Readonly<Record<string, string>> = {
  ß: "ss",
  ς: "σ",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "‟": '"',
  "«": '"',
  "»": '"',
  "‐": "-",
  "‒": "-",
  "–": "-",
  "−": "-",
  "―": "—",
  "⁄": "/",
  "؟": "?",
};
const SPELT = new RegExp(`[${Object.keys(ONE_SPELLING).join("")}]`, "gu");

/**
 * NFKC, lower case, digits of every script as 0-9, one apostrophe, quotation mark, hyphen (which is a minus and an en dash as well),
 * fraction bar and question mark; what is invisible is gone. Accents stay: they make other words. Linear in the length of the text.
 */
export function plainForm(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const safe = text.replace(INVISIBLE, "").replace(LONG_MARKS, `$&${JOINER}`).replace(RAISED, "^").replace(FRACTION, " ");
  const lower = safe.normalize("NFKC").toLowerCase().replaceAll(JOINER, "");
  return lower.replace(FOREIGN_DIGIT, digitOf).replace(SPELT, (one) => ONE_SPELLING[one] ?? one);
}

/** Unicode encodes the decimal digits of every script as runs of ten in a row, from zero to nine. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
