/** One near miss as data: what is wanted, what becomes of the thing then, and how things stand; `sentence.ts` says it in words. Pure. */
import type { Drop } from "../drop.ts";
import type { Part } from "../parts.ts";
import type { Missing } from "../records/core.ts";
import type { NearMiss } from "../records/explanation.ts";

export type FloorName = "freshness" | "relevance";

/** What would have to be otherwise. */
export type Want =
  /** Tokens of secondary facts. */
  | { readonly what: "plan_tokens"; readonly tokens: number; readonly now: number | null; readonly plan: string | null }
  | { readonly what: "total"; readonly tokens: number; readonly now: number }
  | { readonly what: "top_k"; readonly k: number }
  | { readonly what: "borrow" }
  /** The item's own signal. */
  | { readonly what: "signal"; readonly name: FloorName; readonly least: number }
  /** The policy's floor of a signal. */
  | { readonly what: "signal_floor"; readonly name: FloorName; readonly most: number }
  | { readonly what: "as_of"; readonly at: string }
  /** Of a source of documents; null for none. */
  | { readonly what: "floor"; readonly most: number | null }
  | { readonly what: "k"; readonly k: number };

/** What is known of a thing where all of it is given: it is in; it takes part, and no more is known; no prompt fits; or it still falls. */
export type Fate = { readonly is: "in" | "competes" | "refused" } | { readonly is: "dropped"; readonly reason: Drop["reason"] };

export interface Tried {
  readonly wants: readonly Want[];
  readonly fate: Fate;
}

/** `now`: the floors for what was found, else its own signals. */
export interface SignalWhy extends Tried {
  readonly about: "signal";
  readonly now: { readonly of: "floors" | "item"; readonly values: readonly number[] };
}

/** `fate`: as of that instant another stands in its place, or it never holds. */
export interface DateWhy {
  readonly about: "date";
  readonly reason: "expired" | "not_yet_effective";
  readonly at: string;
  readonly wants: readonly Want[];
  readonly fate: Fate | { readonly is: "replaced"; readonly by: string } | { readonly is: "never" };
}

/** `floor` and `k` that it fell to; null where that one is no obstacle. */
export interface CutWhy extends Tried {
  readonly about: "cut";
  readonly now: {
    readonly floor: { readonly value: number | null } | null;
    readonly k: { readonly value: number | undefined } | null;
  };
}

/** `fate`: `in` where it was proven; `window`: what the model's window leaves, where that is less. */
export interface RoomWhy {
  readonly about: "room";
  readonly wants: readonly Want[];
  readonly fate: { readonly is: "in" | "unknown" } | { readonly is: "beyond"; readonly window: number };
}

/** What its decision alone tells. */
export type PlainDrop = Extract<
  Drop,
  {
    readonly reason:
      | "invalid"
      | "group_incomplete"
      | "superseded"
      | "deleted"
      | "duplicate"
      | "near_duplicate"
      | "contained"
      | "lost_conflict";
  }
>;

export type Why =
  | { readonly about: "decision"; readonly drop: PlainDrop }
  | SignalWhy
  | DateWhy
  | CutWhy
  | RoomWhy
  | { readonly about: "measurement"; readonly since: string; readonly measuredAt: string | null }
  | { readonly about: "scope"; readonly scope: string | undefined }
  | { readonly about: "routing" }
  | ({ readonly about: "source" } & Pick<Missing, "reason" | "source" | "cause">);

/** A near miss of the contract without its sentence, and what the sentence is made from. */
export interface Miss extends Omit<NearMiss, "message"> {
  readonly why: Why;
}

type Fields = Partial<Miss> & Pick<Miss, "id" | "reason" | "change" | "why">;

/** With what most have in common filled in. */
export const missWith = (fields: Fields): Miss => ({
  secondary_tokens: null,
  total: null,
  intents: [],
  displaces: [],
  ...fields,
});

/** Ids of the facts, items and turns, in whatever form, that are in no more; in the order of the prompt. */
export function displaced(before: readonly Part[], after: readonly Part[]): readonly string[] {
  const still = new Set(after.filter(competes).map(({ id }) => id));
  return before.filter(competes).flatMap(({ id }) => (still.has(id) ? [] : [id]));
}

/** The policy's own parts are in whatever is chosen. */
const competes = ({ item, fact, said }: Part): boolean => item !== null || fact !== null || said !== null;
