/** A sweep as one page of HTML: the chart and the tables, without a script. Pure. */
import { htmlPage, tableHtml } from "./html-page.ts";
import { escaped } from "./line-chart.ts";
import { sweepChart } from "./sweep-chart.ts";
import type { SweepReport } from "./sweep-report.ts";
import { isWarned, LEGEND, tablesOf, titleOf, WARNING } from "./sweep-table.ts";

export const sweepPage = (report: SweepReport): string =>
  htmlPage(titleOf(report), [
    sweepChart(report).trimEnd(),
    ...(isWarned(report) ? [`<p>${escaped(WARNING)}</p>`] : []),
    ...tablesOf(report).map(tableHtml),
    "<ul>",
    ...LEGEND.map((line) => `<li>${escaped(line)}</li>`),
    "</ul>",
  ]);
