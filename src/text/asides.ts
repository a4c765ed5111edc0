/**
 * Words that speak to the reader and say nothing of the matter: please, indeed; at the head of a sentence also what ties it to the one
 * before. Pure.
 *
 * A sentence must promise and deny the same with one as without, whatever else it says and in whatever language it is written. So there
 * are none that bound or soften ("very", "really", "only", "just", "even"), and "also" is one at the head alone: "who also bought a
 * cable" are fewer than "who bought a cable". None of scripts without spaces.
 */
import { normalOfPart } from "./compare-words.ts";

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

type Asides = ReadonlyMap<string, readonly (readonly string[])[]>;

/** By first word, in the form in which texts are compared, the words that follow it. */
function asidesOf(lists: readonly string[]): Asides {
  const asides = new Map<string, (readonly string[])[]>();
  for (const phrase of lists.flatMap((list) => list.split(", "))) {
    const [first = "", ...rest] = normalOfPart(phrase).split(" ");
    asides.set(first, [...(asides.get(first) ?? []), rest]);
  }
  return asides;
}

const anywhere = asidesOf(ANYWHERE);
const atTheHead = asidesOf(AT_THE_HEAD);

/** How many words from `at` on are an aside, 0 where none begins there. `isHead`: nothing but asides stands before it in its sentence. */
export function asideAt(words: readonly string[], at: number, isHead: boolean): number {
  return lengthAt(anywhere, words, at) || (isHead ? lengthAt(atTheHead, words, at) : 0);
}

function lengthAt(asides: Asides, words: readonly string[], at: number): number {
  const phrases = asides.get(words[at] as string);
  if (phrases === undefined) return 0;
  const rest = phrases.find((phrase) => phrase.every((word, index) => words[at + 1 + index] === word));
  return rest === undefined ? 0 : rest.length + 1;
}
