/** Every sign of a policy and every word of a group with its place, whichever file it stands in. Pure. */
import { readTerm, type Spelling, type TermFault } from "../../text/lexicon/term-syntax.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import type { FileReading } from "../read/read-shape.ts";
import type { Groups } from "../schema/safety-file.ts";
import type { Place } from "./context.ts";

export interface PlacedSign extends Place {
  readonly text: string;
  readonly intent: string;
}

/** A word of a group. */
export interface PlacedGroupWord extends Place {
  readonly text: string;
  readonly group: string;
  readonly language: string;
  /** What it stands for, or what is wrong with it. */
  readonly spellings: readonly Spelling[] | TermFault;
}

/** In the order of the file. */
export const placedSigns = ({ files: { safety } }: PolicyReading): readonly PlacedSign[] =>
  Object.entries(safety.value.red_flags?.signs ?? {}).flatMap(([intent, signs]) =>
    signs.map((text, index) => ({ reading: safety, path: ["red_flags", "signs", intent, index], text, intent })),
  );

/** In the order of the files. */
export const placedGroups = ({ files: { safety }, words }: PolicyReading): readonly PlacedGroupWord[] => [
  ...wordsOf(safety, () =>
    Object.entries(safety.value.red_flags?.groups ?? {}).flatMap(([language, groups]) =>
      ofLanguage({ reading: safety, path: ["red_flags", "groups", language] }, language, groups),
    ),
  ),
  ...words.flatMap((reading) =>
    wordsOf(reading, () => ofLanguage({ reading, path: ["groups"] }, reading.value.language ?? "", reading.value.groups ?? {})),
  ),
];

// Checks and compiler go through the words of one file, and so does a policy compiled again with others changed.
const placedIn = new WeakMap<FileReading<unknown>, readonly PlacedGroupWord[]>();

function wordsOf(reading: FileReading<unknown>, make: () => readonly PlacedGroupWord[]): readonly PlacedGroupWord[] {
  const known = placedIn.get(reading);
  if (known !== undefined) return known;
  const made = make();
  placedIn.set(reading, made);
  return made;
}

const ofLanguage = ({ reading, path }: Place, language: string, groups: Groups): readonly PlacedGroupWord[] =>
  Object.entries(groups).flatMap(([group, texts]) =>
    texts.map((text, index) => ({ reading, path: [...path, group, index], text, group, language, spellings: readTerm(text) })),
  );
