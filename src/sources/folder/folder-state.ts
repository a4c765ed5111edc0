/** What is known of a folder after a check, and whether that makes a new corpus. Pure. */
import { type Corpus, type CorpusOptions, corpusOf, type FileReading } from "../../documents/corpus.ts";
import type { Problem } from "../../policy/problem.ts";
import { problemOf } from "./folder-problems.ts";
import type { Readings } from "./take-readings.ts";

export interface FolderState {
  readonly readings: Readings;
  /** Why the folder itself cannot be listed now. */
  readonly lost: readonly Problem[];
  readonly corpus: Corpus;
}

type Options = Pick<CorpusOptions, "label" | "cut">;

/** The corpus is the one before where nothing changed that can be told. */
export function stateOf(readings: Readings, before: FolderState | null, options: Options): FolderState {
  if (before !== null && isUnmounted(readings, before.readings)) {
    return lostState(
      before,
      problemOf(options, "", "missing-folder", "an empty folder of another disk stands in its place"),
      options,
    );
  }
  return nextState({ readings, lost: [] }, before, options);
}

/** The folder cannot be listed: all stays as it was, and the problem is told. */
export const lostState = (before: FolderState, problem: Problem, options: Options): FolderState =>
  nextState({ readings: before.readings, lost: [problem] }, before, options);

/** What is left of a disk that was taken away. */
const isUnmounted = ({ known, listing }: Readings, before: Readings): boolean =>
  known.size === 0 && before.known.size > 0 && listing.device !== before.listing.device;

type Seen = Pick<FolderState, "readings" | "lost">;

function nextState(seen: Seen, before: FolderState | null, options: Options): FolderState {
  if (before !== null && isSame(seen, before)) return { ...seen, corpus: before.corpus };
  const { listing, known } = seen.readings;
  const { label, cut } = options;
  const told = { problems: [...listing.problems, ...seen.lost], warnings: listing.warnings };
  return { ...seen, corpus: corpusOf(known, before?.corpus ?? null, { label, cut, ...told }) };
}

function isSame(seen: Seen, before: Seen): boolean {
  const [a, b] = [seen.readings, before.readings];
  if (a !== b && (a.known.size !== b.known.size || ![...a.known].every(([path, file]) => isSameReading(file, b.known.get(path)))))
    return false;
  return (
    areSame([...a.listing.problems, ...seen.lost], [...b.listing.problems, ...before.lost]) &&
    areSame(a.listing.warnings, b.listing.warnings)
  );
}

const isSameReading = (a: FileReading, b: FileReading | undefined): boolean =>
  a === b || (b !== undefined && a.text === b.text && areSame(a.problems, b.problems));

const areSame = (a: readonly Problem[], b: readonly Problem[]): boolean =>
  (a.length === 0 && b.length === 0) || JSON.stringify(a) === JSON.stringify(b);
