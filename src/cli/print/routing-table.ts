/** The figures of routing as lines for reading. Pure. */

import type { PlacedQuestion } from "../../measure/labelled-questions.ts";
import {
  callsForReferral,
  isFlagged,
  type Judged,
  type RoutingFigures,
  type Tally,
  VERDICTS,
} from "../../measure/routing-figures.ts";
import type { GridRow } from "../../measure/routing-grid.ts";
import type { Policy } from "../../policy/snapshot.ts";

/** What went wrong with a question, and where it stands. */
export interface Failure {
  readonly judged: Judged;
  readonly line: PlacedQuestion["line"];
}

const CELL = 8;

/** The total, the languages, the tags, then scope and referral. */
export function figureLines({ total, by_language, by_tag, scope, referral }: RoutingFigures): readonly string[] {
  const names = [...Object.keys(by_language), ...Object.keys(by_tag)];
  const width = Math.max(...names.map((name) => name.length + 2), "languages".length) + 2;
  const group = (title: string, tallies: RoutingFigures["by_tag"]): readonly string[] => {
    const rows = Object.entries(tallies);
    return rows.length === 0 ? [] : ["", title, ...rows.map(([name, tally]) => tallyLine(`  ${name}`.padEnd(width), tally))];
  };
  return [
    `${" ".repeat(width)}${headings(["n", ...VERDICTS])}`,
    tallyLine("total".padEnd(width), total),
    ...group("languages", by_language),
    ...group("tags", by_tag),
    "",
    `scope     ${scope.right} of ${scope.n} right (${percent(scope.right, scope.n)})`,
    `referral  ${referral.found} of ${referral.true} found (${percent(referral.found, referral.true)}); ` +
      `${referral.flagged_right} of ${referral.flagged} flagged rightly (${percent(referral.flagged_right, referral.flagged)})`,
  ];
}

const headings = (names: readonly string[]): string => names.map((name) => name.padStart(CELL)).join("");

const tallyLine = (name: string, tally: Tally): string => `${name}${String(tally.n).padStart(CELL)}${shares(tally)}`;

const shares = (tally: Tally): string => VERDICTS.map((verdict) => percent(tally[verdict], tally.n).padStart(CELL)).join("");

/** With one decimal; a dash where there is nothing to divide by. */
const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)}%`);

/** `*` marks the settings of the policy. */
export function gridLines(grid: readonly GridRow[], { thresholdMilli, marginMilli }: Policy["routing"]): readonly string[] {
  const isOwn = ({ threshold, margin }: GridRow): boolean =>
    threshold * 1_000 === thresholdMilli && margin * 1_000 === marginMilli;
  const rows = grid.map((row) => {
    const settings = [row.threshold, row.margin].map((value) => value.toFixed(1).padStart(10)).join("");
    return `${settings}${shares(row)}${isOwn(row) ? "  *" : ""}`;
  });
  return ["", ` threshold    margin${headings(VERDICTS)}`, ...rows];
}

/** `FILE:LINE wrong "…": expected training, got injury (injury 2, training 1)`, and scope and red flags where they are not as labelled. */
export function failureLine(file: string, { judged, line }: Failure): string {
  const { question, verdict, decided } = judged;
  const wanted = question.intents.length === 0 ? "nothing" : question.intents.join(question.outcome === "tie" ? " and " : ", ");
  const got = decided.certain ? decided.lead : `undecided, kept ${decided.contenders.join(" and ")}`;
  const ranked = [...judged.scores].sort((a, b) => b.milli - a.milli).map(({ intent, milli }) => `${intent} ${milli / 1_000}`);
  const told = ranked.length === 0 ? "no scores" : ranked.join(", ");
  return [
    `${file}:${line} ${verdict} ${JSON.stringify(question.question)}: expected ${wanted}, got ${got} (${told})`,
    ...besides(judged),
  ].join("; ");
}

function besides(judged: Judged): readonly string[] {
  const { question, scope, flags } = judged;
  const called = callsForReferral(judged);
  return [
    ...(question.scope === undefined || question.scope === scope ? [] : [`scope: expected ${question.scope}, got ${scope}`]),
    ...(called && !isFlagged(judged) ? ["expected a referral, got none"] : []),
    ...(!called && isFlagged(judged)
      ? [`expected no referral, got one by ${flags.map((flag) => JSON.stringify(flag)).join(", ")}`]
      : []),
  ];
}
