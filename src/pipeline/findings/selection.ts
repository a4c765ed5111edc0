/** Findings about what was selected and what was not: sentences that join two facts nobody would otherwise read together. Pure. */

import { hidesText } from "../../policy/clean-value.ts";
import { QUESTION_ID } from "../../policy/fixed-parts.ts";
import type { Assembly } from "../assemble.ts";
import type { Drop } from "../drop.ts";
import { latestItems } from "../manifest/outcomes.ts";
import type { Finding } from "../records/core.ts";
import { hasInexactNumbers } from "../render/call-arguments.ts";
import { citesNatively } from "../render/cited-documents.ts";
import { rounded } from "../rounded.ts";
import { type Scoring, SIGNALS } from "../score.ts";
import { BUDGET_TELLERS } from "./budget.ts";
import { imageNotSent } from "./images.ts";
import { pinnedAndSaid } from "./pins.ts";
import { listed, type SelectionFindingInput, type Teller } from "./teller.ts";
import { unprojected } from "./tools.ts";

/** In a fixed order; empty when there is nothing to say. */
export const selectionFindings = (input: SelectionFindingInput): readonly Finding[] => TELLERS.flatMap((tell) => tell(input));

const scoringById = (assembly: Assembly): ((id: string) => Scoring | undefined) => {
  const latest = latestItems(assembly);
  return (id) => latest.get(id)?.scoring;
};

/** What lies outside k may well have fitted. */
const NO_ROOM: readonly Drop["reason"][] = ["over_budget", "over_block_share"];

function highValueDropped({ assembly, dropped }: SelectionFindingInput): readonly Finding[] {
  const { highValue } = assembly.request.policy.alerts;
  const outside = dropped.filter((one) => one.stage === "pack").filter(({ reason }) => NO_ROOM.includes(reason));
  if (outside.length === 0) return [];
  const scoring = scoringById(assembly);
  const lost = outside.filter((one) => (scoring(one.id)?.value ?? 0) >= highValue);
  if (lost.length === 0) return [];
  const told = lost.map(
    ({ id, detail: { tokens, left } }) => `${id} (value ${rounded(scoring(id)?.value ?? 0, 2)}, ${tokens} tokens, ${left} left)`,
  );
  return [
    {
      code: "high_value_dropped",
      message: `There was no room for items of high value: ${listed(told)}.`,
      items: lost.map(({ id }) => id),
    },
  ];
}

function largerThanBlock({ assembly, dropped, budget }: SelectionFindingInput): readonly Finding[] {
  const refused = dropped.filter((one) => one.stage === "pack");
  if (refused.length === 0) return [];
  const out = assembly.bundles.filter(({ entry }) => !assembly.packed.taken.has(entry.id));
  const blockOf = new Map([
    ...out.flatMap(({ entry, members }) => members.map(({ item }) => [item.given.id, entry.block] as const)),
    ...refused.flatMap(({ id, kind }) => (kind === "turn" ? [[id, "memory"] as const] : [])),
  ]);
  // A block that may borrow ends where the budget does.
  const shareOf = (id: string) => budget.blocks.find(({ block }) => block === blockOf.get(id))?.limit ?? null;
  const limitOf = (id: string): number => (assembly.request.policy.borrow ? null : shareOf(id)) ?? budget.limit;
  const large = refused.filter((one) => blockOf.has(one.id) && one.detail.tokens > limitOf(one.id));
  if (large.length === 0) return [];
  const together = new Set(out.flatMap(({ members }) => (members.length < 2 ? [] : members.map(({ item }) => item.given.id))));
  const told = (some: typeof large): string =>
    listed(some.map(({ id, detail }) => `${id} (${detail.tokens} tokens, its block has ${limitOf(id)})`));
  const turns = large.filter(({ kind }) => kind === "turn");
  const bundled = large.filter(({ id, kind }) => kind !== "turn" && together.has(id));
  const alone = large.filter(({ id, kind }) => kind !== "turn" && !together.has(id));
  const messages = [
    [alone, "Larger than their whole block, so they can never go in; split them"],
    [bundled, "They disagree, and even two that speak for the sides are together larger than their block"],
    [
      turns,
      "Turns larger than their whole block, so neither they nor the turns before them go in; send smaller images, or raise the budget",
    ],
  ] as const;
  return [
    {
      code: "larger_than_block",
      message: messages.flatMap(([some, advice]) => (some.length === 0 ? [] : `${advice}: ${told(some)}.`)).join(" "),
      items: large.map(({ id }) => id),
    },
  ];
}

const OUTDATED: readonly Drop["reason"][] = ["stale", "superseded", "deleted", "expired", "not_yet_effective"];

function onlyStaleLeft({ included, dropped }: SelectionFindingInput): readonly Finding[] {
  if (included.some(({ kind }) => kind === "document")) return [];
  // A copy went with what it is a copy of.
  const documents = dropped.filter(
    ({ kind, reason }) => kind === "document" && reason !== "duplicate" && reason !== "near_duplicate",
  );
  const outdated = documents.filter(({ reason }) => OUTDATED.includes(reason));
  if (outdated.length === 0 || outdated.length < documents.length) return [];
  const ids = new Set(included.map(({ id }) => id));
  if (outdated.some((one) => one.reason === "superseded" && ids.has(one.detail.by ?? ""))) return [];
  const told = outdated.map(({ id, reason }) => `${id} (${reason.replaceAll("_", " ")})`);
  return [
    {
      code: "only_stale_left",
      message: `Every document found is out of date, so none went in: ${listed(told)}.`,
      items: outdated.map(({ id }) => id),
    },
  ];
}

