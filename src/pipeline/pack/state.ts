/** What packing is given, what it has done so far, and what it leaves. Pure. */
import type { BlockName } from "../../policy/schema/policy-file.ts";
import type { Policy } from "../../policy/snapshot.ts";
import { BLOCK_OF_LINES, type Fact } from "../candidate.ts";
import type { EntryId } from "../count/entry-id.ts";
import type { Openings, Section } from "../count/sections.ts";
import type { PackingRecord } from "../records/selection.ts";
import { type BlockTokens, sumOf } from "./budget.ts";
import type { Form } from "./knapsack/packing.ts";

export type Elsewhere = Readonly<Partial<BlockTokens>>;

/** One thing that competes: an item, or items that go in together, or a group of turns. */
export interface Entry {
  readonly id: EntryId;
  /** Ids of its items or turns. */
  readonly tells: readonly string[];
  readonly block: BlockName;
  readonly tier: number;
  /** Of its rendered form, in its block. */
  readonly tokens: number;
  /** Of the messages it makes, in the block `system`. */
  readonly overhead: number;
  readonly value: number;
  /**
   * Of its tokens, those that stand in other blocks: what disagrees goes in together whatever its kinds, and brings its line. Null where
   * all stand in its own.
   */
  readonly elsewhere: Elsewhere | null;
  /** What its shorter form costs in its place; null without one. */
  readonly short: Pick<Entry, "tokens" | "overhead" | "elsewhere"> | null;
  readonly opens: readonly Section[];
}

/** A group of turns, and where it stands in the conversation. */
export interface RunEntry extends Entry {
  /** Place of its first turn, from 0, and its number of turns. */
  readonly at: number;
  readonly turns: number;
}

export interface PackInput {
  readonly policy: Pick<Policy, "shares" | "borrow" | "strategy" | "topK">;
  readonly limit: number;
  /** Tokens of what is always in, by block; fits the limit. */
  readonly always: Readonly<BlockTokens>;
  /** Set aside, in the block `system`, for messages that whatever goes in may take; never more than there is room for. */
  readonly loose?: number;
  /** Set aside likewise, in the block of such lines, for lines about what disagrees. */
  readonly aside?: number;
  /** What headings and messages cost that nothing opened yet. */
  readonly openings: Openings;
  /** Secondary facts, in the order in which room is given. */
  readonly secondary: readonly Fact[];
  /** By id of a secondary fact, what the lines cost that stand only where it does. */
  readonly factLines: ReadonlyMap<string, number>;
  /** Tokens of secondary facts the plan allows; null without a plan. */
  readonly planTokens: number | null;
  /** In the order of the request, which matters to the strategy in_order alone. */
  readonly entries: readonly Entry[];
  /** Newest first, without the pinned ones. */
  readonly run: readonly RunEntry[];
}

export interface Refusal {
  readonly id: EntryId;
  readonly reason: "over_plan" | "over_budget" | "over_block_share" | "older_turn" | "outside_k";
  readonly tokens: number;
  readonly left: number;
  /** Of turns: why the room that is left does not count. */
  readonly turns?: BehindTurn | Cut;
}

/** Older turns than the first that did not fit. */
export interface BehindTurn {
  /** The id of the first that did not fit. */
  readonly behind: string;
}

/** Turns that would have fitted; the conversation begins at a multiple of the step. Turns are counted from 1. */
export interface Cut {
  /** Of the group's first turn. */
  readonly turn: number;
  /** So many turns would have fitted. */
  readonly fitted: number;
  readonly step: number;
  /** The first turn that may go in: the step's next multiple, and one; a group that begins before it is out whole. */
  readonly begins: number;
}

export interface Packed {
  readonly input: PackInput;
  readonly kept: readonly Fact[];
  readonly taken: ReadonlyMap<EntryId, Form>;
  /** In the order: facts as in the table, then the others as they were passed. */
  readonly refused: readonly Refusal[];
  readonly used: Readonly<BlockTokens>;
  readonly open: ReadonlySet<Section>;
  readonly planUsed: number;
  readonly packing: readonly PackingRecord[];
}

export interface State {
  readonly input: PackInput;
  readonly used: BlockTokens;
  readonly open: Set<Section>;
  planUsed: number;
  readonly kept: Set<Fact>;
  readonly taken: Map<EntryId, Form>;
  readonly refused: Map<EntryId, Refusal>;
  readonly packing: PackingRecord[];
}

export const begin = (input: PackInput): State => ({
  input,
  used: usedAtFirst(input),
  open: new Set(),
  planUsed: 0,
  kept: new Set(),
  taken: new Map(),
  refused: new Map(),
  packing: [],
});

function usedAtFirst({ always, limit, loose = 0, aside = 0 }: PackInput): BlockTokens {
  const used = { ...always };
  const room = limit - sumOf(always);
  const forMessages = Math.min(loose, room);
  used.system += forMessages;
  used[BLOCK_OF_LINES] += Math.min(aside, room - forMessages);
  return used;
}

/** Goes on where a packing stopped; the packing itself stays as it is. */
export const resume = (packed: Packed): State => ({
  ...packed,
  used: { ...packed.used },
  open: new Set(packed.open),
  kept: new Set(packed.kept),
  taken: new Map(packed.taken),
  refused: new Map(packed.refused.map((one) => [one.id, one])),
  packing: [...packed.packing],
});

export const packedOf = (state: State, input: PackInput): Packed => ({
  input,
  kept: input.secondary.filter((fact) => state.kept.has(fact)),
  taken: state.taken,
  refused: [...state.refused.values()],
  used: state.used,
  open: state.open,
  planUsed: state.planUsed,
  packing: state.packing,
});

type Costs = Pick<Entry, "tokens" | "overhead" | "elsewhere">;

export const formOf = (entry: Entry, form: Form): Costs => (form === "short" ? (entry.short ?? entry) : entry);

/** By block. */
export const partsElsewhere = (elsewhere: Elsewhere | null): readonly (readonly [BlockName, number])[] =>
  elsewhere === null ? [] : (Object.entries(elsewhere) as [BlockName, number][]);

export function take(state: State, entry: Entry, form: Form): void {
  state.taken.set(entry.id, form);
  state.refused.delete(entry.id);
  const { tokens, overhead, elsewhere } = formOf(entry, form);
  state.used[entry.block] += tokens;
  for (const [block, part] of partsElsewhere(elsewhere)) {
    state.used[block] += part;
    state.used[entry.block] -= part;
  }
  state.used.system += overhead;
  for (const section of entry.opens) openSection(state, section);
}

export function openSection(state: State, section: Section): void {
  const opening = state.open.has(section) ? undefined : state.input.openings.get(section);
  if (opening === undefined) return;
  state.open.add(section);
  state.used[opening.block] += opening.tokens;
}
