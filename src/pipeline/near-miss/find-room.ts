/**
 * The limits under which one thing has room, found by packing again. Pure.
 *
 * What goes in comes and goes with the limit, since earlier things take new room first: that one limit is too small says nothing about a
 * smaller one, so only trying every one of them finds the smallest. What is found here fits, and is the smallest of those that were tried.
 */
import type { Assembly } from "../assemble.ts";
import type { EntryId } from "../count/entry-id.ts";
import { sumOf } from "../pack/budget.ts";
import { type ChosenToSend, repack } from "../pack/pack-all.ts";
import type { Packed, PackInput, Refusal } from "../pack/state.ts";
import { place } from "../place/place.ts";
import type { NearMiss } from "../records/explanation.ts";
import { displaced, type Want } from "./near-miss.ts";

/** Things whose room is looked for, the most valuable first; fewer where packing is much work. */
const MOST_ITEMS = 20;
/** Packings for one of them. */
const MOST_PACKINGS = 460;
/** Packings of those with a limit raised; then one with room for everything. */
const MOST_RAISES = 60;
/** Times things to pack, in all. */
const MOST_WORK = 100_000;
/** What is held back is gone through again and again, from the outside in. */
const HELD_WORK = 20;
/** What is shortened is offered by itself, to a packing that goes on. */
const SHORTENING_WORK = 2;

/** Packings that may be spent. */
export interface Effort {
  readonly items: number;
  readonly packingsEach: number;
}

/** What the search needs of an assembly, and of one that is tried. */
export type Room = Pick<Assembly, "packed" | "bundles" | "rendered" | "turns" | "parts" | "request">;

/** Of 5,000 things packed again, four are worked out with five packings each. */
export function effortFor({ packed: { input }, rendered }: Room): Effort {
  const { entries, run, secondary } = input;
  const times = rendered.input.request.policy.compress === null ? 1 : SHORTENING_WORK;
  const size = (entries.length + run.length + secondary.length + rendered.held.length * HELD_WORK + 1) * times;
  const packings = Math.max(20, Math.floor(MOST_WORK / size));
  const items = Math.min(MOST_ITEMS, Math.floor(packings / 5));
  return { items, packingsEach: Math.min(MOST_PACKINGS, Math.floor(packings / items)) };
}

/** The limits that would do, and what would go for it. */
export interface FoundRoom extends Pick<NearMiss, "secondary_tokens" | "total" | "displaces"> {
  readonly wants: readonly Want[];
  readonly policy: PackInput["policy"];
  /** Tokens that the model's window leaves: a larger limit does nothing. */
  readonly most: number;
}

export const isWithinWindow = ({ total, most }: FoundRoom): boolean => total === null || total <= most;

interface Sought {
  readonly id: EntryId;
  /** Why it is not in a packing; null where it is. */
  readonly refusalIn: (tried: Packed) => Refusal | null;
}

/** Raises the limits that stand in the way, one by one, until it is in; what is left of the packings goes to smaller limits, upwards. */
export function findRoom({ id, refusalIn }: Sought, room: Room, { packingsEach }: Effort): FoundRoom {
  const { packed, parts, request, rendered } = room;
  const refusalUnder = ({ packing }: ChosenToSend): Refusal | null => refusalIn(packing.packed);
  let input = packed.input;
  let tried: ChosenToSend | null = null;
  let spent = 0;
  for (let refusal = refusalIn(packed); refusal !== null && spent < packingsEach; spent += 1) {
    const isLast = spent === MOST_RAISES || spent === packingsEach - 1;
    input = isLast ? withRoomForAll(input, id) : raised(input, refusal, tried?.packing.packed ?? packed);
    tried = repack(rendered, input);
    refusal = refusalUnder(tried);
  }
  const lowest = Math.max(packed.input.limit + 1, input.limit - (packingsEach - spent));
  for (let limit = lowest; limit < input.limit; limit += 1) {
    const lower = repack(rendered, { ...input, limit });
    if (refusalUnder(lower) === null) [input, tried] = [{ ...input, limit }, lower];
  }
  const plan = input.planTokens === packed.input.planTokens ? null : input.planTokens;
  const total = input.limit === packed.input.limit ? null : input.limit;
  const { topK } = input.policy;
  const wants: readonly Want[] = [
    ...(plan === null ? [] : [{ what: "plan_tokens" as const, tokens: plan, now: packed.input.planTokens, plan: request.plan }]),
    ...(total === null ? [] : [{ what: "total" as const, tokens: total, now: packed.input.limit }]),
    ...(topK === null || topK === packed.input.policy.topK ? [] : [{ what: "top_k" as const, k: topK }]),
    ...(input.policy.borrow === packed.input.policy.borrow ? [] : [{ what: "borrow" as const }]),
  ];
  const most = request.model.window - request.model.reserveOutput;
  const displaces = tried === null ? [] : displaced(parts, place(tried.sent));
  return { wants, policy: input.policy, most, secondary_tokens: plan, total, displaces };
}

/** More than it takes, where the raises are used up: any limit may have stood in the way of a later one. */
function withRoomForAll(input: PackInput, id: EntryId): PackInput {
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
