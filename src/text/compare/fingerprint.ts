/** What one text is compared by, worked out once and kept while there is room. Pure but for a bounded memo. */
import { hashMarked, markClaims } from "./claims.ts";
import { createKnownTexts, knownTexts } from "./known-texts.ts";
import { chain, grams, hashWord, mix, sortedSet, winnow } from "./shingles.ts";
import { type ComparedWords, compareWords, KIND } from "./words.ts";

export interface Fingerprint {
  /** The words joined by one blank: equal for texts that say the same in the same words and punctuation, see `compareWords`. */
  readonly normal: string;
  /** A hash of `normal`, 30 bits. */
  readonly key: number;
  /** How much text it is: 3 for each word, 1 for each character of a script without spaces, 0 for each sign. */
  readonly weight: number;
  /** 32-bit hashes of three words in a row (of the words themselves where there are fewer), punctuation set aside, sorted, each once. */
  readonly shingles: Uint32Array;
  /** Hashes of the shingles that winnowing picks, in the order of the text; none in texts under 8 words. */
  readonly anchors: Uint32Array;
  /** UTF-16 offsets into `normal` where the anchors begin. */
  readonly anchorsAt: Uint32Array;
  /** A hash of the words that make a claim by themselves, in order, see `markClaims`: near duplicates have the same. */
  readonly claims: number;
}

/** `weight` of eight words, or of 24 characters without spaces. */
export const EIGHT_WORDS = 24;

/** By kind: word, cell, number, numeral, sign, point. */
const WEIGHTS = Uint8Array.of(3, 1, 3, 1, 0, 0);

/** The fingerprint of a text. Linear in its length, but for sorting the shingles. */
export function readFingerprint(text: string): Fingerprint {
  const compared = compareWords(text);
  const normal = compared.words.join(" ");
  const words = new Uint32Array(compared.words.length);
  const places = new Uint32Array(words.length);
  let spoken = 0;
  let key = words.length;
  let weight = 0;
  for (let at = 0; at < words.length; at += 1) {
    const hash = hashWord(compared.words[at] as string);
    const kind = compared.kinds[at] as number;
    words[at] = hash;
    key = chain(key, hash);
    weight += WEIGHTS[kind] as number;
    if (kind !== KIND.point) places[spoken++] = at;
  }
  const hashes = grams(places.subarray(0, spoken).map((at) => words[at] as number));
  return {
    normal,
    key: mix(key) >>> 2,
    weight,
    shingles: sortedSet(hashes),
    ...anchorsOf(compared, hashes, places),
    claims: hashMarked(words, markClaims(compared.kinds)),
  };
}

/** `places`: of each word that is no punctuation, its place among all. */
function anchorsOf(
  { words }: ComparedWords,
  hashes: Uint32Array,
  places: Uint32Array,
): Pick<Fingerprint, "anchors" | "anchorsAt"> {
  const picked = winnow(hashes);
  const anchors = new Uint32Array(picked.length);
  const anchorsAt = new Uint32Array(picked.length);
  let at = 0;
  let word = 0;
  for (let index = 0; index < picked.length; index += 1) {
    const place = picked[index] as number;
    for (; word < (places[place] as number); word += 1) at += (words[word] as string).length + 1;
    anchors[index] = hashes[place] as number;
    anchorsAt[index] = at;
  }
  return { anchors, anchorsAt };
}

/** What a fingerprint weighs besides its text and hashes, in UTF-16 units. */
const PRINT_UNITS = 160;

/** UTF-16 units that a fingerprint takes; two bytes each. */
const unitsOf = ({ normal, shingles, anchors }: Fingerprint): number =>
  PRINT_UNITS + normal.length + (shingles.length + anchors.length * 2) * 2;

/** A reader that keeps what it read, at most `maxUnits` UTF-16 units (two bytes each); 0 keeps nothing. */
export function createFingerprints(maxUnits: number): (text: string) => Fingerprint {
  const texts = createKnownTexts(maxUnits);
  const read = texts.remember(({ text }) => readFingerprint(text), unitsOf);
  return (text) => read(texts.find(text));
}

/** The fingerprint of a text, kept for the next request that has the same text. */
export const fingerprintOf = knownTexts.remember(({ text }) => readFingerprint(text), unitsOf);
