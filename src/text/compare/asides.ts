/**
 * Words that speak to the reader and say nothing of the matter: please, indeed; at the head of a sentence also what ties it to the one
 * before. Pure.
 *
 * A sentence must promise and deny the same with one as without, whatever else it says and in whatever language it is written. So there
 * are none that bound or soften ("very", "really", "only", "just", "even"), and "also" is one at the head alone: "who also bought a
 * cable" are fewer than "who bought a cable". None of scripts without spaces.
 */
import { hashWord } from "./shingles.ts";
import { normalOfPart } from "./words.ts";

const ANYWHERE: readonly string[] = [
  "please, kindly, indeed", // English
  "bitte", // German
  "s'il vous plaît, s'il te plaît, svp, en effet", // French
  "por favor, en efecto", // Spanish
  "per favore, infatti", // Italian
  "por gentileza", // Portuguese
  "alstublieft, alsjeblieft, inderdaad", // Dutch
  "vänligen, venligst, vennligst", // Swedish, Danish, Norwegian
  "proszę, prosím", // Polish, Czech
  "пожалуйста, будь ласка", // Russian, Ukrainian
  "lütfen, παρακαλώ, vă rugăm, kérjük, vui lòng", // Turkish, Greek, Romanian, Hungarian, Vietnamese
  "من فضلك, בבקשה, कृपया", // Arabic, Hebrew, Hindi
];

const AT_THE_HEAD: readonly string[] = [
  "also, additionally, furthermore, moreover, therefore, thus, hence, consequently",
  "außerdem, zudem, daher, deshalb",
  "en outre, par ailleurs, donc",
  "además, asimismo, por lo tanto",
  "inoltre, quindi, pertanto",
  "além disso, portanto",
  "bovendien, dessutom, desuden, dessuten, ponadto, ayrıca",
];

/** By the hash of their first word. */
type Asides = ReadonlyMap<number, readonly string[]>;

/** In the form in which texts are compared. */
function asidesOf(lists: readonly string[]): Asides {
  const asides = new Map<number, readonly string[]>();
  for (const phrase of lists.flatMap((list) => list.split(", "))) {
    const aside = normalOfPart(phrase);
    const first = hashWord(aside.split(" ", 1)[0] as string);
    asides.set(first, [...(asides.get(first) ?? []), aside]);
  }
  return asides;
}

const anywhere = asidesOf(ANYWHERE);
const atTheHead = asidesOf(AT_THE_HEAD);

/** Whether an aside may begin with a word of this hash. */
export const mayBeginAside = (hash: number): boolean => anywhere.has(hash) || atTheHead.has(hash);

/**
 * How long the aside is, in UTF-16 units, that stands at an offset into a sentence, words parted by one blank; 0 where none does.
 * `isHead`: nothing but asides stands before it.
 */
export function asideAt(sentence: string, at: number, isHead: boolean): number {
  const first = hashWord(sentence.slice(at, endOfWord(sentence, at)));
  const stands = (aside: string) =>
    sentence.startsWith(aside, at) && endOfWord(sentence, at + aside.length) === at + aside.length;
  const aside = anywhere.get(first)?.find(stands) ?? (isHead ? atTheHead.get(first)?.find(stands) : undefined);
  return aside?.length ?? 0;
}

/** Where the blank behind a word stands, or the end of the sentence. */
export function endOfWord(sentence: string, at: number): number {
  const end = sentence.indexOf(" ", at);
  return end < 0 ? sentence.length : end;
}
