/** How many words a text has, whatever its script. Pure. */

import { UNSPACED, wordSegmenter } from "./unspaced.ts";

/** Marks go with the letters before them. */
const RUN = new RegExp(String.raw`[${UNSPACED}][${UNSPACED}\p{M}]*`, "gu");

/** A number with its separators, or letters with apostrophes inside: `1,200.50`, `10:30`, `l'eau`. A hyphen divides. */
const WORD = /\p{N}+(?:[.,:]\p{N}+)*[\p{L}\p{M}]*|\p{L}[\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu;

/** The platform's segmenter takes quadratic time in the length of what it is given. */
const CHUNK_UNITS = 200;
/** More text without spaces than this is taken to have as many words a character as what came before. */
const MOST_SEGMENTED_UNITS = 20_000;

/**
 * Words between spaces and punctuation; of Chinese, Japanese, Thai, Lao, Khmer and Burmese, the words of the platform's
 * dictionaries. Linear in the length of the text; beyond 20,000 characters of such a script the number is an estimate.
 */
export function countWords(text: string): number {
  let words = 0;
  let seen = 0;
  let segmented = 0;
  const spaced = text.replace(RUN, (run) => {
    seen += run.length;
    const part = run.slice(0, Math.max(0, MOST_SEGMENTED_UNITS - segmented));
    segmented += part.length;
    words += segmentedWords(part);
    return " ";
  });
  const scaled = segmented === 0 ? 0 : Math.round((words * seen) / segmented);
  return scaled + (spaced.match(WORD)?.length ?? 0);
}

function segmentedWords(run: string): number {
  let words = 0;
  for (let at = 0; at < run.length; at += CHUNK_UNITS) {
    for (const { isWordLike } of wordSegmenter.segment(run.slice(at, at + CHUNK_UNITS))) if (isWordLike === true) words += 1;
  }
  return words;
}