function unresolvedConflict({ assembly }: SelectionFindingInput): readonly Finding[] {
  return assembly.resolved.conflicts
    .filter(({ outcome }) => outcome === "unresolved")
    .map(({ topic, items }) => ({
      code: "unresolved_conflict",
      message: `Items disagree on ${topic} and nothing says which is right: ${listed(items.map(({ id, value }) => `${id} (${value})`))}.`,
      items: items.map(({ id }) => id),
    }));
}

/** The last that went in and the first that did not, where what was given alone would have ordered them the other way. */
function defaultsDecided({ assembly }: SelectionFindingInput): readonly Finding[] {
  const { packed, bundles } = assembly;
  if (packed.refused.length === 0) return [];
  const scored = bundles.flatMap(({ entry, members }) =>
    members.length === 1 ? members.map(({ item: { given, scoring } }) => ({ id: given.id, entry: entry.id, scoring })) : [],
  );
  const refused = new Set(packed.refused.map(({ id }) => id));
  const byValue = (a: { scoring: Scoring; id: string }, b: { scoring: Scoring; id: string }) =>
    b.scoring.value - a.scoring.value || (a.id < b.id ? -1 : 1);
  const out = scored.filter(({ entry }) => refused.has(entry)).sort(byValue)[0];
  const last = scored
    .filter(({ entry }) => packed.taken.has(entry))
    .sort(byValue)
    .at(-1);
  if (out === undefined || last === undefined || last.scoring.value_from === "given" || out.scoring.value_from === "given")
    return [];
  if (last.scoring.value === out.scoring.value && hasNoSignal(last.scoring) && hasNoSignal(out.scoring)) {
    const message = `Nobody gave a signal of ${last.id}, which went in, or of ${out.id}, which did not: only their size and their ids told them apart; give relevance, trust or dates.`;
    return [{ code: "defaults_decided", message, items: [last.id, out.id] }];
  }
  const weights = assembly.request.policy.weights;
  const given = ({ signals }: Scoring): number =>
    SIGNALS.reduce((sum, name) => sum + (signals[name] ?? 0) * weights[name] * (name === "conflict_risk" ? -1 : 1), 0);
  if (last.scoring.value < out.scoring.value || given(out.scoring) <= given(last.scoring)) return [];
  return [
    {
      code: "defaults_decided",
      message: `Signals that nobody gave decided that ${last.id} went in and ${out.id} did not; give relevance, trust or dates.`,
      items: [last.id, out.id],
    },
  ];
}

const hasNoSignal = ({ signals }: Scoring): boolean => SIGNALS.every((name) => signals[name] === null);

function hiddenCharacters({ assembly, included }: SelectionFindingInput): readonly Finding[] {
  const { question, items } = assembly.request;
  const hiding = [
    ...included.filter(({ notes }) => notes.includes("hidden_removed")).map(({ id }) => id),
    ...items.hiddenTools.map((name) => `tools/${name}`),
    ...(hidesText(question) ? [QUESTION_ID] : []),
  ];
  if (hiding.length === 0) return [];
  const message = `Characters that hide a text, or turn its direction, were taken out of ${listed(hiding)}; look at where they come from.`;
  return [{ code: "hidden_characters", message, items: hiding }];
}

function markCopied({ assembly: { copied } }: SelectionFindingInput): readonly Finding[] {
  if (copied.length === 0) return [];
  const message = `The mark around a text stood in ${listed(copied)}: it was copied from an earlier prompt, or from an answer that repeats one. That text has another mark in this prompt; look at where the copy comes from.`;
  return [{ code: "mark_copied", message, items: copied }];
}

function citationsAsLabels({ assembly: { request } }: SelectionFindingInput): readonly Finding[] {
  const { policy, format } = request;
  if (policy.prompt.citations === "labels" || citesNatively(policy, format)) return [];
  const message = `The policy wants native citations, which the format ${format} does not have; labels stand in the prompt instead.`;
  return [{ code: "citations_as_labels", message, items: [] }];
}

/** The formats that send arguments as an object; `anthropic-messages` says calls in words where there are no tools. */
function numbersAsText({ assembly, included }: SelectionFindingInput): readonly Finding[] {
  const { format, items } = assembly.request;
  if (format !== "gemini" && (format !== "anthropic-messages" || items.tools.length === 0)) return [];
  const sent = new Set(included.map(({ id }) => id));
  const turns = assembly.turns.flatMap(({ group }) => group.turns).filter(({ id }) => sent.has(id));
  const changed = turns
    .filter(({ toolCalls }) => toolCalls.some((call) => hasInexactNumbers(call.arguments)))
    .map(({ id }) => id);
  if (changed.length === 0) return [];
  const message = `Numbers in the arguments of calls that double precision would change were sent as strings of their digits: ${listed(changed)}; let the tool take such numbers as strings.`;
  return [{ code: "numbers_as_text", message, items: changed }];
}

function memoryCut({ assembly: { request } }: SelectionFindingInput): readonly Finding[] {
  const { recall } = request.items;
  if (recall === null || recall.competing >= recall.inForce) return [];
  const message =
    `Of ${recall.inForce} statements in force about the person ${recall.competing} competed, as many as the policy's memory.most: ` +
    "what the person said before what was inferred, and of that the newest.";
  return [{ code: "memory_cut", message, items: [] }];
}

const TELLERS: readonly Teller[] = [
  highValueDropped,
  largerThanBlock,
  onlyStaleLeft,
  unresolvedConflict,
  ...BUDGET_TELLERS,
  pinnedAndSaid,
  unprojected,
  defaultsDecided,
  hiddenCharacters,
  markCopied,
  citationsAsLabels,
  numbersAsText,
  imageNotSent,
  memoryCut,
];
