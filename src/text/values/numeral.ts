/** Reads what is written in digits: 1,000.50 and 1.000,50, by the habits of a language. Pure; linear in its length. */

/** Digits of other scripts that people write, by their zero. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];
const OTHER_DIGIT = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59]/g;

/** The same digits as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replace(OTHER_DIGIT, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
  });

/** Longer ones are identifiers. */
const MOST_DIGITS = 15;
const MOST_GROUPS = 8;

/** Between groups of digits; the two Arabic ones are those of Arabic digits. */
export const SEPARATOR = /^[.,'’٫٬ \u00A0\u202F\u2009]$/;
const GROUPING_ONLY = /^['’٬ \u00A0\u202F\u2009]$/;

/**
 * The number that groups of digits with signs between them are, as text without zeros at its ends; null where they are none,
 * as in 1.2.3. `decimal` is the language's sign before decimals; it decides only where both readings are possible: 1.000.
 */
export function readNumeral(groups: readonly string[], signs: readonly string[], decimal: string): string | null {
  const last = signs.at(-1);
  const fraction = groups.at(-1) ?? "";
  if (groups.length > MOST_GROUPS || groups.some(({ length }) => length > MOST_DIGITS)) return null;
  if (last === undefined) return canonical(fraction, "");
  const isDecimal = endsInDecimals(groups, signs, decimal);
  const whole = isDecimal ? groups.slice(0, -1) : groups;
  const between = isDecimal ? signs.slice(0, -1) : signs;
  if (new Set(between).size > 1 || !isGrouped(whole)) return null;
  return isDecimal ? canonical(whole.join(""), fraction) : canonical(whole.join(""), "");
}

/** What may stand before decimals alone: .5 and ,5. */
export const isPoint = (sign: string): boolean => sign !== "" && ".,٫".includes(sign);

/** Of digits behind a point without a number before it. */
export const readDecimals = (groups: readonly string[]): string | null =>
  groups.length === 1 && (groups[0] as string).length <= MOST_DIGITS ? canonical("0", groups[0] as string) : null;

function endsInDecimals(groups: readonly string[], signs: readonly string[], decimal: string): boolean {
  const last = signs.at(-1) ?? "";
  if (GROUPING_ONLY.test(last)) return false;
  if (last === "٫") return true;
  if (signs.length > 1) return signs.indexOf(last) === signs.length - 1;
  const [first = "", rest = ""] = groups;
  return rest.length !== 3 || first.length > 3 || first === "0" || last === decimal;
}

/** 1 000 000, and the Indian 10,00,000. */
const isGrouped = (groups: readonly string[]): boolean =>
  groups.length === 1 ||
  ((groups[0] as string).length <= 3 &&
    groups.at(-1)?.length === 3 &&
    groups.slice(1, -1).every(({ length }) => length === 2 || length === 3));

function canonical(whole: string, fraction: string): string {
  const left = whole.replace(/^0+(?=.)/, "");
  const right = fraction.replace(/0+$/, "");
  return right === "" ? left : `${left}.${right}`;
}

/** A number times a power of ten. */
export const shifted = (amount: string, power: number): string =>
  power === 0 ? amount : String(Number((Number(amount) * 10 ** power).toPrecision(15)));
