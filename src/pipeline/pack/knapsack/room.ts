/** The room while it is being filled: what is in, which sections are open, what is left. It changes in place; otherwise pure. */
import type { Item } from "./items.ts";
import type { Form, Passed, Pool } from "./packing.ts";

export interface Room {
  readonly pool: Pool;
  readonly opened: Set<string>;
  /** In the order taken. */
  readonly taken: Map<Item, { readonly form: Form; readonly cost: number }>;
  used: number;
  steps: number;
}

export const emptyRoom = (pool: Pool): Room => ({ pool, opened: new Set(), taken: new Map(), used: 0, steps: 0 });

/** Tokens of a form and of the sections it would open now. */
export function costOf(room: Room, item: Item, form: Form): number {
  let cost = form === "short" ? (item.unit.shortTokens ?? item.unit.tokens) : item.unit.tokens;
  for (const name of item.opens) if (!room.opened.has(name)) cost += room.pool.openings.get(name) ?? 0;
  return cost;
}

/** The form with the fewest tokens. */
export const leanForm = ({ unit }: Item): Form =>
  unit.shortTokens !== null && unit.shortTokens < unit.tokens ? "short" : "whole";

/** Takes the first of the forms that fits; false when none does. */
export function place(room: Room, item: Item, forms: readonly Form[]): boolean {
  for (const form of forms) {
    const cost = costOf(room, item, form);
    if (cost > room.pool.capacity - room.used) continue;
    for (const name of item.opens) room.opened.add(name);
    room.taken.set(item, { form, cost });
    room.used += cost;
    room.steps += item.steps;
    return true;
  }
  return false;
}

export interface WalkRules {
  /** Try the smaller form only, instead of the whole and then the smaller. */
  readonly lean: boolean;
  /** How many are considered. */
  readonly topK: number;
}

/**
 * Considers each once: it goes in, or it is passed and the next is tried. What is in already is stepped over. What was
 * passed would not fit later either: a section opened since has taken at least as much room as it saves. The run ends at the
 * first of its units that does not fit.
 */
export function walk(room: Room, queue: readonly Item[], { lean, topK }: WalkRules): readonly Passed[] {
  const passed: Passed[] = [];
  let runEnded = false;
  let considered = 0;
  const pass = (item: Item, reason: Passed["reason"]): void => {
    passed.push({ unit: item.unit, cost: costOf(room, item, leanForm(item)), left: room.pool.capacity - room.used, reason });
  };
  for (const item of queue) {
    if (room.taken.has(item)) continue;
    if (item.inRun && runEnded) pass(item, "behind_run");
    else if (considered >= topK) pass(item, "after_top_k");
    else {
      considered++;
      const smaller = leanForm(item);
      if (place(room, item, lean || smaller === "whole" ? [smaller] : ["whole", smaller])) continue;
      pass(item, "no_room");
      if (item.inRun) runEnded = true;
    }
  }
  return passed;
}

/** Puts the whole in place of a short form where there is room for it, in the order taken. */
export function widen(room: Room): void {
  for (const [item, { form, cost }] of room.taken) {
    const extra = item.unit.tokens - (item.unit.shortTokens ?? item.unit.tokens);
    if (form === "whole" || extra > room.pool.capacity - room.used) continue;
    room.taken.set(item, { form: "whole", cost: cost + extra });
    room.used += extra;
  }
}
