/** The figures of retrieval as lines for reading. Pure. */
import type { Accuracy } from "./retrieval-accuracy.ts";
import { DEPTHS, type MeasuredQuestion, MISS_DEPTH, type RetrievalFigures, type Tally } from "./retrieval-figures.ts";

const CELL = 8;
const MOST_MISSES = 30;
const MOST_WORDS = 4;
/** A set of a thousand documents has a row for each of the worst only. */
const MOST_DOCUMENTS = 20;

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** The total, the languages, the documents that do worst; then what is outdated. */
export function retrievalLines(figures: RetrievalFigures, accuracy: Accuracy | null): readonly string[] {
  const { by_language, by_document, stale_n, stale_above_valid, stale_without_filter } = figures;
  const languages = Object.entries(by_language);
  const documents = worstFirst(Object.entries(by_document));
  const names = [...languages, ...documents].map(([name]) => name.length + 2);
  const width = Math.max("languages".length, ...names) + 2;
  const row = (name: string, { n, coverage }: Tally): string =>
    `${name.padEnd(width)}${String(n).padStart(CELL)}${DEPTHS.map((depth) => percent(coverage[depth]).padStart(CELL)).join("")}`;
  const group = (title: string, rows: readonly (readonly [string, Tally])[]): readonly string[] =>
    rows.length < 2 ? [] : ["", title, ...rows.map(([name, tally]) => row(`  ${name}`, tally))];
  const hidden = Object.keys(by_document).length - documents.length;
  const title = hidden > 0 ? `documents, the worst ${MOST_DOCUMENTS} of ${documents.length + hidden}` : "documents";
  return [
    "coverage: questions with all answering sections among the first k",
    `${" ".repeat(width)}${["n", ...DEPTHS.map((depth) => `k=${depth}`)].map((name) => name.padStart(CELL)).join("")}`,
    row("total", figures),
    ...group("languages", languages),
    ...group(title, documents),
    ...(stale_n === 0
      ? []
      : [
          "",
          `outdated sections above every valid one: ${percent(stale_above_valid)} of ${stale_n} questions; ` +
            `if they were not left out: ${percent(stale_without_filter)}`,
        ]),
    ...(accuracy === null ? [] : accuracyLines(accuracy)),
  ];
}

function worstFirst(documents: readonly (readonly [string, Tally])[]): readonly (readonly [string, Tally])[] {
  const misses = ({ n, coverage }: Tally): number => n * (1 - coverage[MISS_DEPTH]);
  return [...documents].sort(([a, x], [b, y]) => misses(y) - misses(x) || (a < b ? -1 : 1)).slice(0, MOST_DOCUMENTS);
}

function accuracyLines({ n, right, coverage, at_or_above }: Accuracy): readonly string[] {
  const beside = DEPTHS.map((depth) => `k=${depth} ${percent(coverage[depth])}`).join(", ");
  const deepest = at_or_above.at(-1);
  return [
    "",
    `accuracy: ${percent(right)} of ${n} recorded answers are right; coverage of the same questions: ${beside}`,
    ...(deepest === undefined
      ? []
      : [
          `warning: accuracy is at or above the coverage of k=${at_or_above.join(", ")}; if the answers were given with ${deepest} ` +
            "sections or fewer, the model answers some questions without the sections that say it",
        ]),
  ];
}

/** The misses, in the order of the file, with what stands above the answer and the words that put it there. */
export function missLines(file: string, measured: readonly MeasuredQuestion[]): readonly string[] {
  const misses = measured.filter(({ place }) => place === null || place > MISS_DEPTH);
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
  const got = place === null ? "not found: no word in common, or not in force" : `complete at ${place}`;
  return [
    `${file}:${question.line} ${JSON.stringify(question.question)}: ${wanted} ${got}`,
    ...above.map(({ section, score, terms }) => {
      const words = terms
        .slice(0, MOST_WORDS)
        .map(({ start, end, how, contribution }) => `${question.question.slice(start, end)} ${contribution.toFixed(1)} (${how})`);
      return `    ${section.id} ${score.toFixed(1)}: ${words.join(", ")}`;
    }),
  ];
}
