/** For each thing that had no room, the smallest change of a limit that would have brought it in. Pure. */
import type { Assembly } from "./assemble.ts";
import { sumOf } from "./budget.ts";
import { type Bundle, restOf, restRefusal } from "./bundles.ts";
import { groupId } from "./entries.ts";
import type { NearMiss } from "./explanation.ts";
import { tryHeld } from "./held-back.ts";
import { pack } from "./pack.ts";
import type { Packed, PackInput, Refusal } from "./pack-state.ts";

/** Of the candidates that fell to the budget, so many are worked out, the most valuable first; fewer where packing is much work. */
export const MOST_WORKED_OUT = 20;
/** Raises of a limit until a thing is in; what needs more is told with a limit that has room for everything. */
const MOST_RAISES = 60;
/** Limits tried under the one that was found, from the smallest up. */
const MOST_LOWER = 400;
/** Times things to pack, in all. */
const MOST_WORK = 100_000;
/** What is held back is gone through again and again, from the outside in. */
const HELD_WORK = 20;

interface Effort {
  readonly items: number;
  readonly raises: number;
  /** Limits under the one that was found, each tried: raises may step over a smaller one. */
  readonly lower: number;
}

/** What the raises need of an assembly, and of one that is tried. */
type Room = Pick<Assembly, "packed" | "bundles" | "heldBack" | "turns" | "request">;

/** Of 5,000 things packed again, four are worked out with four raises each. */
function effortFor({ packed: { input }, heldBack }: Room): Effort {
  const { entries, run, secondary } = input;
  const size = entries.length + run.length + secondary.length + heldBack.held.length * HELD_WORK + 1;
  const packings = Math.max(20, Math.floor(MOST_WORK / size));
  const items = Math.min(MOST_WORKED_OUT, Math.floor(packings / 5));
  const each = Math.floor(packings / items);
  const raises = Math.min(MOST_RAISES, each - 1);
  return { items, raises, lower: Math.min(MOST_LOWER, each - 1 - raises) };
}

type Change = Partial<NearMiss> & Pick<NearMiss, "id" | "reason" | "change" | "message">;

export const change = (fields: Change): NearMiss => ({
  secondary_tokens: null,
  total: null,
  intents: [],
  displaces: [],
  ...fields,
});

/** In the order in which they were refused; then what is left out of what disagrees. */
export function roomMisses(assembly: Assembly): readonly NearMiss[] {
  const { packed, bundles } = assembly;
  const facts = new Set(packed.input.secondary.map((fact) => fact.piece.id));
  const worthOf = new Map([...bundles.map(({ entry }) => entry), ...packed.input.run].map(({ id, value }) => [id, value]));
  const effort = effortFor(assembly);
  const refused = packed.refused.filter(({ id }) => facts.has(id) || worthOf.has(id));
  const most = new Set(
    [...refused].sort((a, b) => (worthOf.get(b.id) ?? 2) - (worthOf.get(a.id) ?? 2)).slice(0, facts.size + effort.items),
  );
  const parted = bundles.filter((bundle) => restRefusal(bundle, packed) !== null).slice(0, effort.items);
  return [
    ...refused.filter((one) => most.has(one)).flatMap((refusal) => roomFor(refusal, assembly, effort)),
    ...parted.flatMap((bundle) => roomForRest(bundle, assembly, effort)),
  ];
}

/** Of what disagrees and did not all fit, the best comes in first; turns of one group come in together. */
function roomFor({ id, reason }: Refusal, room: Room, effort: Effort): readonly NearMiss[] {
  const first = room.bundles.find(({ entry }) => entry.id === id)?.short?.[0]?.item.given.id ?? id;
  const group = room.turns.find((one) => groupId(one.group) === id)?.group;
  const ids = group === undefined ? [first] : group.turns.map((turn) => turn.id);
  const found = roomUntil((tried) => refusedIn(tried, id), room, { effort, id });
  return ids.map((one) => missOf({ id: one, reason }, found));
}

/** What nobody took to speak for a side comes in where all of it does. */
function roomForRest(bundle: Bundle, assembly: Assembly, effort: Effort): readonly NearMiss[] {
  const refusal = restRefusal(bundle, assembly.packed);
  const first = restOf(bundle)[0]?.item.given.id;
  if (refusal === null || first === undefined) return [];
  const { id, reason } = refusal;
  const refusalIn = (tried: Packed): Refusal | null => refusedIn(tried, id) ?? restRefusal(bundle, tried);
  return [missOf({ id: first, reason }, roomUntil(refusalIn, assembly, { effort, id }))];
}

const missOf = (miss: Pick<NearMiss, "id" | "reason">, { limits, secondary_tokens, total, displaces }: FoundRoom): NearMiss =>
  change({
    ...{ ...miss, secondary_tokens, total, displaces },
    change: secondary_tokens === null ? "budget_tokens" : "plan_tokens",
    message: `${upperFirst(limits.join(" and "))} would do.`,
  });

