/** The explanation as people read it in a terminal. Pure; all sentences of the report are made here. */

import type { IntentScore, Routing, ScopeRecord } from "../../routing/records.ts";
import { foldWord } from "../../text/words/fold.ts";
import { decisionsOf } from "../manifest/manifest.ts";
import type { Core, Decision, Included } from "../records/core.ts";
import type { Branches, ExplanationParts } from "../records/explanation.ts";
import type { FoundRecord, RetrievalRecord } from "../records/retrieval.ts";

type Detail = Readonly<Record<string, number | string | null>>;
type Excluded = Exclude<Decision, { outcome: "included" }>;

/** Plain text, lines of at most about 100 characters, ending in a line feed. Shows no fetched text. */
export function reportOf(explanation: ExplanationParts & { readonly question: string; readonly core: Core }): string {
  const { question, core, branches, near_misses, naive } = explanation;
  const sections = [
    [`${core.policy.name} ${core.policy.digest.slice(0, 19)} at ${core.at}`, `Question: ${oneLine(question)}`],
    [
      routingLine(core.routing),
      ...core.routing.scores.map((one) => scoreLine(one, question)),
      scopeLine(core.scope),
      ...modifierLines(core.scope),
    ],
    [
      `Context budget: ${core.budget.used}/${core.budget.limit} tokens used${core.budget.exact ? "" : " (estimated)"}`,
      ...blockLines(core),
      ...planLine(core),
      ...core.packing.map(packingLine),
    ],
    ["Included:", ...core.included.map(includedLine)],
    ["Excluded:", ...decisionsOf(core).filter(isExcluded).map(excludedLine)],
    ["Documents:", ...core.retrieval.flatMap((one) => retrievalLines(one, question))],
    ["Conflicts:", ...core.conflicts.map(conflictLine)],
    ["Findings:", ...core.findings.map((finding) => `- ${finding.code}: ${finding.message}`)],
    [confidenceLine(core)],
    ["If a model were asked:", ...(branches?.items ?? []).map((one) => branchLine(one))],
    ["What would bring it in:", ...(near_misses ?? []).map((one) => `- ${one.id}: ${one.message}`)],
    naive === null
      ? []
      : [`Everything as JSON: ${naive.naive_tokens} tokens. Selected: ${naive.tokens}. ${savedSentence(naive.saved_percent)}`],
  ];
  const isHeading = (line: string | undefined): boolean => line?.endsWith(":") === true;
  const shown = sections.filter((lines) => lines.length > 1 || (lines.length === 1 && !isHeading(lines[0])));
  return `${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Where the labels of an answer weigh more than the facts, nothing is saved. */
const savedSentence = (percent: number): string => (percent < 0 ? `More by ${-percent} %` : `Saved: ${percent} %`);

const isExcluded = (decision: Decision): decision is Excluded => decision.outcome !== "included";

/** What a person typed, as one line without anything that would move a terminal's cursor or hide text. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");

export function routingLine(routing: Routing): string {
  if (routing.certain) return `Routing: ${routing.intent}, certain (${routing.decided_by})`;
  return `Routing: uncertain (${routing.reason})${contendersOf(routing.contenders)}; ${routing.intent} leads (${routing.decided_by})`;
}

/** No contender but the lead: nothing to tell. */
const contendersOf = (contenders: readonly string[]): string =>
  contenders.length > 1 ? ` between ${contenders.join(", ")}` : "";

const branchLine = ({ verdict, lead, included, failed }: Branches["items"][number]): string =>
  `- ${verdict ?? "no answer"}: ${failed === null ? `${lead} leads; in: ${included.join(", ")}` : `no prompt (${failed})`}`;

/** The words of the question, and the term where it is written otherwise: `- training, score 4.00: ran 2.00 (inflected, as run)`. */
export function scoreLine({ intent, score, matches }: IntentScore, question: string): string {
  const words = matches.map(({ term, contribution, how, polarity, start, end }) => {
    const said = oneLine(question.slice(start, end));
    const notes = [how, polarity].filter((note) => note !== "exact" && note !== "positive");
    const all = isWrittenSo(term, said) ? notes : [...notes, `as ${term}`];
    return `${said} ${contribution.toFixed(2)}${all.length === 0 ? "" : ` (${all.join(", ")})`}`;
  });
  return `- ${intent}, score ${score.toFixed(2)}: ${words.join(", ")}`;
}

const isWrittenSo = (term: string, said: string): boolean => foldWord(term.replace(/[=*]/g, "")) === foldWord(said);

function scopeLine(scope: ScopeRecord): string {
  const zone = `zone ${scope.zone}, from the ${scope.zone_source}`;
  if (scope.source === "none") return `Scope: none (${zone})`;
  const names = [scope, ...scope.others].map((one) => `${one.name ?? one.kind} ("${one.text}")`);
  return `Scope: ${names.join(", ")} (${zone})`;
}

const modifierLines = (scope: ScopeRecord): readonly string[] =>
  scope.modifiers.map((one) => `- ${one.action} ${one.piece}: ${one.outcome}. ${one.reason}`);

function planLine({ budget }: Core): readonly string[] {
  return budget.plan === null
    ? []
    : [`Plan ${budget.plan.name}: ${budget.plan.used}/${budget.plan.secondary_tokens} tokens of secondary facts`];
}

const includedLine = (one: Included): string => `- ${one.id}${includedText(one)}`;

function includedText({ score, tokens, reason, notes }: Included): string {
  const scored = score === null ? "" : `, score ${score.toFixed(2)}`;
  return `${scored}, ${tokens} tokens, ${[reason, ...notes].join(", ")}`;
}

function excludedLine(decision: Excluded): string {
  const scored = decision.outcome === "dropped" && decision.score !== null;
  const told = scored ? `score ${decision.score.toFixed(2)}` : decision.outcome;
  return `- ${decision.id}, ${told}, ${reasonText(decision)}`;
}

const reasonText = (decision: Excluded): string => `reason: ${decision.reason.replaceAll("_", " ")}${detailOf(decision)}`;

/** What became of a candidate, and why, on one line: `withheld, reason: excluded (excluded by training)`. */
export const outcomeText = (decision: Decision): string =>
  isExcluded(decision) ? `${decision.outcome}, ${reasonText(decision)}` : `included${includedText(decision)}`;

function detailOf(decision: Excluded): string {
  if (decision.outcome === "missing")
    return decision.cause === null ? ` (${decision.source})` : ` (${decision.source}, ${decision.cause})`;
  if (decision.outcome === "dropped") {
    const { detail } = decision;
    if ("measured_at" in detail) return ` (measured ${detail["measured_at"] ?? "at no readable time"})`;
    if ("left" in detail) return ` (${detail["tokens"]} tokens, ${detail["left"]} left${ofTurns(detail)})`;
    const told = Object.entries(detail).filter(([, value]) => value !== null && value !== "");
    return told.length === 0 ? "" : ` (${told.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ")})`;
  }
  const { excluded_by, scope, why } = decision.detail;
  if (scope !== undefined) return ` (${scope}: ${why})`;
  return excluded_by === undefined ? "" : ` (excluded by ${excluded_by.join(", ")})`;
}

function ofTurns({ behind, step, begins, fitted }: Detail): string {
  if (behind !== undefined) return `, behind ${behind}`;
  return step === undefined ? "" : `; ${fitted} turns fit, step ${step}, begins at turn ${begins}`;
}

const blockLines = ({ budget }: Core): readonly string[] =>
  budget.blocks
    .filter(({ limit, used }) => limit !== null && used > 0)
    .map(
      ({ block, limit, used, borrowed }) =>
        `- ${block}: ${used}/${limit} tokens used${borrowed > 0 ? `, ${borrowed} borrowed` : ""}`,
    );

function packingLine({ pool, strategy, value, best, best_is, gap }: Core["packing"][number]): string {
  const most = best_is === "exact" ? `${best} possible` : `at most ${best} possible`;
  return `Packed by ${strategy} (${pool}): value ${value}, ${most}, gap ${(gap * 100).toFixed(1)} %`;
}

function conflictLine({ topic, items, outcome, winner, resolve }: Core["conflicts"][number]): string {
  const sides = items.map(({ id, value }) => `${id} says ${value}`).join(", ");
  const end = winner === null ? outcome : `${winner} wins by ${resolve.replaceAll("_", " ")}`;
  return `- ${topic}: ${sides}; ${end}`;
}

function retrievalLines(
  { source, status, k, floor, sections, cause, meaning, ranked }: RetrievalRecord,
  question: string,
): readonly string[] {
  if (status === "failed") return [`- ${source}: did not answer (${cause})`];
  const chosen = ranked.filter(({ outcome }) => outcome === "chosen").length;
  const words =
    meaning === null
      ? ""
      : meaning.status === "used"
        ? ", words and meaning"
        : `, words alone (meaning ${meaning.status.replaceAll("_", " ")})`;
  const head = `- ${source}: ${chosen} of ${sections} sections, k ${k}${floor === null ? "" : `, floor ${floor}`}${words}`;
  return [head, ...ranked.map((one) => foundLine(one, question))];
}

/** `  1. handbook:handbook.md#fees, 8.21: refund 5.10, cost 3.11 (synonym)`. */
function foundLine({ id, rank, score, similarity, outcome, by, reason, terms }: FoundRecord, question: string): string {
  const words = terms.map(({ start, end, how, contribution }) => {
    const word = oneLine(question.slice(start, end));
    return `${word} ${contribution.toFixed(2)}${how === "word" ? "" : ` (${how})`}`;
  });
  const told = [
    ...(outcome === "chosen" ? [] : [outcome.replaceAll("_", " ")]),
    ...(by === "words" ? [] : [reason === null ? by : `${by}: ${reason}`]),
    ...(similarity === null ? [] : [`similarity ${similarity.toFixed(2)}`]),
  ];
  const notes = told.length === 0 ? "" : `, ${told.join(", ")}`;
  return `  ${rank === null ? "-" : `${rank}.`} ${id}${score === null ? "" : `, ${score.toFixed(2)}`}${notes}${words.length === 0 ? "" : `: ${words.join(", ")}`}`;
}

function confidenceLine({ confidence }: Core): string {
  const why =
    confidence.reasons.length === 0 ? "" : ` (${confidence.reasons.map((reason) => reason.replaceAll("_", " ")).join(", ")})`;
  return `Confidence: ${confidence.level}, coverage ${Math.round(confidence.coverage * 100)} %${why}`;
}
