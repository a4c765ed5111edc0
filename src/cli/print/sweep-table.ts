/** A sweep as tables, for reading and for a page. Pure. */

import type { SweepCell } from "../../measure/sweep-figures.ts";
import type { Table } from "./html-page.ts";
import { percent } from "./retrieval-table.ts";
import { type DepthRow, isOwn, type SweepReport } from "./sweep-report.ts";

export const titleOf = ({ set, sections, n, unanswerable }: SweepReport): string =>
  `sweep of ${set}: ${sections} sections, ${n} questions, ${unanswerable} of them without an answer`;

/** What the columns of the second table mean. */
export const LEGEND = [
  "covered: of the questions with an answer, those to which all sections of it are sent",
  "tokens: what the sections sent cost in the prompt, over all questions",
  "escalated: of all questions, those for which nothing reaches the floor",
  "caught: of the misses (the answer is not within k), those escalated",
  "needless: of all questions, those escalated though the answer is within k",
  "cut off: not escalated, but the floor keeps a section of the answer out",
  "no answer: of the questions without an answer, those escalated",
] as const;

export const tablesOf = (report: SweepReport): readonly Table[] => [depthTable(report), gridTable(report)];

function depthTable({ by_k }: SweepReport): Table {
  const isJudged = by_k.some(({ accuracy }) => accuracy !== null);
  const judged = ({ accuracy: at }: DepthRow): readonly string[] =>
    at === null
      ? []
      : [
          ...[String(at.n), percent(at.accuracy), percent(at.coverage)],
          ...[at.at_or_above ? "at or above" : "", String(at.cited_not_sent.length)],
        ];
  return {
    title: "coverage over k, without a floor",
    headings: ["k", "covered", "", ...(isJudged ? ["answers", "accuracy", "their coverage", "warning", "cited unsent"] : [])],
    rows: by_k.map((row) => [String(row.k), String(row.covered), percent(row.coverage), ...judged(row)]),
  };
}

function gridTable(report: SweepReport): Table {
  const counted = (count: number, share: number | null): readonly string[] => [String(count), percent(share)];
  const row = (cell: SweepCell): readonly string[] => {
    const { k, floor, covered, coverage, tokens, escalated, misses, caught, needless, cut_off, unanswerable_escalated } = cell;
    return [
      ...[String(k), String(floor), ...counted(covered, coverage)],
      ...[String(Math.round(tokens.mean)), String(tokens.p95), ...counted(escalated, cell.escalated_share)],
      ...[`${caught}/${misses}`, percent(cell.caught_share), ...counted(needless, cell.needless_share)],
      ...[String(cut_off), `${unanswerable_escalated}/${report.unanswerable}`, isOwn(cell, report) ? "*" : ""],
    ];
  };
  return {
    title: "over k and the floor; * marks the settings of the source",
    headings: [
      ...["k", "floor", "covered", "", "tokens", "p95", "escalated", ""],
      ...["caught", "", "needless", "", "cut off", "no answer", ""],
    ],
    rows: report.grid.map(row),
  };
}

/** For reading: title, tables, what the columns mean. */
export function sweepLines(report: SweepReport): readonly string[] {
  return [
    titleOf(report),
    ...tablesOf(report).flatMap((table) => ["", table.title, ...tableLines(table)]),
    ...(isWarned(report) ? ["", WARNING] : []),
    "",
    ...LEGEND,
  ];
}

export const isWarned = ({ by_k }: SweepReport): boolean => by_k.some(({ accuracy }) => accuracy?.at_or_above === true);

export const WARNING =
  "warning: where accuracy is at or above coverage, the model answers some questions without the sections that say it";

const GAP = "  ";

function tableLines({ headings, rows }: Table): readonly string[] {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((text, column) => text.padStart(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}
