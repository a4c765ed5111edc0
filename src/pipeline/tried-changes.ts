/** Whether a change would really bring something in: the pure selection, run again under it. Pure; so many times in all. */
import { AppError } from "../errors.ts";
import type { Assembly } from "./assemble.ts";
import type { NearMiss } from "./explanation.ts";
import type { FoundRoom } from "./find-room.ts";
import { droppedOf } from "./outcomes.ts";
import { type Proves, roomForItem } from "./room-misses.ts";
import { type Selected, select } from "./select.ts";
import type { SelectInput } from "./select-input.ts";

/** Selections run again: fewer where one is much work, never none. */
const MOST_TRIALS = 20;
const FEWEST_TRIALS = 3;
/** Times things to select from, in all. */
const MOST_WORK = 20_000;

export interface Tried extends Partial<Pick<NearMiss, "secondary_tokens" | "total" | "displaces">> {
  /** Half a sentence that promises what is known: that it would do, what becomes of it then, or that it then competes. */
  readonly told: string;
}

/** `wants` in words what `change` does. */
export type Try = (id: string, wants: string, change: (input: SelectInput) => SelectInput) => Tried;

export function trialsOf(assembly: Assembly): Try {
  let left = trialsFor(assembly);
  return (id, wants, change) => {
    const competes = { told: `it takes ${wants}, and then it competes` };
    if (left === 0) return competes;
    left -= 1;
    // A selection that was kept from before was made for a request like this one.
    const input = change({ ...assembly.input, request: assembly.request });
    const again = selected(input);
    if (again === null) return { told: `it takes ${wants}, and then what must go in has no room` };
    if (isIn(id, again)) return { told: `${wants} would do`, displaces: displaced(assembly, again) };
    const drop = droppedOf(again).find((one) => one.id === id);
    const room = drop?.stage === "pack" ? roomForItem(id, { ...again, request: input.request }) : null;
    const larger = room === null ? null : selected(withRoom(input, room));
    if (room !== null && larger !== null && isIn(id, larger)) {
      const { secondary_tokens, total, limits } = room;
      return {
        told: `${[wants, ...limits].join(" and ")} would do`,
        secondary_tokens,
        total,
        displaces: displaced(assembly, larger),
      };
    }
    return drop === undefined ? competes : { told: `it takes ${wants}, and then it is ${drop.reason.replaceAll("_", " ")}` };
  };
}

/** With the selection itself, where something disagrees; not proven where no more of them may be run. */
export function provenIn(assembly: Assembly): Proves {
  if (!assembly.resolved.disagreements.some(({ together }) => together)) return () => true;
  let left = trialsFor(assembly);
  return (id, room) => {
    if (left === 0) return false;
    left -= 1;
    const again = selected(withRoom({ ...assembly.input, request: assembly.request }, room));
    return again !== null && isIn(id, again);
  };
}

function trialsFor({ items, turns, retrieved }: Assembly): number {
  const sections = retrieved.reduce((sum, { record }) => sum + record.sections, 0);
  const size = items.scored.length + turns.length + sections + 1;
  return Math.min(MOST_TRIALS, Math.max(FEWEST_TRIALS, Math.floor(MOST_WORK / size)));
}

/** Null where what must go in has no room. */
function selected(input: SelectInput): Selected | null {
  try {
    return select(input);
  } catch (error) {
    if (error instanceof AppError && error.code === "pinned_over_budget") return null;
    throw error;
  }
}

function withRoom(input: SelectInput, { total, policy: { topK, borrow } }: FoundRoom): SelectInput {
  const { policy } = input.request;
  const budgetTotal = total ?? policy.budgetTotal;
  return { ...input, request: { ...input.request, policy: { ...policy, budgetTotal, topK, borrow } } };
}

const isIn = (id: string, { parts }: Selected): boolean => parts.some((part) => part.id === id);

function displaced(before: Selected, after: Selected): readonly string[] {
  const still = new Set(after.parts.map(({ id }) => id));
  const own = before.parts.filter(({ item, fact, said }) => item !== null || fact !== null || said !== null);
  return own.map(({ id }) => id).filter((id) => !still.has(id));
}
