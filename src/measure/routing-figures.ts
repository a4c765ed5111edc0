/** Counts how routing does on labelled questions. Pure. */
import type { Policy, Snapshot } from "../policy/snapshot.ts";
import { classify, type Score } from "../routing/classify.ts";
import { type Heard, hear } from "../routing/hear.ts";
import { type Decided, decideRouting } from "../routing/route.ts";
import { findScopes } from "../routing/scope.ts";
import { groupsOf } from "./groups-of.ts";

export interface LabelledQuestion {
  readonly question: string;
  readonly lang: string;
  /** The first is the primary one. */
  readonly intents: readonly string[];
  readonly outcome: "single" | "tie" | "inconclusive";
  readonly scope?: "today" | "week" | "months" | "none" | undefined;
  readonly referral?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
}

export const VERDICTS = ["right", "half", "kept", "missed", "wrong"] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Tally = { n: number } & Record<Verdict, number>;

export interface RoutingFigures {
  readonly total: Tally;
  readonly by_language: Readonly<Record<string, Tally>>;
  readonly by_tag: Readonly<Record<string, Tally>>;
  readonly scope: { readonly n: number; readonly right: number };
  /** `true`: questions that call for a referral; `found` of them. `flagged`: all that were flagged; of them `flagged_right`. */
  readonly referral: { readonly true: number; readonly found: number; readonly flagged: number; readonly flagged_right: number };
}

/** What was heard in one question, whatever the thresholds. */
export interface Listened {
  readonly question: LabelledQuestion;
  readonly scores: readonly Score[];
  readonly scope: LabelledQuestion["scope"];
  /** Wordings that raised the red flag, as written in the files. */
  readonly flags: readonly string[];
}

/** What routing made of one question. */
export interface Judged extends Listened {
  readonly verdict: Verdict;
  readonly decided: Decided;
}

export const isFlagged = ({ flags }: Judged): boolean => flags.length > 0;
export const callsForReferral = ({ question }: Judged): boolean => question.referral === true;

/** A Tuesday, and for questions that name Tuesday the day after: labels know no date, and nobody calls today by its name. */
const AT_MS = Date.UTC(2026, 2, 10, 9);
const DAY_MS = 86_400_000;
const HORIZONS = { day: "today", week: "week", months: "months" } as const;

export interface Thresholds {
  readonly thresholdMilli: number;
  readonly marginMilli: number;
}

export function listen(question: LabelledQuestion, policy: Policy, languages: Snapshot["languages"]): Listened {
  const heard = hear(question.question, policy.vocabulary, languages);
  return {
    question,
    scores: classify(heard, policy.routing.factors, policy.intents.keys()).scores,
    scope: scopeOf(question.question, heard, policy),
    flags: [...new Set(heard.redFlags.map(({ wording }) => wording))],
  };
}

/** `thresholds` in place of the policy's own. */
export function judge(listened: Listened, policy: Policy, thresholds?: Thresholds): Judged {
  const { question, scores } = listened;
  const routing = { ...policy.routing, ...thresholds };
  const decided = decideRouting({ scores, policy: { ...policy, routing }, intent: null, verdict: null });
  const scored = new Set(scores.filter(({ milli }) => milli > 0).map(({ intent }) => intent));
  return { ...listened, decided, verdict: verdictOf(question, decided, scored) };
}

/** As the labels define it; an undecided off-domain question with a stray candidate counts as kept. */
function verdictOf({ intents, outcome }: LabelledQuestion, decided: Decided, scored: ReadonlySet<string>): Verdict {
  const { certain, lead, contenders } = decided;
  const [primary] = intents;
  if (outcome === "inconclusive" || primary === undefined) {
    if (certain) return "wrong";
    return contenders.some((intent) => scored.has(intent)) ? "kept" : "right";
  }
  if (outcome === "tie" && !certain && intents.every((intent) => contenders.includes(intent))) return "right";
  if (certain && outcome === "single" && lead === primary) return "right";
  if (certain) return intents.includes(lead) ? "half" : "wrong";
  return contenders.includes(primary) ? "kept" : "missed";
}

function scopeOf(question: string, heard: Heard, policy: Policy): LabelledQuestion["scope"] {
  const scopesAt = (atMs: number) => findScopes({ question, heard, scopes: policy.scopes, atMs, zone: "UTC" });
  const [first] = scopesAt(AT_MS);
  const isNamedDay = first?.found.kind === "weekday" && first.scope?.horizon === "day";
  const [meant] = isNamedDay ? scopesAt(AT_MS + DAY_MS) : [first];
  const horizon = meant?.scope?.horizon;
  return horizon === undefined ? "none" : HORIZONS[horizon];
}

export function figuresOf(judged: readonly Judged[]): RoutingFigures {
  const labelled = judged.filter(({ question }) => question.scope !== undefined);
  const flagged = judged.filter(isFlagged);
  const called = judged.filter(callsForReferral);
  return {
    total: tallyOf(judged),
    by_language: tallies(judged, ({ question }) => [question.lang]),
    by_tag: tallies(judged, ({ question }) => question.tags ?? []),
    scope: { n: labelled.length, right: labelled.filter(({ question, scope }) => question.scope === scope).length },
    referral: {
      true: called.length,
      found: called.filter(isFlagged).length,
      flagged: flagged.length,
      flagged_right: flagged.filter(callsForReferral).length,
    },
  };
}

function tallyOf(judged: readonly Judged[]): Tally {
  const tally: Tally = { n: judged.length, right: 0, half: 0, kept: 0, missed: 0, wrong: 0 };
  for (const { verdict } of judged) tally[verdict] += 1;
  return tally;
}

function tallies(judged: readonly Judged[], keysOf: (one: Judged) => readonly string[]): Readonly<Record<string, Tally>> {
  return Object.fromEntries(
    [...groupsOf(judged, keysOf)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, group]) => [key, tallyOf(group)]),
  );
}
