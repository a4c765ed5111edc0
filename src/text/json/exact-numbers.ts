/** Numbers of a JSON text that a reader in double precision would change. Pure. */

/** Strings too, so that digits in them are passed over. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The same JSON with each such number as the string of its digits. `json` is valid JSON. */
export const inexactAsText = (json: string): string =>
  json.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') || isExact(token) ? token : `"${token}"`));

/** A whole number too long for a double, and no longer than a double is large: beyond that nothing is a number. */
const LONG_WHOLE = /^-?\d{16,308}$/;

/** Whether a text is a whole number in digits that double precision would change. */
export const isInexactWhole = (text: string): boolean => LONG_WHOLE.test(text) && !isExact(text);

/** Whether a value of JSON has a type, `array` among them. A whole number that no double holds has come as its digits. */
export const isOfType = (value: unknown, type: string): boolean =>
  (Array.isArray(value) ? "array" : typeof value) === type ||
  (type === "number" && typeof value === "string" && isInexactWhole(value));

/** Whether a text of JSON may hold such a number: what stands behind a decimal point is none. */
const mayHoldLongWhole = (json: string): boolean => /(?:^|[^.\d])\d{16}/.test(json);

/** The same JSON with each such number, mostly an id, as the string of its digits; all else stays as it is. `json` is valid JSON. */
export const longWholesAsText = (json: string): string =>
  mayHoldLongWhole(json) ? json.replace(STRING_OR_NUMBER, (token) => (isInexactWhole(token) ? `"${token}"` : token)) : json;

/** Whether what is written after reading has the value that was written before: `1.0` and `1` have one. */
function isExact(text: string): boolean {
  // Fifteen digits survive in every double.
  if (/^-?\d{1,15}$/.test(text)) return true;
  const value = Number(text);
  return Number.isFinite(value) && decimalOf(text) === decimalOf(String(value));
}

/** One text for one value: the digits without zeros around them, and the power of ten behind the last of them. */
function decimalOf(text: string): string {
  const [, sign = "", whole = "", part = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = whole + part;
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === "0") from += 1;
  while (to > from && digits[to - 1] === "0") to -= 1;
  if (from === to) return "0";
  return `${sign}${digits.slice(from, to)}e${Number(exponent) - part.length + digits.length - to}`;
}
