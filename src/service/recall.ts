/** What was recalled of a person for one request, as a value and as it is recorded. Pure. */
import type { Outdated } from "../pipeline/given.ts";
import type { StoredMemory } from "../store/memory-store.ts";

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

export function recallText({ items, inForce, candidates, turns }: Recall): string {
  const record: RecallRecord = { items, in_force: inForce, outdated: { candidates: sorted(candidates), turns: sorted(turns) } };
  return JSON.stringify(record);
}

const sorted = (outdated: ReadonlyMap<string, Outdated>): Entries => [...outdated].sort(([a], [b]) => (a < b ? -1 : 1));

export function readRecall(text: string): Recall {
  const { items, in_force: inForce, outdated } = JSON.parse(text) as RecallRecord;
  return { items, inForce, candidates: new Map(outdated.candidates), turns: new Map(outdated.turns) };
}
