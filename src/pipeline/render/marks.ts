/** The mark on both sides of a text of many lines: made from the text and a secret, so nobody who wrote the text knows it. Pure. */
import type { Marker } from "../../text/marker.ts";

/** Three digits are one token in each of OpenAI's encodings, so every mark costs the same three. */
const MARK_DIGITS = 9;
const STEP = 3;

/** The first nine digits of a text, and more only where the text holds them, by chance. */
export function markOf(text: string, marker: Marker): string {
  const digits = marker(text);
  let length = MARK_DIGITS;
  while (length < digits.length && text.includes(digits.slice(0, length))) length += STEP;
  return digits.slice(0, length);
}
