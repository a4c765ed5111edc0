/** A sweep as one page of HTML: the chart and the tables, without a script. Pure. */
import { escaped } from "./line-chart.ts";
import { sweepChart } from "./sweep-chart.ts";
import type { SweepReport } from "./sweep-report.ts";
import { isWarned, LEGEND, type Table, tablesOf, titleOf, WARNING } from "./sweep-table.ts";

const STYLE = [
  "body{font:16px/1.5 sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#000;background:#fff}",
  "svg{max-width:100%;height:auto}",
  "div{overflow-x:auto}",
  "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin-bottom:1.5rem}",
  "caption{text-align:left;font-weight:bold;padding:.3rem 0}",
  "th,td{border-bottom:1px solid #ccc;padding:.15rem .6rem;text-align:right}",
].join("\n");

export function sweepPage(report: SweepReport): string {
  const title = escaped(titleOf(report));
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${title}</title>`,
    `<style>\n${STYLE}\n</style>`,
    "</head>",
    "<body>",
    `<h1>${title}</h1>`,
    sweepChart(report).trimEnd(),
    ...(isWarned(report) ? [`<p>${escaped(WARNING)}</p>`] : []),
    ...tablesOf(report).map(tableHtml),
    "<ul>",
    ...LEGEND.map((line) => `<li>${escaped(line)}</li>`),
    "</ul>",
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

/** A heading without words belongs to the column before it. */
function tableHtml({ title, headings, rows }: Table): string {
  const head = headings.flatMap((heading, at) => {
    const isWide = headings[at + 1] === "";
    return heading === "" ? [] : [`<th scope="col"${isWide ? ' colspan="2"' : ""}>${escaped(heading)}</th>`];
  });
  return [
    "<div><table>",
    `<caption>${escaped(title)}</caption>`,
    `<thead><tr>${head.join("")}</tr></thead>`,
    "<tbody>",
    ...rows.map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join("")}</tr>`),
    "</tbody>",
    "</table></div>",
  ].join("\n");
}
