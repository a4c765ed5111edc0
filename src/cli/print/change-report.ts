/** What a change does to recorded requests, as tables, Markdown and a page: what is newly shown or hidden first. Pure. */
import type { BulkRow, BulkSummary, Count } from "../../service/replay/bulk.ts";
import { htmlPage, type Table, tableHtml } from "./html-page.ts";
import { escaped } from "./line-chart.ts";

export interface ChangeReport {
  readonly against: string;
  /** The changed policies; null: those that were recorded. */
  readonly under: string | null;
  readonly summary: BulkSummary;
  readonly rows: readonly BulkRow[];
}

/** Changed requests that are told one by one. */
const MOST_ROWS = 50;

const titleOf = ({ against, under, summary }: ChangeReport): string =>
  `${against} ${under === null ? "again" : `under ${under}`}: ${summary.changed} of ${summary.total} changed`;

const statementOf = ({ summary }: ChangeReport): string => {
  const { identical, refused, not_replayed, not_concerned: apart, other_policy: other, tokens } = summary;
  const told = [
    `${identical} identical`,
    ...refused.map(({ name, count }) => `${count} refused (${name})`),
    ...not_replayed.map(({ name, count }) => `${count} not run (${name})`),
    ...(other === 0 ? [] : [`${other} not concerned (of another policy)`]),
    ...(apart === other ? [] : [`${apart - other} not concerned (their policy does not have the variant)`]),
    `${tokens.before} tokens on average before, ${tokens.after} after`,
    ...(summary.not_recorded.length === 0 ? [] : [`asked now and not recorded: ${summary.not_recorded.join(", ")}`]),
  ];
  return `${told.join("; ")}.`;
};

function tablesOf({ summary, rows }: ChangeReport): readonly Table[] {
  const tables: readonly Table[] = [
    countTable("Newly shown", "candidate", summary.newly_shown),
    countTable("Newly hidden", "candidate", summary.newly_hidden),
    {
      title: "By intent",
      headings: ["intent", "changed", "of"],
      rows: summary.by_intent.map(({ intent, changed, total }) => [intent, String(changed), String(total)]),
    },
    countTable("By first differing stage", "stage", summary.by_first_stage),
    countTable("By outcome", "outcome", summary.by_reason),
    changedTable(rows),
  ];
  return tables.filter((table) => table.rows.length > 0);
}

const countTable = (title: string, of: string, counts: readonly Count[]): Table => ({
  title,
  headings: [of, "prompts"],
  rows: counts.map(({ name, count }) => [name, String(count)]),
});

function changedTable(rows: readonly BulkRow[]): Table {
  const changed = rows.flatMap(({ manifestId, intent, result }) =>
    !("outcome" in result) || result.outcome !== "changed" || result.difference === null
      ? []
      : [{ manifestId, intent, difference: result.difference }],
  );
  return {
    title: changed.length > MOST_ROWS ? `Changed requests, the first ${MOST_ROWS} of ${changed.length}` : "Changed requests",
    headings: ["manifest", "intent", "first stage", "shown", "hidden", "tokens"],
    rows: changed
      .slice(0, MOST_ROWS)
      .map(({ manifestId, intent, difference: { first, shown, hidden, tokens } }) => [
        manifestId,
        intent ?? "",
        first ?? "",
        shown.join(", "),
        hidden.join(", "),
        `${tokens.before} → ${tokens.after}`,
      ]),
  };
}

export const markdownOf = (report: ChangeReport): string =>
  [
    `## ${inline(titleOf(report))}`,
    "",
    inline(statementOf(report)),
    ...tablesOf(report).flatMap(({ title, headings, rows }) => [
      "",
      `### ${title}`,
      "",
      row(headings),
      row(headings.map(() => "---")),
      ...rows.map((cells) => row(cells.map(cell))),
    ]),
    "",
  ].join("\n");

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const PLAIN = /^[\p{L}\p{N}_ →-]*$/u;

/**
 * Ids are the caller's words, and a set may hold any text: nothing in it may become a table, a link, a mention or HTML. GitHub reads
 * mentions, numbers of issues and addresses in escaped text too, and in code nothing.
 */
function cell(text: string): string {
  const line = oneLine(text);
  if (PLAIN.test(line)) return inline(line);
  const fence = "`".repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${space}${line.replaceAll("|", "\\|")}${space}${fence}`;
}

const inline = (text: string): string => oneLine(text).replaceAll(/[\\`*_[\]<>|#@&~]/g, (sign) => `\\${sign}`);

/** Without what ends a line or steers a terminal. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

export const pageOf = (report: ChangeReport): string =>
  htmlPage(titleOf(report), [`<p>${escaped(statementOf(report))}</p>`, ...tablesOf(report).map(tableHtml)]);

export const linesOf = (report: ChangeReport): readonly string[] => [
  titleOf(report),
  statementOf(report),
  ...tablesOf(report).flatMap(textTable),
];

export function textTable({ title, headings, rows }: Table): readonly string[] {
  const all = [headings, ...rows.map((cells) => cells.map(oneLine))];
  const widths = headings.map((_heading, at) => Math.max(...all.map((cells) => (cells[at] ?? "").length)));
  return [
    "",
    title,
    ...all.map(
      (cells) =>
        `  ${cells
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}`,
    ),
  ];
}
