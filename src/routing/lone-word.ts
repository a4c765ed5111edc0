/** Which word is the only one that speaks for any intent, or one of two, in a question that may be about anything. Pure. */
import type { Heard, Hit } from "./hear.ts";
import type { Places } from "./polarity.ts";

/** What makes a lone word unsure. */
export type LoneInput = Pick<Heard, "words" | "unmatched" | "speaker" | "careful" | "parted" | "cues" | "hits" | "times">;

/** What says by itself what a question is about, what is a hint, and what only tips the scales, in thousandths. */
const PLAIN_MILLI = 2_000;
const HINT_MILLI = 1_000;
const SCALES_MILLI = 500;
const AGAINST_MILLI = -1_000;
/** Words that say nothing of any topic, from which on a lone word may be about anything; fewer for a hint, and where nobody speaks of themselves. */
const MANY_IDLE = {
  self: { hint: 4, plain: Number.POSITIVE_INFINITY },
  nobody: { hint: 2, plain: 3 },
  untold: { hint: 2, plain: 4 },
} as const;
/** The same of words that nothing knows, but where whoever asks is spoken of. */
const MANY_UNKNOWN = 2;
/** The same beside a word that is read into another one, where little is mistyped: Muslime hold Müsli, and algoritmo is near ritmo. */
const MANY_UNSURE: Partial<Record<Hit["how"], number>> = { fuzzy: 1, compound: 2 };

/**
 * The one word that speaks for an intent among several that say nothing: "What could I pack for the kids' tournament that won't
 * melt?", "What is the tempo of Bohemian Rhapsody?" Or two, where nobody speaks of themselves: "Which doctor treated the illness of the last Romanov?"
 * No phrase but a hint ("How far is Miami?"), and no sign. What is written in a hurry has typing errors, beside which others are to be
 * expected.
 */
export function lonesOf(own: readonly Hit[], heard: LoneInput): readonly Hit[] {
  const telling = tellingOf(own, heard);
  const [only, ...others] = telling;
  if (only === undefined || telling.some((hit) => isSaid(hit, heard))) return [];
  if (others.length === 0) return isLone(only, heard) ? telling : [];
  return others.length === 1 && heard.speaker === "nobody" && unknownWords(heard) >= MANY_UNKNOWN ? telling : [];
}

/**
 * The only word that speaks for an intent, where it has many senses and whoever asks is spoken of, or a time is meant: "Could you shorten
 * tomorrow's ride?" Encyclopaedias have neither. Null where another word speaks too, for what says enough, and where no spaces part words: a sign
 * or a syllable is a part of many.
 */
export function personalOf(own: readonly Hit[], { speaker, times, parted }: LoneInput): Hit | null {
  if (parted !== "words" || (speaker !== "self" && times.length === 0)) return null;
  const [only, ...others] = own.filter(({ term }) => term.weightMilli > 0);
  return only !== undefined && others.length === 0 && only.term.weightMilli < HINT_MILLI ? only : null;
}

/** Where nobody speaks of themselves, and in other languages, less goes for what is said. */
const isStrict = ({ speaker, careful }: LoneInput): boolean => careful && speaker !== "self";

/** Those that speak for an intent; of a strict question without what only tips the scales, if there is more. */
function tellingOf(own: readonly Hit[], heard: LoneInput): readonly Hit[] {
  const speaking = own.filter(({ term }) => term.weightMilli > 0);
  const telling = isStrict(heard) ? speaking.filter(({ term }) => term.weightMilli > SCALES_MILLI) : speaking;
  return telling.length > 0 ? telling : speaking;
}

const isSaid = (hit: Hit, heard: LoneInput): boolean =>
  hit.parts !== null || !(isOneWord(hit, heard) || (isStrict(heard) && hit.term.weightMilli <= HINT_MILLI));

/** Signs of a script without spaces, and syllables, up to which a term is no surer than one word. */
const LONGEST = { signs: 6, syllables: 2, words: 1 } as const;

const isOneWord = ({ first, last, wording }: Hit, { words, parted }: LoneInput): boolean =>
  last === first ||
  (last - first < LONGEST[words[first]?.unspaced === true ? "signs" : parted === "syllables" ? parted : "words"] &&
    !wording.includes(" .. "));

function isLone({ how, term, first }: Hit, heard: LoneInput): boolean {
  const { speaker, careful } = heard;
  const unsure = MANY_UNSURE[how];
  if (unsure !== undefined) return careful && unknownWords(heard) >= unsure;
  if (speaker !== "self" && unknownWords(heard) >= MANY_UNKNOWN) return true;
  // With spaces between words, and not told who speaks, that is all: the function words of other languages are not all listed.
  if (speaker === "untold" && heard.parted !== "syllables" && heard.words[first]?.unspaced !== true) return false;
  return idleSixths(heard) >= SIXTHS.words * MANY_IDLE[speaker][term.weightMilli < PLAIN_MILLI ? "hint" : "plain"];
}

const unknownWords = ({ words, unmatched }: LoneInput): number => unmatched.filter((at) => words[at]?.unspaced === false).length;

/** About how much of a word stands between spaces, or is a sign, in sixths: whole numbers, so that sums are exact. */
const SIXTHS = { words: 6, syllables: 3, signs: 2 } as const;

/** How many words are neither of a term nor a cue; what speaks against an intent counts twice, as it names another matter. */
function idleSixths({ words, parted, cues, hits }: LoneInput): number {
  const spoken = cues.filter(({ sequence }) => sequence.payload.kind !== "spelt");
  const told = placesOf([...hits.filter(({ term }) => term.weightMilli > 0), ...spoken]);
  const against = placesOf(hits.filter(({ term }) => term.weightMilli <= AGAINST_MILLI));
  if (parted !== "signs") return (words.length - told.size + against.size) * SIXTHS[parted];
  let idle = 0;
  for (let at = 0; at < words.length; at += 1) {
    const times = Number(!told.has(at)) + Number(against.has(at));
    idle += times * (words[at]?.unspaced === true ? SIXTHS.signs : SIXTHS.words);
  }
  return idle;
}

function placesOf(found: readonly Places[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { first, last } of found) for (let at = first; at <= last; at += 1) places.add(at);
  return places;
}
