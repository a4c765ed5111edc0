/** What a question says to a policy, kept for the next request that asks the same. Pure but for a bounded memo. */

import type { Policy, Vocabulary } from "../policy/snapshot.ts";
import { createGenerations, type Generations, ownText } from "../text/generations.ts";
import type { Languages } from "../text/lexicon/known-languages.ts";
import { type Classified, classify } from "./classify.ts";
import { type Heard, hear } from "./hear.ts";

export interface ReadQuestion {
  readonly heard: Heard;
  readonly classified: Classified;
}

/** What reads a question. Copies of a policy, as an explanation makes them, share these parts. */
export type QuestionReader = Pick<Policy, "vocabulary" | "routing" | "intents">;

interface Kept extends ReadQuestion {
  readonly languages: Languages;
  readonly factors: Policy["routing"]["factors"];
  readonly intents: Policy["intents"];
}

/** 4 MB at most for each vocabulary: some 1,500 questions of 20 words outlive each other. */
const MOST_UNITS = 2_097_152;
/** What a question weighs besides its text, and each word, cue and hit of it, in UTF-16 units. */
const ENTRY_UNITS = 256;
const FOUND_UNITS = 48;

const known = new WeakMap<Vocabulary, Generations<Kept>>();

/** The same question is asked again by an explanation, for each branch of an uncertain routing, and by whoever tries once more. */
export function readQuestion(question: string, reader: QuestionReader, languages: Languages): ReadQuestion {
  const { vocabulary, intents } = reader;
  const { factors } = reader.routing;
  const kept = known.get(vocabulary) ?? createGenerations<Kept>(MOST_UNITS);
  known.set(vocabulary, kept);
  const before = kept.get(question);
  if (before?.languages === languages && before.factors === factors && before.intents === intents) return before;
  const text = ownText(question);
  const heard = hear(text, vocabulary, languages);
  const classified = classify(heard, factors, intents.keys());
  const made: Kept = { heard, classified, languages, factors, intents };
  const found = heard.words.length + heard.cues.length + heard.hits.length;
  kept.set(text, made, ENTRY_UNITS + text.length + FOUND_UNITS * found);
  return made;
}
