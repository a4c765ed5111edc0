/** Digits that are made from a text: what the marks around it are written with. Pure. */
import { digestOf } from "./digest.ts";

/**
 * `MARK_DIGITS` decimal digits for a text, the same for the same text and secret. One function for one tenant: what was rendered with it is
 * known again by it.
 */
export type Marker = (text: string) => string;

/** Three digits are one token in each of OpenAI's encodings, so every mark costs the same three, and one can stand for another. */
export const MARK_DIGITS = 9;

/** Of these the first are taken. */
const DIGITS = 45;

/** Of a hash in hex, 40 digits or more; zeros in front. */
export const digitsOf = (hex: string): string =>
  (BigInt(`0x${hex.slice(0, 40)}`) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, "0").slice(0, MARK_DIGITS);

/** Without a secret: for what no model is shown. */
export const openMarker: Marker = (text) => digitsOf(digestOf(text).slice("sha256:".length));
