/** One panel of lines over steps, in percent, as SVG: readable in black and white, without a script or a font of its own. Pure. */

export interface Series {
  readonly name: string;
  /** From 0 to 1, by step; null where there is none. */
  readonly shares: readonly (number | null)[];
}

export interface Panel {
  readonly title: string;
  /** What the steps are. */
  readonly axis: string;
  /** Labels, at equal distances. */
  readonly steps: readonly string[];
  /** The most that can be told apart: as many as there are styles. */
  readonly series: readonly Series[];
}

interface Style {
  readonly dash: string;
  readonly mark: (x: number, y: number) => string;
}

/** Told apart by dashes and marks, not by colour. */
const STYLES: readonly Style[] = [
  { dash: "", mark: (x, y) => `<circle cx="${x}" cy="${y}" r="4"/>` },
  { dash: "7 4", mark: (x, y) => `<rect x="${round(x - 3.5)}" y="${round(y - 3.5)}" width="7" height="7" fill="#fff"/>` },
  { dash: "2 3", mark: (x, y) => `<path d="M${x} ${round(y - 5)}l4.5 8.5h-9z"/>` },
  { dash: "9 3 2 3", mark: (x, y) => `<path d="M${x} ${round(y - 5)}l5 5l-5 5l-5 -5z" fill="#fff"/>` },
];

export const PANEL_WIDTH = 440;
export const PANEL_HEIGHT = 400;
const LEFT = 64;
const RIGHT = 16;
const TOP = 40;
const BOTTOM = 290;
const LEGEND_TOP = 346;
const LEGEND_LINE = 18;
/** More would stand on each other. */
const MOST_LABELS = 16;
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** A group with its corner at the left top, `PANEL_WIDTH` wide. */
export function panelSvg({ title, axis, steps, series }: Panel, left: number): string {
  const x = (at: number): number =>
    round(steps.length < 2 ? (LEFT + PANEL_WIDTH - RIGHT) / 2 : LEFT + PAD + at * gapOf(steps.length));
  const every = Math.ceil(steps.length / MOST_LABELS);
  return [
    `<g transform="translate(${left} 0)">`,
    text({ x: LEFT, y: 22, weight: "bold" }, title),
    ...QUARTERS.flatMap((share) => [
      `<line x1="${LEFT}" y1="${yOf(share)}" x2="${PANEL_WIDTH - RIGHT}" y2="${yOf(share)}" stroke="${share === 0 ? "#000" : "#ccc"}"/>`,
      text({ x: LEFT - 8, y: yOf(share) + 4, anchor: "end" }, `${100 * share} %`),
    ]),
    `<line x1="${LEFT}" y1="${TOP}" x2="${LEFT}" y2="${BOTTOM}" stroke="#000"/>`,
    ...steps.flatMap((step, at) => [
      `<line x1="${x(at)}" y1="${BOTTOM}" x2="${x(at)}" y2="${BOTTOM + 5}" stroke="#000"/>`,
      ...(at % every === 0 ? [text({ x: x(at), y: BOTTOM + 20, anchor: "middle" }, step)] : []),
    ]),
    text({ x: (LEFT + PANEL_WIDTH - RIGHT) / 2, y: BOTTOM + 38, anchor: "middle" }, axis),
    ...series.map((one, at) => seriesSvg(one, styleOf(at), x)),
    ...series.map(({ name }, at) => legendSvg(name, at)),
    "</g>",
  ].join("\n");
}

const PAD = 24;
const gapOf = (steps: number): number => (PANEL_WIDTH - RIGHT - LEFT - 2 * PAD) / (steps - 1);
const yOf = (share: number): number => round(BOTTOM - share * (BOTTOM - TOP));
const round = (value: number): number => Math.round(value * 100) / 100;
const styleOf = (at: number): Style => STYLES[at % STYLES.length] as Style;

/** A line for each run of values, so that what is not known is a gap. */
function seriesSvg({ shares }: Series, { dash, mark }: Style, x: (at: number) => number): string {
  const runs: string[][] = [[]];
  const marks: string[] = [];
  for (const [at, share] of shares.entries()) {
    if (share === null) {
      runs.push([]);
      continue;
    }
    runs.at(-1)?.push(`${x(at)},${yOf(share)}`);
    marks.push(mark(x(at), yOf(share)));
  }
  const lines = runs.filter((run) => run.length > 1).map((run) => `<polyline points="${run.join(" ")}" ${stroke(dash)}/>`);
  return [...lines, `<g stroke="#000" stroke-width="1.5">${marks.join("")}</g>`].join("\n");
}

const stroke = (dash: string): string =>
  `fill="none" stroke="#000" stroke-width="2"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`;

function legendSvg(name: string, at: number): string {
  const y = LEGEND_TOP + at * LEGEND_LINE;
  const { dash, mark } = styleOf(at);
  return [
    `<polyline points="${LEFT},${y} ${LEFT + 36},${y}" ${stroke(dash)}/>`,
    `<g stroke="#000" stroke-width="1.5">${mark(LEFT + 18, y)}</g>`,
    text({ x: LEFT + 46, y: y + 4 }, name),
  ].join("\n");
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor?: "middle" | "end";
  readonly weight?: "bold";
}

function text({ x, y, anchor, weight }: TextPlace, words: string): string {
  const anchored = anchor === undefined ? "" : ` text-anchor="${anchor}"`;
  return `<text x="${round(x)}" y="${round(y)}"${anchored}${weight === undefined ? "" : ` font-weight="${weight}"`}>${escaped(words)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** For text and attributes of XML and HTML; what XML cannot hold becomes the replacement character. */
export const escaped = (words: string): string =>
  words
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD")
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
