/** The arguments of a call as a model wrote them, without what can hide a text: in letters, and in the escapes that JSON reads as such. Pure. */
import { cleanValue, hidesText } from "../../policy/clean-value.ts";

/** A run of four-digit escapes, or another escape, which is passed over whole: the second half of an escaped backslash begins none. */
const ESCAPES = /\\(?:(u[0-9A-Fa-f]{4}(?:\\u[0-9A-Fa-f]{4})*)|.)/gs;

/** What is ordinary stays as it was escaped. Half of a surrogate pair, which a provider refuses, becomes U+FFFD. */
export const cleanArguments = (text: string): string =>
  cleanValue(text).replace(ESCAPES, (written, run?: string) => {
    if (run === undefined) return written;
    const read = JSON.parse(`"${written}"`) as string;
    return read.isWellFormed() && !hidesText(read) ? written : JSON.stringify(cleanValue(read)).slice(1, -1);
  });

/** Whether cleaning takes out what hides a text. */
export const hidesInArguments = (text: string): boolean =>
  hidesText(text) ||
  [...text.matchAll(ESCAPES)].some(([written, run]) => run !== undefined && hidesText(JSON.parse(`"${written}"`) as string));
