/** Whether a change would really bring something in: the pure selection, run again under it. Pure; so many times in all. */
import { AppError } from "../../errors.ts";
import type { Assembly } from "../assemble.ts";
import { droppedOf } from "../manifest/outcomes.ts";
import type { NearMiss } from "../records/explanation.ts";
import { type Selected, select } from "../select.ts";
import type { SelectInput } from "../select-input.ts";
import { type FoundRoom, isWithinWindow } from "./find-room.ts";
import { displaced, type Tried, type Want } from "./near-miss.ts";
import { type Proves, roomForItem } from "./room-misses.ts";

/** Selections run again for all near misses of an answer: fewer where one is much work, never none. */
export const MOST_TRIALS = 40;
const FEWEST_TRIALS = 6;
/** Times things to select from, in all. */
const MOST_WORK = 40_000;

type Change = (input: SelectInput) => SelectInput;

/** What a selection gives under a change: `refused` where what must go in has no room, `spent` where no more may be run. */
export type Trials = (change: Change) => Selected | "refused" | "spent";

/** One budget of selections, for whoever asks first. */
export function trialsOf(assembly: Assembly): Trials {
  let left = trialsFor(assembly);
  return (change) => {
    if (left === 0) return "spent";
    left -= 1;
    // A selection that was kept from before was made for a request like this one.
    return selected(change({ ...assembly.input, request: assembly.request }));
  };
}

/** All that was wanted in the end, what becomes of the thing then, and for that the limits and what would go. */
export interface Attempt extends Tried, Partial<Pick<NearMiss, "secondary_tokens" | "total" | "displaces">> {}

/** `wants` is what `change` does. */
export type Try = (id: string, wants: readonly Want[], change: Change) => Attempt;

export const attemptsOf =
  ({ parts }: Assembly, trials: Trials): Try =>
  (id, wants, change) => {
    const competes = { wants, fate: { is: "competes" as const } };
    const again = trials(change);
    if (again === "spent") return competes;
    if (again === "refused") return { wants, fate: { is: "refused" } };
    if (isIn(id, again)) return { wants, fate: { is: "in" }, displaces: displaced(parts, again.parts) };
    const drop = droppedOf(again).find((one) => one.id === id);
    const room = drop?.stage === "pack" ? roomForItem(id, { ...again, request: again.input.request }) : null;
    const larger = room !== null && isWithinWindow(room) ? trials((input) => withRoom(change(input), room)) : "spent";
    if (room !== null && typeof larger === "object" && isIn(id, larger)) {
      const { secondary_tokens, total } = room;
      const all = [...wants, ...room.wants];
      return { wants: all, fate: { is: "in" }, secondary_tokens, total, displaces: displaced(parts, larger.parts) };
    }
    return drop === undefined ? competes : { wants, fate: { is: "dropped", reason: drop.reason } };
  };

/** By the selection itself, where what there is to pack hangs on the limit; not proven where no more of them may be run. */
export function provesWith({ resolved, request }: Assembly, trials: Trials): Proves {
  const hangsOnLimit =
    resolved.disagreements.some(({ together }) => together) ||
    [...request.policy.documents.values()].some((one) => one.kind === "folder" && one.select === "fit");
  return (id, room) => {
    if (room.total === null || !hangsOnLimit) return true;
    const again = trials((input) => withRoom(input, room));
    return typeof again === "object" && isIn(id, again);
  };
}

function trialsFor({ items, turns, retrieved }: Assembly): number {
  const sections = retrieved.reduce((sum, { record }) => sum + record.sections, 0);
  const size = items.scored.length + turns.length + sections + 1;
  return Math.min(MOST_TRIALS, Math.max(FEWEST_TRIALS, Math.floor(MOST_WORK / size)));
}

function selected(input: SelectInput): Selected | "refused" {
  try {
    return select(input);
  } catch (error) {
    if (error instanceof AppError && error.code === "pinned_over_budget") return "refused";
    throw error;
  }
}

function withRoom(input: SelectInput, { total, secondary_tokens, policy: { topK, borrow } }: FoundRoom): SelectInput {
  const { policy, plan } = input.request;
  const plans = secondary_tokens === null || plan === null ? policy.plans : new Map(policy.plans).set(plan, secondary_tokens);
  const changed = { ...policy, budgetTotal: total ?? policy.budgetTotal, topK, borrow, plans };
  return { ...input, request: { ...input.request, policy: changed } };
}

const isIn = (id: string, { parts }: Selected): boolean => parts.some((part) => part.id === id);
