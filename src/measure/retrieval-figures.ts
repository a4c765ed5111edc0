/** Coverage of labelled questions: in all, by language, document and tag. Pure. */
import { isAnswerable } from "./ask-each.ts";
import type { RankedCorpus } from "./ranked-corpus.ts";
import type { MeasuredQuestion } from "./retrieval-measure.ts";
import type { SetQuestion } from "./retrieval-set.ts";

export const DEPTHS = [1, 2, 4, 8] as const;

/** By depth; `all` is as many as there are sections, of which those without a word of the question are never found. */
type Shares = Readonly<Record<"1" | "2" | "4" | "8" | "all", number>>;

export interface Tally {
  readonly n: number;
  /** Share of questions with all answering sections among so many, by depth. */
  readonly coverage: Shares;
}

/** Of the questions that have an answer. */
export interface RetrievalFigures extends Tally {
  readonly set: string;
  /** Shares of the questions that have outdated sections labelled; 0 where none has. */
  readonly stale_above_valid: number;
  readonly stale_without_filter: number;
  readonly stale_n: number;
  readonly by_language: Readonly<Record<string, Tally>>;
  readonly by_document: Readonly<Record<string, Tally>>;
  readonly by_tag: Readonly<Record<string, Tally>>;
}

/** Keys sorted. A question belongs to the document of its first section, and to each of its tags. */
export function figuresOf(
  set: string,
  measured: readonly MeasuredQuestion[],
  { sections, places }: Pick<RankedCorpus, "sections" | "places">,
): RetrievalFigures {
  const answerable = measured.filter(({ question }) => isAnswerable(question));
  const documentOf = (id: string): string => sections[places.get(id)?.[0] ?? -1]?.doc ?? "";
  const staleable = answerable.filter(({ question }) => question.stale.length > 0);
  const shareOf = (leads: "staleLeads" | "staleWouldLead"): number =>
    staleable.length === 0 ? 0 : staleable.filter((one) => one[leads]).length / staleable.length;
  return {
    set,
    ...tallyOf(answerable),
    stale_above_valid: shareOf("staleLeads"),
    stale_without_filter: shareOf("staleWouldLead"),
    stale_n: staleable.length,
    by_language: tallies(answerable, ({ lang }) => [lang]),
    by_document: tallies(answerable, ({ answers }) => [documentOf(answers[0]?.[0] ?? "")]),
    by_tag: tallies(answerable, ({ tags }) => tags),
  };
}

/** Shares are 0 where there is no question. */
function tallyOf(measured: readonly MeasuredQuestion[]): Tally {
  const within = (depth: number): number => {
    const covered = measured.filter(({ place }) => place !== null && place <= depth).length;
    return measured.length === 0 ? 0 : covered / measured.length;
  };
  const coverage = { 1: within(1), 2: within(2), 4: within(4), 8: within(8), all: within(Number.POSITIVE_INFINITY) };
  return { n: measured.length, coverage };
}

function tallies(
  measured: readonly MeasuredQuestion[],
  namesOf: (question: SetQuestion) => readonly string[],
): RetrievalFigures["by_language"] {
  const groups = new Map<string, MeasuredQuestion[]>();
  for (const one of measured) {
    for (const name of new Set(namesOf(one.question))) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [one]);
      else group.push(one);
    }
  }
  return Object.fromEntries([...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, ones]) => [name, tallyOf(ones)]));
}
