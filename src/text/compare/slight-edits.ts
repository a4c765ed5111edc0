/**
 * Whether a sentence says all that another says though not word for word: it has an aside more, or a word is spelt right in one of them.
 * Pure; decision 26.
 *
 * Of the typing errors only those count that seldom make another word: a letter doubled, or two neighbours that changed places, within a
 * word of six letters or more and not at its edges, which in many languages deny or tell the time. A letter more, less or another one is
 * none: contact and contract, patent and patient, insured and injured, Martin and Marvin. Nor are e and i that changed places, but behind
 * c: the Germans decide in "entscheiden" and decided in "entschieden".
 */
import { asideAt, endOfWord, mayBeginAside } from "./asides.ts";
import { chain, hashWord, mix } from "./shingles.ts";

/** Letters at the beginning and at the end of a word that must be the same. */
const EDGE = 2;
const LEAST_LETTERS = 6;
/** Letters change their places in Hebrew and Arabic words to make others. */
const ALPHABET = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;

/** Both spellings of these are words. */
const BOTH_WORDS = new Set(
  [
    "casual causal marital martial united untied signed singed complaint compliant",
    "desert dessert filing filling planed planned scraped scrapped poison poisson",
    "verlassen verlasen baisser baiser cammino camino cappello capello enterrar enterar enterrado enterado",
  ].flatMap((words) => words.split(" ")),
);

/** A hash, 32 bits, that sentences have in common between which there are only edits of this kind, and few others. Linear. */
export function looseHash(sentence: string): number {
  let hash = 0;
  let isHead = true;
  for (let at = 0; at < sentence.length; ) {
    const end = endOfWord(sentence, at);
    const word = hashWord(sentence.slice(at, end));
    const aside = mayBeginAside(word) ? asideAt(sentence, at, isHead) : 0;
    // An aside may bring its commas along.
    if (aside === 0 && !isComma(sentence, at)) {
      hash = chain(hash, end - at < LEAST_LETTERS ? word : looseWord(sentence, at, end));
      isHead = false;
    }
    at = aside === 0 ? end + 1 : at + aside + 1;
  }
  return mix(hash);
}

/** A hash of a word's edges and of the letters between them, whatever their order and number. */
function looseWord(sentence: string, from: number, to: number): number {
  let edges = 0;
  let letters = 0;
  for (let at = from; at < to; at += 1) {
    const unit = sentence.charCodeAt(at);
    if (at >= from + EDGE && at < to - EDGE) letters |= 1 << (unit & 31);
    else edges = chain(edges, unit);
  }
  return chain(edges, letters);
}

/**
 * How many asides `outer` has that `inner` has not and how many words are spelt otherwise; infinite where anything else differs. Both are
 * sentences as they are compared, words parted by one blank. Linear.
 */
export function slightEdits(outer: string, inner: string): number {
  let edits = 0;
  let place = startOfDifference(outer, inner);
  let at = place;
  while (place < outer.length) {
    const [end, otherEnd] = [endOfWord(outer, place), endOfWord(inner, at)];
    const [word, other] = [outer.slice(place, end), inner.slice(at, otherEnd)];
    const isSame = word === other;
    if (isSame || isRespelt(word, other)) {
      place = end + 1;
      at = otherEnd + 1;
      if (isSame) continue;
    } else {
      const aside = asideWithCommas(outer, place, { isHead: at === 0, isCommaNext: isComma(inner, at) });
      if (aside === 0) return Number.POSITIVE_INFINITY;
      place += aside + 1;
    }
    edits += 1;
    if (outer.length - place === inner.length - at && outer.endsWith(inner.slice(at))) return edits;
  }
  return at < inner.length ? Number.POSITIVE_INFINITY : edits;
}

interface Beside {
  readonly isHead: boolean;
  /** Whether what must follow begins with a comma. */
  readonly isCommaNext: boolean;
}

const COMMA = ",";
const isComma = (sentence: string, at: number): boolean => sentence.charAt(at) === COMMA && endOfWord(sentence, at) === at + 1;

/** How long an aside is with the commas that part it, in UTF-16 units; 0 where none stands there. */
function asideWithCommas(sentence: string, at: number, { isHead, isCommaNext }: Beside): number {
  const before = isComma(sentence, at) ? 2 : 0;
  const aside = asideAt(sentence, at + before, isHead);
  if (aside === 0) return 0;
  const end = before + aside;
  return !isCommaNext && isComma(sentence, at + end + 1) ? end + 2 : end;
}

/** Where the first word begins that is not the same in both. */
function startOfDifference(one: string, other: string): number {
  const at = firstDifference(one, other);
  const isBetweenWords = (at === one.length || one[at] === " ") && (at === other.length || other[at] === " ");
  return isBetweenWords ? at + 1 : one.lastIndexOf(" ", at - 1) + 1;
}

/** Whether two words are one but for a doubled letter or two neighbours, in the middle of both. */
export function isRespelt(one: string, other: string): boolean {
  if (one.length > other.length) return isRespelt(other, one);
  if (one.length < LEAST_LETTERS || other.length - one.length > 1) return false;
  if (BOTH_WORDS.has(one) && BOTH_WORDS.has(other)) return false;
  if (!ALPHABET.test(one) || !ALPHABET.test(other)) return false;
  const from = firstDifference(one, other);
  return one.length === other.length ? isSwapped(one, other, from) : isDoubled(one, other, from);
}

/** UTF-16 units that are compared at once. */
const STRETCH = 64;

/** By whole stretches first: most of two long sentences is the same. */
function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at + STRETCH <= one.length && one.slice(at, at + STRETCH) === other.slice(at, at + STRETCH)) at += STRETCH;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function isSwapped(one: string, other: string, from: number): boolean {
  const [a, b] = [one.charAt(from), one.charAt(from + 1)];
  if (from < EDGE || from + 1 >= one.length - EDGE) return false;
  if (other.slice(from) !== b + a + one.slice(from + 2)) return false;
  return !((a + b === "ei" || a + b === "ie") && one.charAt(from - 1) !== "c");
}

/** `from` is behind the letter that is doubled in the longer one, so that both of the pair stand at `from - 1` and `from`. */
function isDoubled(shorter: string, longer: string, from: number): boolean {
  if (from - 1 < EDGE || from >= longer.length - EDGE) return false;
  return longer.charAt(from) === longer.charAt(from - 1) && longer.slice(from + 1) === shorter.slice(from);
}