export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The limits with which one candidate comes in; null where it is no candidate that competes. */
export function roomForItem(id: string, room: Room): FoundRoom | null {
  const bundle = room.bundles.find(({ members }) => members.some(({ item }) => item.given.id === id));
  if (bundle === undefined) return null;
  const refusalIn = (tried: Packed): Refusal | null => refusedIn(tried, bundle.entry.id) ?? restRefusal(bundle, tried);
  return roomUntil(refusalIn, room, { effort: effortFor(room), id: bundle.entry.id });
}

const refusedIn = ({ refused }: Packed, id: string): Refusal | null => refused.find((one) => one.id === id) ?? null;

/** The limits that would do, in words and as numbers, and what would go for it. */
export interface FoundRoom extends Pick<NearMiss, "secondary_tokens" | "total" | "displaces"> {
  readonly limits: readonly string[];
  readonly policy: PackInput["policy"];
}

interface Search {
  readonly effort: Effort;
  readonly id: string;
}

/** Raises the limits that stand in the way, one by one, until it is in: earlier ones may take new room first. */
function roomUntil(refusalIn: (tried: Packed) => Refusal | null, room: Room, { effort, id }: Search): FoundRoom {
  const { packed, request, heldBack } = room;
  const packWith = (input: PackInput): Packed => tryHeld(pack(input), heldBack);
  let input = packed.input;
  let tried: Packed = packed;
  let refusal = refusalIn(tried);
  for (let step = 0; step <= effort.raises && refusal !== null; step += 1) {
    input = step < effort.raises ? raised(input, refusal, tried) : withRoomForAll(input, id);
    tried = packWith(input);
    refusal = refusalIn(tried);
  }
  for (let limit = Math.max(packed.input.limit + 1, input.limit - effort.lower); limit < input.limit; limit += 1) {
    const lower = packWith({ ...input, limit });
    if (refusalIn(lower) === null) [input, tried] = [{ ...input, limit }, lower];
  }
  const plan = input.planTokens === packed.input.planTokens ? null : input.planTokens;
  const total = input.limit === packed.input.limit ? null : input.limit;
  const { topK } = input.policy;
  const limits = [
    ...(plan === null
      ? []
      : [`${plan} tokens of secondary facts instead of ${packed.input.planTokens} on the plan ${request.plan}`]),
    ...(total === null ? [] : [`a limit of ${total} tokens instead of ${packed.input.limit}`]),
    ...(topK === packed.input.policy.topK ? [] : [`a top_k of ${topK}`]),
    ...(input.policy.borrow === packed.input.policy.borrow ? [] : ["blocks that may borrow from each other"]),
  ];
  return { limits, policy: input.policy, secondary_tokens: plan, total, displaces: displaced(packed, tried) };
}

/** More than it takes, where the raises are used up: any limit may have stood in the way of a later one. */
function withRoomForAll(input: PackInput, id: string): PackInput {
  const { secondary, entries, run, policy } = input;
  const ofPlan = secondary.some((fact) => fact.piece.id === id) && input.planTokens !== null;
  return {
    ...input,
    limit: input.limit + allTokens(input),
    planTokens: ofPlan ? secondary.reduce((sum, { tokens }) => sum + tokens, input.planTokens ?? 0) : input.planTokens,
    policy: {
      ...policy,
      borrow: policy.borrow || policy.shares !== null,
      topK: policy.topK === null ? null : entries.length + run.length,
    },
  };
}

/** Of everything that competes: so much more is room for all of it. */
const allTokens = ({ entries, run, secondary, openings }: PackInput): number =>
  [...entries, ...run].reduce((sum, { tokens, overhead }) => sum + tokens + overhead, 0) +
  secondary.reduce((sum, { tokens }) => sum + tokens, 0) +
  [...openings.values()].reduce((sum, { tokens }) => sum + tokens, 0);

function displaced(before: Packed, after: Packed): readonly string[] {
  const facts = before.kept.filter((fact) => !after.kept.includes(fact)).map((fact) => fact.piece.id);
  return [...facts, ...[...before.taken.keys()].filter((id) => !after.taken.has(id)).map((id) => id.trim())];
}

function raised(input: PackInput, { id, reason, tokens, left, turns }: Refusal, { taken, used }: Packed): PackInput {
  const short = Math.max(1, tokens - left);
  if (reason === "over_plan") return { ...input, planTokens: (input.planTokens ?? 0) + short };
  if (reason === "over_block_share" && !input.policy.borrow) return { ...input, policy: { ...input.policy, borrow: true } };
  if (reason === "outside_k") return { ...input, policy: { ...input.policy, topK: (input.policy.topK ?? 0) + 1 } };
  if (reason !== "older_turn") return { ...input, limit: input.limit + short };
  // Everything newer comes in before it, and older ones too, down to the step that it stands on.
  const at = input.run.find((entry) => entry.id === id)?.at ?? 0;
  const step = turns !== undefined && "step" in turns ? turns.step : 1;
  const newer = input.run.filter((entry) => entry.at >= Math.floor(at / step) * step && !taken.has(entry.id));
  const needed = newer.reduce((sum, entry) => sum + entry.tokens + entry.overhead, 0);
  return { ...input, limit: input.limit + Math.max(1, needed - (input.limit - sumOf(used))) };
}
