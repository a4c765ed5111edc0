/** One near miss: what most have in common filled in, who goes for it, and how its sentence begins. Pure. */

import type { Part } from "../parts.ts";
import type { NearMiss } from "../records/explanation.ts";

type Change = Partial<NearMiss> & Pick<NearMiss, "id" | "reason" | "change" | "message">;

export const change = (fields: Change): NearMiss => ({
  secondary_tokens: null,
  total: null,
  intents: [],
  displaces: [],
  ...fields,
});

export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Ids of the facts, items and turns, in whatever form, that are in no more; in the order of the prompt. */
export function displaced(before: readonly Part[], after: readonly Part[]): readonly string[] {
  const still = new Set(after.filter(competes).map(({ id }) => id));
  return before.filter(competes).flatMap(({ id }) => (still.has(id) ? [] : [id]));
}

/** The policy's own parts are in whatever is chosen. */
const competes = ({ item, fact, said }: Part): boolean => item !== null || fact !== null || said !== null;
