/** Every term of a policy with its place, whichever file it stands in. Pure. */
import { readTerm, type Spelling, type TermFault } from "../text/term-syntax.ts";
import type { Place } from "./check-context.ts";
import type { PolicyReading } from "./read-policy.ts";
import type { Terms } from "./schema/vocabulary-file.ts";

/** `key` is equal for terms that match the same words. */
export interface PlacedTerm extends Place {
  readonly text: string;
  /** What it stands for, or what is wrong with it. */
  readonly spellings: readonly Spelling[] | TermFault;
  readonly key: string;
  readonly language: string;
  /** Null for a red flag. */
  readonly intent: string | null;
  readonly weightMilli: number;
}

/** Weights in thousandths are whole numbers, so that sums do not depend on their order. */
export const weightMilli = (weight: string): number => Math.round(Number(weight) * 1_000);

const FLAG_WEIGHT_MILLI = 1_000;

/** The terms of the intents and of the red flags, in the order of the files. */
export function placedTerms(reading: PolicyReading): readonly PlacedTerm[] {
  const known = placedOf.get(reading);
  if (known !== undefined) return known;
  const terms = collectTerms(reading);
  placedOf.set(reading, terms);
  return terms;
}

// The checks, the compiler and the findings all go through the terms of one reading.
const placedOf = new WeakMap<PolicyReading, readonly PlacedTerm[]>();

function collectTerms({ files, words }: PolicyReading): readonly PlacedTerm[] {
  const { vocabulary, safety } = files;
  const intents = Object.entries(vocabulary.value.intents ?? {}).flatMap(([intent, { terms }]) =>
    byLanguage({ reading: vocabulary, path: ["intents", intent, "terms"] }, intent, terms),
  );
  const flags = byLanguage({ reading: safety, path: ["red_flags", "terms"] }, null, safety.value.red_flags?.terms ?? {});
  const ofLanguages = words.flatMap((reading) => {
    const { language = "", intents: byIntent = {}, red_flags: raised = [] } = reading.value;
    return [
      ...Object.entries(byIntent).flatMap(([intent, weights]) =>
        byWeight({ reading, path: ["intents", intent] }, intent, language, weights),
      ),
      ...raised.map((text, index) =>
        placed({ reading, path: ["red_flags", index] }, { text, language, intent: null, weightMilli: FLAG_WEIGHT_MILLI }),
      ),
    ];
  });
  return [...intents, ...flags, ...ofLanguages];
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
    texts.map((text, index) =>
      placed({ reading, path: [...path, weight, index] }, { text, language, intent, weightMilli: weightMilli(weight) }),
    ),
  );

function placed(place: Place, term: Pick<PlacedTerm, "text" | "language" | "intent" | "weightMilli">): PlacedTerm {
  const spellings = readTerm(term.text);
  return { reading: place.reading, path: place.path, ...term, spellings, key: keyOf(term.text, spellings) };
}

/** The spellings in their comparing form, whatever their order. */
function keyOf(text: string, spellings: PlacedTerm["spellings"]): string {
  if (typeof spellings === "string") return text;
  const written = spellings.map((parts) =>
    parts.map(({ word, mode, gap }) => `${gap ? ".. " : ""}${mode === "inflects" ? "" : mode}${word}`).join(" "),
  );
  return written.sort().join("|");
}
