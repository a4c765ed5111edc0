/** Which word is the only one that speaks for any intent, or one of two, in a question that may be about anything. Pure. */
import type { Heard, Hit } from "./hear.ts";
import type { Places } from "./polarity.ts";

/** What makes a lone word unsure. */
export type LoneInput = Pick<Heard, "words" | "unmatched" | "speaker" | "careful" | "cues" | "hits">;

/** What says by itself what a question is about, what is a hint, and what only tips the scales, in thousandths. */
const PLAIN_MILLI = 2_000;
const HINT_MILLI = 1_000;
const SCALES_MILLI = 500;
const AGAINST_MILLI = -1_000;
/** Words that say nothing of any topic, from which on a lone word may be about anything; fewer for a hint, and where nobody speaks of themselves. */
const MANY_IDLE = {
  self: { hint: 4, plain: Number.POSITIVE_INFINITY },
  nobody: { hint: 2, plain: 3 },
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

/** Where nobody speaks of themselves, and in other languages, less goes for what is said. */
const isStrict = ({ speaker, careful }: LoneInput): boolean => careful && speaker !== "self";

/** Those that speak for an intent; of a strict question without what only tips the scales, if there is more. */
function tellingOf(own: readonly Hit[], heard: LoneInput): readonly Hit[] {
  const speaking = own.filter(({ term }) => term.weightMilli > 0);
  const telling = isStrict(heard) ? speaking.filter(({ term }) => term.weightMilli > SCALES_MILLI) : speaking;
  return telling.length > 0 ? telling : speaking;
}

const isSaid = ({ first, last, parts, term }: Hit, heard: LoneInput): boolean =>
  parts !== null || (last > first && !(isStrict(heard) && term.weightMilli <= HINT_MILLI));

function isLone({ how, term }: Hit, heard: LoneInput): boolean {
  const { speaker, careful } = heard;
  const unsure = MANY_UNSURE[how];
  if (unsure !== undefined) return careful && unknownWords(heard) >= unsure;
  if (speaker !== "self" && unknownWords(heard) >= MANY_UNKNOWN) return true;
  return speaker !== "untold" && idleWords(heard) >= MANY_IDLE[speaker][term.weightMilli < PLAIN_MILLI ? "hint" : "plain"];
}

const unknownWords = ({ words, unmatched }: LoneInput): number => unmatched.filter((at) => words[at]?.unspaced === false).length;

/** How many words are neither of a term nor a cue; what speaks against an intent counts twice, as it names another matter. */
function idleWords({ words, cues, hits }: LoneInput): number {
  const spoken = cues.filter(({ sequence }) => sequence.payload.kind !== "spelt");
  const told = placesOf([...hits.filter(({ term }) => term.weightMilli > 0), ...spoken]);
  const against = placesOf(hits.filter(({ term }) => term.weightMilli <= AGAINST_MILLI));
  return words.length - told.size + against.size;
}

function placesOf(found: readonly Places[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { first, last } of found) for (let at = first; at <= last; at += 1) places.add(at);
  return places;
}
