/** Every term of a policy with its place, whichever file it stands in. Pure. */
import { keyOf, readTerm, type Spelling, type TermFault } from "../../text/lexicon/term-syntax.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import type { FileReading } from "../read/read-shape.ts";
import type { Terms } from "../schema/vocabulary-file.ts";
import type { WordsFile } from "../schema/words-file.ts";
import type { Place } from "./context.ts";

/** A list of terms of one weight. */
export type TermList = Pick<Place, "reading" | "path">;

export interface PlacedTerm {
  readonly list: TermList;
  /** Its place there. */
  readonly index: number;
  readonly text: string;
  /** What it stands for, or what is wrong with it. */
  readonly spellings: readonly Spelling[] | TermFault;
  readonly language: string;
  /** Null for a red flag. */
  readonly intent: string | null;
  readonly weightMilli: number;
}

export const placeOf = ({ list: { reading, path }, index }: PlacedTerm): Place => ({ reading, path: [...path, index] });

/** Weights in thousandths are whole numbers, so that sums do not depend on their order. */
export const weightMilli = (weight: string): number => Math.round(Number(weight) * 1_000);

export const FLAG_WEIGHT_MILLI = 1_000;

/** The terms of the intents and of the red flags, in the order of the files. */
export function placedTerms(policy: PolicyReading): readonly PlacedTerm[] {
  const known = placedOf.get(policy);
  if (known !== undefined) return known;
  const { files, words } = policy;
  const terms: PlacedTerm[] = [];
  for (const reading of [files.vocabulary, files.safety, ...words]) {
    for (const term of termsOfFile(reading, files)) terms.push(term);
  }
  placedOf.set(policy, terms);
  return terms;
}

const placedOf = new WeakMap<PolicyReading, readonly PlacedTerm[]>();

// Checks, compiler and findings go through the terms of one file, and so does a policy compiled again with others changed.
const placedIn = new WeakMap<FileReading<unknown>, readonly PlacedTerm[]>();

function termsOfFile(reading: FileReading<unknown>, { vocabulary, safety }: PolicyReading["files"]): readonly PlacedTerm[] {
  const known = placedIn.get(reading);
  if (known !== undefined) return known;
  const terms =
    reading === vocabulary
      ? termsOfIntents(vocabulary)
      : reading === safety
        ? byLanguage({ reading, path: ["red_flags", "terms"] }, null, safety.value.red_flags?.terms ?? {})
        : termsOfWords(reading as FileReading<WordsFile>);
  placedIn.set(reading, terms);
  return terms;
}

const termsOfIntents = (reading: PolicyReading["files"]["vocabulary"]): readonly PlacedTerm[] =>
  Object.entries(reading.value.intents ?? {}).flatMap(([intent, { terms }]) =>
    byLanguage({ reading, path: ["intents", intent, "terms"] }, intent, terms),
  );

function termsOfWords(reading: FileReading<WordsFile>): readonly PlacedTerm[] {
  const { language = "", intents: byIntent = {}, red_flags: raised = [] } = reading.value;
  return [
    ...Object.entries(byIntent).flatMap(([intent, weights]) =>
      byWeight({ reading, path: ["intents", intent] }, intent, language, weights),
    ),
    ...listed({ reading, path: ["red_flags"] }, raised, { language, intent: null, weightMilli: FLAG_WEIGHT_MILLI }),
  ];
}

const byLanguage = ({ reading, path }: Place, intent: string | null, terms: Terms): readonly PlacedTerm[] =>
  Object.entries(terms).flatMap(([language, weights]) =>
    byWeight({ reading, path: [...path, language] }, intent, language, weights),
  );

const byWeight = (
  { reading, path }: Place,
  intent: string | null,
  language: string,
  weights: Terms[string],
): readonly PlacedTerm[] =>
  Object.entries(weights).flatMap(([weight, texts]) =>
    listed({ reading, path: [...path, weight] }, texts, { language, intent, weightMilli: weightMilli(weight) }),
  );

const listed = (
  list: TermList,
  texts: readonly string[],
  { language, intent, weightMilli }: Pick<PlacedTerm, "language" | "intent" | "weightMilli">,
): readonly PlacedTerm[] =>
  texts.map((text, index) => {
    const spellings = readTerm(text);
    return { list, index, text, spellings, language, intent, weightMilli };
  });

/** A term whose words are those of another one before it, with all terms of these words in their order. */
export interface RepeatedTerm {
  readonly term: PlacedTerm;
  readonly same: readonly PlacedTerm[];
}

// The checks tell of them, and so do the findings.
const repeatedIn = new WeakMap<PolicyReading, readonly RepeatedTerm[]>();

/** In the order of the terms; without those that are faulty. */
export function repeatedTerms(policy: PolicyReading): readonly RepeatedTerm[] {
  const known = repeatedIn.get(policy);
  if (known !== undefined) return known;
  const firsts = new Map<string, PlacedTerm>();
  const alike = new Map<PlacedTerm, PlacedTerm[]>();
  const repeated: RepeatedTerm[] = [];
  for (const term of placedTerms(policy)) {
    if (typeof term.spellings === "string") continue;
    const key = keyOf(term.text, term.spellings, policy.accented.has(term.language));
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, term);
      continue;
    }
    const same = alike.get(first) ?? [first];
    same.push(term);
    alike.set(first, same);
    repeated.push({ term, same });
  }
  repeatedIn.set(policy, repeated);
  return repeated;
}

/** The first of the same words before it that fits. */
export function earlierTerm({ term, same }: RepeatedTerm, fits: (other: PlacedTerm) => boolean): PlacedTerm | null {
  const found = same.find((one) => one === term || fits(one));
  return found === undefined || found === term ? null : found;
}
