/** A sweep as a chart: coverage and accuracy over k beside escalations over the floor. Pure. */
import { escaped, PANEL_HEIGHT, PANEL_WIDTH, type Panel, panelSvg } from "./line-chart.ts";
import { drawnK, type SweepReport } from "./sweep-report.ts";
import { titleOf } from "./sweep-table.ts";

/** One SVG document, of itself alone. */
export function sweepChart(report: SweepReport): string {
  const width = 2 * PANEL_WIDTH;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${PANEL_HEIGHT}" width="${width}" height="${PANEL_HEIGHT}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(titleOf(report))}</title>`,
    `<rect width="${width}" height="${PANEL_HEIGHT}" fill="#fff"/>`,
    panelSvg(depthPanel(report), 0),
    panelSvg(floorPanel(report), PANEL_WIDTH),
    "</svg>",
  ].join("\n")}\n`;
}

function depthPanel({ by_k }: SweepReport): Panel {
  const isJudged = by_k.some(({ accuracy }) => accuracy !== null);
  const accuracy = { name: "accuracy of the recorded answers", shares: by_k.map((row) => row.accuracy?.accuracy ?? null) };
  const beside = { name: "coverage of the same questions", shares: by_k.map((row) => row.accuracy?.coverage ?? null) };
  return {
    title: "without a floor",
    axis: "k, the most sections sent",
    steps: by_k.map(({ k }) => String(k)),
    series: [{ name: "coverage", shares: by_k.map(({ coverage }) => coverage) }, ...(isJudged ? [accuracy, beside] : [])],
  };
}

function floorPanel(report: SweepReport): Panel {
  const k = drawnK(report);
  const cells = report.grid.filter((cell) => cell.k === k);
  return {
    title: `the floor, with k ${k}`,
    axis: "floor, the score under which nothing is sent",
    steps: cells.map(({ floor }) => String(floor)),
    series: [
      { name: "escalated, of all questions", shares: cells.map((cell) => cell.escalated_share) },
      { name: "needlessly, of all questions", shares: cells.map((cell) => cell.needless_share) },
      { name: "misses caught, of all misses", shares: cells.map((cell) => cell.caught_share) },
    ],
  };
}
