/** Which of the times found are meant: not today, but tomorrow. Pure; none left is none, never a guess. */
import type { Cue } from "../text/lexicon/cues.ts";
import type { Occurrence } from "../text/lexicon/find-phrases.ts";
import type { Word } from "../text/words/words.ts";
import type { TimeFound } from "./find-times.ts";
import type { Places } from "./polarity.ts";

type ShadeAt = Places & Pick<Extract<Cue, { kind: "shade" }>, "side" | "shade">;

/** Words between a denial and its time where another time says that it is one: not on Friday but on Saturday. */
const BETWEEN = 1;

/**
 * The times that no word beside them denies. One that denies what follows takes the time right after it. Every other may deny
 * the verb as well ("heute nicht", "skip today"), so it takes a time only where another is left over.
 */
export function meantTimes(
  found: readonly TimeFound[],
  words: readonly Word[],
  cues: readonly Occurrence<Cue>[],
): readonly TimeFound[] {
  if (found.length === 0) return found;
  const shades = cues.flatMap(({ sequence: { payload }, first, last }): readonly ShadeAt[] =>
    payload.kind === "shade" && payload.shade !== "background" ? [{ ...payload, first, last }] : [],
  );
  if (shades.length === 0) return found;
  const left = found.filter((time) => !shades.some((shade) => surelyDenies(shade, time, words)));
  const rest = left.filter((time) => !shades.some((shade) => perhapsDenies(shade, time, words)));
  return rest.length > 0 ? rest : left;
}

function surelyDenies({ side, shade, first, last }: ShadeAt, time: TimeFound, words: readonly Word[]): boolean {
  if (shade !== "negated") return false;
  if (side === "before") return last + 1 === time.first && inOneClause(last, time.first, words);
  return first === time.last + 1 && inOneClause(first, time.last, words) && endsClause(last, words);
}

/** Before it with a small word between, or behind it. */
function perhapsDenies({ side, shade, first, last }: ShadeAt, time: TimeFound, words: readonly Word[]): boolean {
  const before = time.first - last - 1;
  if (side === "before" && before >= 0 && before <= BETWEEN && inOneClause(last, time.first, words)) return true;
  if (first !== time.last + 1 || !inOneClause(first, time.last, words)) return false;
  return side === "after" || (shade === "negated" && endsClause(last, words));
}

const inOneClause = (one: number, other: number, words: readonly Word[]): boolean => words[one]?.clause === words[other]?.clause;

const endsClause = (at: number, words: readonly Word[]): boolean => !inOneClause(at, at + 1, words);
