/** Which word is the only one that speaks for any intent, in a question that may be about anything. Pure. */
import type { Heard, Hit } from "./hear.ts";
import type { Places } from "./polarity.ts";

/** What makes a lone word unsure. */
export type LoneInput = Pick<Heard, "words" | "unmatched" | "speaker" | "cues" | "hits">;

/** What says by itself what a question is about, in thousandths. */
const PLAIN_MILLI = 2_000;
const AGAINST_MILLI = -1_000;
/** Words that say nothing of any topic, from which on a lone word may be about anything; fewer for a hint, and where nobody speaks of themselves. */
const MANY_IDLE = {
  self: { hint: 4, plain: Number.POSITIVE_INFINITY },
  nobody: { hint: 2, plain: 3 },
} as const;
/** The same of words that nothing knows, in languages that do not tell who is spoken of. */
const MANY_UNKNOWN = 2;

/**
 * The one word that speaks for an intent among several that say nothing: "What could I pack for the kids' tournament that won't
 * melt?", "What is the tempo of Bohemian Rhapsody?" No phrase, no compound, and none with a typing error, beside which others are to be
 * expected.
 */
export function loneOf(own: readonly Hit[], heard: LoneInput): Hit | null {
  const [only, ...others] = own.filter(({ term }) => term.weightMilli > 0);
  if (only === undefined || others.length > 0 || only.last > only.first || only.how === "compound" || only.how === "fuzzy")
    return null;
  const { speaker } = heard;
  if (speaker === "untold") return unknownWords(heard) < MANY_UNKNOWN ? null : only;
  const many = MANY_IDLE[speaker][only.term.weightMilli < PLAIN_MILLI ? "hint" : "plain"];
  return idleWords(heard) < many ? null : only;
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
