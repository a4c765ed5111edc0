/** What was recalled of a person for one request, as a value and as it is recorded. Pure. */
import type { Outdated } from "../pipeline/given.ts";
import type { StoredMemory } from "../store/memory-store.ts";
import { candidateIdOf } from "./statement-id.ts";

/** What a store had for a request: a replay reads this, not the store. */
export interface Recall {
  readonly items: readonly StoredMemory[];
  /** Statements in force then, those that were not handed over among them. */
  readonly inForce: number;
  /** By id: the request's own candidates and turns that are outdated. They need no key to be read again. */
  readonly candidates: ReadonlyMap<string, Outdated>;
  readonly turns: ReadonlyMap<string, Outdated>;
}

type Entries = readonly (readonly [id: string, outdated: Outdated])[];

interface RecallRecord {
  readonly items: readonly StoredMemory[];
  readonly in_force: number;
  readonly outdated: { readonly candidates: Entries; readonly turns: Entries };
}

/** Records of before 0.3 have what was replaced among the items; those of before decision 28 have ids alone. */
interface OldRecord {
  readonly items: readonly StoredMemory[];
  readonly in_force?: number;
  readonly replaced?: readonly (readonly [id: string, by: string])[];
  readonly turns: readonly string[];
}

export function recallText({ items, inForce, candidates, turns }: Recall): string {
  const record: RecallRecord = { items, in_force: inForce, outdated: { candidates: sorted(candidates), turns: sorted(turns) } };
  return JSON.stringify(record);
}

const sorted = (outdated: ReadonlyMap<string, Outdated>): Entries => [...outdated].sort(([a], [b]) => (a < b ? -1 : 1));

export function readRecall(text: string): Recall {
  const record = JSON.parse(text) as RecallRecord | OldRecord;
  if ("outdated" in record) {
    const { items, in_force: inForce, outdated } = record;
    return { items, inForce, candidates: new Map(outdated.candidates), turns: new Map(outdated.turns) };
  }
  const { items, in_force, replaced = [], turns } = record;
  const standing = items.filter(({ superseded_by }) => superseded_by === null);
  return {
    items: standing,
    inForce: in_force ?? standing.length,
    candidates: new Map(replaced.map(([id, by]) => [id, { ...UNTOLD, by: candidateIdOf(by) }])),
    turns: new Map(turns.map((id) => [id, UNTOLD])),
  };
}

const UNTOLD: Outdated = { reason: "superseded", by: null, rule: null, statement: null };
