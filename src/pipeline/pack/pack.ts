/** Which of what competes goes in: secondary facts by the table, everything else by the policy's strategy. Pure; policy.md, Budget. */
import type { BlockName } from "../../policy/schema/policy-file.ts";
import { rounded } from "../rounded.ts";
import { shareLimit, sumOf } from "./budget.ts";
import { takeFacts } from "./facts.ts";
import { packUnits } from "./knapsack/pack-units.ts";
import type { Form, Packing, Pool, Unit } from "./knapsack/packing.ts";
import {
  begin,
  type Entry,
  formOf,
  type Packed,
  type PackInput,
  packedOf,
  partsElsewhere,
  type Refusal,
  type RunEntry,
  resume,
  type State,
  take,
} from "./state.ts";
import { type Stepped, steppedRun } from "./stepped-run.ts";

/**
 * Without shares the tiers 2 to 4 compete in one pool and tier 5 takes the rest. With shares each block is filled inside its
 * own in the order of tiers; then, where blocks may borrow, the unused rest is offered in the same order. What is always in
 * takes its excess from whoever comes last, since nothing is ever filled beyond the limit.
 */
export function pack(input: PackInput): Packed {
  const first = fill(input);
  const stepped = steppedRun(input.run, first);
  return stepped === null
    ? packedOf(first, input)
    : packedOf(cutOlder(fill({ ...input, run: stepped.run }), first, stepped), input);
}

/** Offers more to what a packing left over: what was held back at first. */
export function packMore(packed: Packed, entries: readonly Entry[]): Packed {
  const { input } = packed;
  const state = resume(packed);
  for (const [block, tier] of ORDER) {
    const own = entries.filter((entry) => entry.block === block && entry.tier === tier);
    offer(state, { name: `${block}, held back`, entries: own, run: [], bound: lastBound(input, block) });
  }
  return packedOf(state, input);
}

function fill(input: PackInput): State {
  const state = begin(input);
  if (input.policy.shares === null) {
    takeFacts(state, input.limit);
    offer(state, {
      name: "evidence+memory+tools",
      entries: input.entries.filter(({ tier }) => tier < 5),
      run: input.run,
      bound: null,
    });
    offer(state, { name: "examples and hints", entries: input.entries.filter(({ tier }) => tier === 5), run: [], bound: null });
    return state;
  }
  const rounds = input.policy.borrow ? [true, false] : [true];
  for (const inShare of rounds) {
    const bound = (block: BlockName) => (inShare ? { block, limit: shareLimit(input.policy, block, input.limit) ?? 0 } : null);
    takeFacts(state, bound("evidence")?.limit ?? input.limit);
    for (const [block, tier] of ORDER) {
      const entries = input.entries.filter((entry) => entry.block === block && entry.tier === tier && !state.taken.has(entry.id));
      const run = tier === 3 ? input.run.filter((entry) => !state.taken.has(entry.id)) : [];
      offer(state, { name: inShare ? block : `${block}, borrowed`, entries, run, bound: bound(block) });
    }
  }
  return state;
}

/** Tiers 2 to 5, each with its block. */
const ORDER = [
  ["evidence", 2],
  ["tools", 2],
  ["memory", 3],
  ["memory", 4],
  ["evidence", 5],
] as const satisfies readonly (readonly [BlockName, number])[];

interface Bound {
  readonly block: BlockName;
  readonly limit: number;
}

const lastBound = ({ policy, limit }: PackInput, block: BlockName): Bound | null =>
  policy.shares === null || policy.borrow ? null : { block, limit: shareLimit(policy, block, limit) ?? 0 };

interface Offer {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly run: readonly RunEntry[];
  /** The block's own limit; null: only that of the whole. */
  readonly bound: Bound | null;
}

