/** Digits that are made from a text: what the marks around it are written with. Pure. */
import { digestOf } from "./digest.ts";

/**
 * 45 decimal digits for a text, the same for the same text and secret. One function for one tenant: what was rendered with it is known
 * again by it.
 */
export type Marker = (text: string) => string;

const DIGITS = 45;

/** Of a hash in hex, 40 digits or more; zeros in front. */
export const digitsOf = (hex: string): string =>
  (BigInt(`0x${hex.slice(0, 40)}`) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, "0");

/** Without a secret: for what no model is shown. */
export const openMarker: Marker = (text) => digitsOf(digestOf(text).slice("sha256:".length));
