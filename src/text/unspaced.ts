/** The scripts that write no spaces between words. Pure but for the platform's dictionaries. */

/**
 * For a class in a pattern with the flag u: `[${UNSPACED}]`. By script extensions, because the ー of kana belongs to several scripts; so
 * there is punctuation among it.
 */
export const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;

/** One character of such a script, for a pattern with the flag u; no punctuation. */
export const UNSPACED_CHARACTER = String.raw`(?:(?!\p{P})[${UNSPACED}])`;

/**
 * Cuts such a script into words. One dictionary serves all of them: it is chosen by script, not by language. Its time grows with the square of
 * what it cuts, so give it pieces.
 */
export const wordSegmenter = new Intl.Segmenter("zh", { granularity: "word" });