function offer(state: State, { name, entries, run, bound }: Offer): void {
  if (entries.length + run.length === 0) return;
  const { input } = state;
  const left = input.limit - sumOf(state.used);
  const capacity = bound === null ? left : Math.min(left, bound.limit - state.used[bound.block]);
  const reach = bound === null ? run.length : reachOf(run, state);
  const pool: Pool = {
    units: entries.map(unitOf),
    run: run.slice(0, reach).map(unitOf),
    capacity,
    openings: new Map(
      [...input.openings].filter(([section]) => !state.open.has(section)).map(([section, { tokens }]) => [section, tokens]),
    ),
    topK: input.policy.topK,
  };
  const packing = packUnits(pool, input.policy.strategy);
  for (const { unit, form } of packing.taken) {
    const { entry } = unit as EntryUnit;
    const refusal = bound === null ? null : overShareElsewhere(entry, form, state);
    if (refusal === null) take(state, entry, form);
    else state.refused.set(entry.id, refusal);
  }
  const stopped = stoppedAt(run, packing);
  for (const { unit, cost, left: had, reason } of packing.passed) {
    const outOfRoom = cost <= had + left - capacity ? "over_block_share" : "over_budget";
    const told = REASON_OF[reason] ?? outOfRoom;
    const { id } = (unit as EntryUnit).entry;
    const refusal: Refusal = { id, tokens: cost, left: Math.max(0, had), reason: told };
    state.refused.set(id, reason === "behind_run" ? { ...refusal, ...behind(stopped) } : refusal);
  }
  for (const entry of run.slice(reach)) state.refused.set(entry.id, refusalBeyondReach(entry, stopped, state));
  const best = packing.best.value;
  state.packing.push({
    pool: name,
    strategy: input.policy.strategy,
    value: shown(packing.value),
    best: shown(best),
    best_is: packing.best.exact ? "exact" : "bound",
    gap: best === 0 ? 0 : shown((best - packing.value) / best),
  });
}

/** A part of it that stands in another block must have room in the share of that one. */
function overShareElsewhere(entry: Entry, form: Form, { input, used }: Pick<State, "input" | "used">): Refusal | null {
  for (const [block, tokens] of partsElsewhere(formOf(entry, form).elsewhere)) {
    const left = (shareLimit(input.policy, block, input.limit) ?? input.limit) - used[block];
    if (tokens > left) return { id: entry.id, reason: "over_block_share", tokens, left: Math.max(0, left) };
  }
  return null;
}

const REASON_OF = { no_room: null, behind_run: "older_turn", after_top_k: "outside_k" } as const;

/** How many of a run there are before one of which a part in another block has no room in the share of that one. */
function reachOf(run: readonly RunEntry[], { input, used }: State): number {
  const all = { ...used };
  for (const [at, entry] of run.entries()) {
    if (overShareElsewhere(entry, "whole", { input, used: all }) !== null) return at;
    for (const [block, tokens] of partsElsewhere(entry.elsewhere)) all[block] += tokens;
  }
  return run.length;
}

function refusalBeyondReach(entry: RunEntry, stopped: RunEntry | undefined, state: State): Refusal {
  const over = entry === stopped ? overShareElsewhere(entry, "whole", state) : null;
  const { id, tokens, overhead } = entry;
  const left = state.input.limit - sumOf(state.used);
  return over ?? { id, reason: "older_turn", tokens: tokens + overhead, left, ...behind(stopped) };
}

/** The newest of the run that did not fit ends it. */
function stoppedAt(run: readonly RunEntry[], { taken }: Packing): RunEntry | undefined {
  const inside = new Set(taken.map(({ unit }) => unit.id));
  return run.find(({ id }) => !inside.has(id));
}

const behind = (stopped: RunEntry | undefined): Pick<Refusal, "turns"> =>
  stopped === undefined ? {} : { turns: { behind: stopped.tells[0] ?? "" } };

const shown = (value: number): number => rounded(value, 4);

interface EntryUnit extends Unit {
  readonly entry: Entry;
}

function unitOf(entry: Entry): EntryUnit {
  const { id, tokens, overhead, value, short, opens } = entry;
  const shortTokens = short === null ? null : short.tokens + short.overhead;
  return { id, tokens: tokens + overhead, value, shortTokens, opens, entry };
}

/** What the step left out counts as older turns; what did not fit anyway keeps the numbers that it was held against. */
function cutOlder(state: State, { input, refused }: State, { run, fitted, step, begins }: Stepped): State {
  const left = input.limit - sumOf(state.used);
  for (const { id, tokens, overhead, at } of input.run.slice(run.length)) {
    const turns = { turn: at + 1, fitted, step, begins };
    state.refused.set(id, refused.get(id) ?? { id, reason: "older_turn", tokens: tokens + overhead, left, turns });
  }
  return state;
}
