/** The figures of retrieval as lines for reading. Pure. */
import type { RetrievalSettings } from "../../measure/ranked-corpus.ts";
import type { Accuracy } from "../../measure/retrieval-accuracy.ts";
import { DEPTHS, type RetrievalFigures, type Tally } from "../../measure/retrieval-figures.ts";
import { isMiss, type MeasuredQuestion, MISS_DEPTH } from "../../measure/retrieval-measure.ts";
import type { SweepCell } from "../../measure/sweep-figures.ts";

const CELL = 8;
const MOST_MISSES = 30;
const MOST_WORDS = 4;
/** A set of a thousand documents has a row for each of the worst only. */
const MOST_DOCUMENTS = 20;
const MOST_CITING = 10;

/** With one decimal; a dash where there is nothing to divide by. */
export const percent = (share: number | null): string => (share === null ? "-" : `${(100 * share).toFixed(1)}%`);

/** The total, the languages, the documents that do worst, the tags; then what is outdated. `size`: how many sections there are. */
export function retrievalLines(figures: RetrievalFigures, size: number): readonly string[] {
  const { by_language, by_document, by_tag, stale_n, stale_above_valid, stale_without_filter } = figures;
  const languages = Object.entries(by_language);
  const documents = worstFirst(Object.entries(by_document));
  const tags = Object.entries(by_tag);
  const names = [...languages, ...documents, ...tags].map(([name]) => name.length + 2);
  const width = Math.max("languages".length, ...names) + 2;
  const row = (name: string, { n, coverage }: Tally): string =>
    cells(name.padEnd(width), [String(n), ...[...DEPTHS, "all" as const].map((at) => percent(n === 0 ? null : coverage[at]))]);
  const group = (title: string, rows: readonly (readonly [string, Tally])[]): readonly string[] =>
    rows.length < 2 ? [] : ["", title, ...rows.map(([name, tally]) => row(`  ${name}`, tally))];
  const hidden = Object.keys(by_document).length - documents.length;
  const title = hidden > 0 ? `documents, the worst ${MOST_DOCUMENTS} of ${documents.length + hidden}` : "documents";
  return [
    "coverage: questions with all answering sections among the first k",
    cells(" ".repeat(width), ["n", ...DEPTHS.map((depth) => `k=${depth}`), `k=${size}`]),
    row("total", figures),
    ...group("languages", languages),
    ...group(title, documents),
    ...group("tags", tags),
    ...(stale_n === 0
      ? []
      : [
          "",
          `outdated sections above every valid one: ${percent(stale_above_valid)} of ${stale_n} questions; ` +
            `if they were not left out: ${percent(stale_without_filter)}`,
        ]),
  ];
}

const cells = (name: string, texts: readonly string[]): string => `${name}${texts.map((text) => text.padStart(CELL)).join("")}`;

function worstFirst(documents: readonly (readonly [string, Tally])[]): readonly (readonly [string, Tally])[] {
  const misses = ({ n, coverage }: Tally): number => n * (1 - coverage[MISS_DEPTH]);
  return [...documents].sort(([a, x], [b, y]) => misses(y) - misses(x) || (a < b ? -1 : 1)).slice(0, MOST_DOCUMENTS);
}

/** What the settings of the source make of it. */
export function settingsLines(
  chosen: SweepCell | null,
  unanswerable: { readonly n: number; readonly escalated: number },
  { k, floor }: RetrievalSettings,
): readonly string[] {
  if (chosen === null) return [];
  const { coverage, escalated, needless, tokens } = chosen;
  const under = floor === null ? "found" : "above the floor";
  return [
    "",
    `with k ${k} and ${floor === null ? "no floor" : `floor ${floor}`}: ${percent(coverage)} covered, ${Math.round(tokens.mean)} tokens, ` +
      `nothing ${under} for ${escalated}, needlessly for ${needless}`,
    ...(unanswerable.n === 0
      ? []
      : [`without an answer: ${unanswerable.n}; nothing ${under} for ${unanswerable.escalated} of them`]),
  ];
}

/** Accuracy beside coverage, with a warning where it is too good. */
export function accuracyLines({ k, n, right, coverage, at_or_above, unanswerable, cited_not_sent }: Accuracy): readonly string[] {
  const beside = Object.entries(coverage).map(([depth, share]) => `k=${depth} ${percent(share)}`);
  const deepest = at_or_above.at(-1);
  return [
    "",
    `accuracy: ${percent(right)} of ${n} recorded answers are right; coverage of the same questions: ${beside.join(", ")}`,
    ...(unanswerable.n === 0
      ? []
      : [`of ${unanswerable.n} recorded answers to questions without an answer, ${unanswerable.right} are right`]),
    ...(deepest === undefined
      ? []
      : [
          `warning: accuracy is at or above the coverage of k=${at_or_above.join(", ")}; if the answers were given with ${deepest} ` +
            "sections or fewer, the model answers some questions without the sections that say it",
        ]),
    ...(cited_not_sent.length === 0
      ? []
      : [
          `warning: ${cited_not_sent.length} answers name sections that k ${k} did not send: ` +
            cited_not_sent
              .slice(0, MOST_CITING)
              .map(({ id, sections }) => `${id} ${sections.join(", ")}`)
              .join("; ") +
            (cited_not_sent.length > MOST_CITING ? `; and ${cited_not_sent.length - MOST_CITING} more` : ""),
        ]),
  ];
}

/** The misses, in the order of the file, with what stands above the answer and the words that put it there. */
export function missLines(file: string, measured: readonly MeasuredQuestion[]): readonly string[] {
  const misses = measured.filter(isMiss);
  if (misses.length === 0) return [];
  const rest = misses.length - MOST_MISSES;
  return [
    "",
    `not among the first ${MISS_DEPTH}`,
    ...misses.slice(0, MOST_MISSES).flatMap((miss) => linesOf(file, miss)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ];
}

function linesOf(file: string, { question, place, above }: MeasuredQuestion): readonly string[] {
  const wanted = question.answers.map((ids) => ids.join(" and ")).join(", or ");
  const got = place === null ? "not found: no word in common, not in force, or not for everybody" : `complete at ${place}`;
  return [
    `${file}:${question.line} ${JSON.stringify(question.question)}: ${wanted} ${got}`,
    ...above.map(({ id, score, terms }) => {
      const words = terms
        .slice(0, MOST_WORDS)
        .map(({ start, end, how, contribution }) => `${question.question.slice(start, end)} ${contribution.toFixed(1)} (${how})`);
      return `    ${id} ${score.toFixed(1)}: ${words.join(", ")}`;
    }),
  ];
}
