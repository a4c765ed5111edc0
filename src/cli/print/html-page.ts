/** One page of HTML without a script, for what a verb found out. Pure. */
import { escaped } from "./line-chart.ts";

/** A heading without words belongs to the column before it. */
export interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const STYLE = [
  "body{font:16px/1.5 sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#000;background:#fff}",
  "svg{max-width:100%;height:auto}",
  "div{overflow-x:auto}",
  "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin-bottom:1.5rem}",
  "caption{text-align:left;font-weight:bold;padding:.3rem 0}",
  "th,td{border-bottom:1px solid #ccc;padding:.15rem .6rem;text-align:right}",
].join("\n");

/** `parts` are HTML already. */
export function htmlPage(title: string, parts: readonly string[]): string {
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title>`,
    `<style>\n${STYLE}\n</style>`,
    "</head>",
    "<body>",
    `<h1>${escaped(title)}</h1>`,
    ...parts,
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

export function tableHtml({ title, headings, rows }: Table): string {
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
