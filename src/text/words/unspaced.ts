/** The scripts that write no spaces between words. Pure but for the platform's dictionaries. */

/**
 * For a class in a pattern with the flag u: `[${UNSPACED}]`. By script extensions, because the ー of kana belongs to several scripts; so
 * there is punctuation among it.
 */
export const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;

/** One character of such a script, for a pattern with the flag u; no punctuation. */
export const UNSPACED_CHARACTER = String.raw`(?:(?!\p{P})[${UNSPACED}])`;

/** Vowels of Thai and Lao that are written before the consonant they follow in speech, and those that stand behind it as a letter. */
const BEFORE = /[\u0E40-\u0E44\u0EC0-\u0EC4]/u;
const BEHIND = /[\u0E30\u0E32\u0E33\u0E45\u0EB0\u0EB2\u0EB3]/u;

/** Whether an end of a part of `text` stands within a syllable, where no word ends: กิน in เกิน is no eating. */
export const cutsSyllable = (text: string, start: number, end: number): boolean =>
  BEFORE.test(text.charAt(start - 1)) || BEHIND.test(text.charAt(end));

/**
 * Cuts such a script into words. One dictionary serves all of them: it is chosen by script, not by language. Its time grows with the square of
 * what it cuts, so give it pieces.
 */
export const wordSegmenter = new Intl.Segmenter("zh", { granularity: "word" });
