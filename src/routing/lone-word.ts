/** Which word is the only one that speaks for any intent, in a question that may be about anything. Pure. */
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
/** The same of words that nothing knows, where it is not told who is spoken of. */
const MANY_UNKNOWN = 2;
/** The same beside a word that is read into another one, where little is mistyped: Muslime hold Müsli, and algoritmo is near ritmo. */
const MANY_UNSURE: Partial<Record<Hit["how"], number>> = { fuzzy: 1, compound: 2 };

/**
 * The one word that speaks for an intent among several that say nothing: "What could I pack for the kids' tournament that won't
 * melt?", "What is the tempo of Bohemian Rhapsody?" No phrase but a hint ("How far is Miami?"), and no sign. What is written in a hurry has
 * typing errors, beside which others are to be expected.
 */
export function loneOf(own: readonly Hit[], heard: LoneInput): Hit | null {
  const only = onlyOf(own, heard);
  if (only === null) return null;
  const { speaker, careful } = heard;
  const unsure = MANY_UNSURE[only.how];
  if (unsure !== undefined) return careful && unknownWords(heard) >= unsure ? only : null;
  if (speaker === "untold") return unknownWords(heard) < MANY_UNKNOWN ? null : only;
  const many = MANY_IDLE[speaker][only.term.weightMilli < PLAIN_MILLI ? "hint" : "plain"];
  return idleWords(heard) < many ? null : only;
}

/** Beside what only tips the scales too, where nobody speaks of themselves. */
function onlyOf(own: readonly Hit[], { speaker, careful }: LoneInput): Hit | null {
  const isStrict = careful && speaker !== "self";
  const speaking = own.filter(({ term }) => term.weightMilli > 0);
  const telling = isStrict ? speaking.filter(({ term }) => term.weightMilli > SCALES_MILLI) : speaking;
  const [only, ...others] = telling.length > 0 ? telling : speaking;
  if (only === undefined || others.length > 0 || only.parts !== null) return null;
  const isPhrase = only.last > only.first;
  return isPhrase && !(isStrict && only.term.weightMilli <= HINT_MILLI) ? null : only;
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
