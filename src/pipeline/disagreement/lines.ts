/** Which lines about disagreements stand in the prompt, once it is known what does. Pure; decision 16. */

import { BLOCK_OF_LINES } from "../candidate.ts";
import type { Chosen } from "../chosen.ts";
import type { Rendered } from "../count/render-all.ts";
import { tokensOf } from "../count/section-costs.ts";
import { shareLimit, sumOf } from "../pack/budget.ts";
import type { PackInput } from "../pack/state.ts";
import { place } from "../place/place.ts";
import { idsIn } from "./beside.ts";
import { type Disagreement, lineAbout } from "./disagreement.ts";

export interface WithLines {
  readonly chosen: Chosen;
  /** Tokens that lines need which stand nowhere, since nothing paid for them. */
  readonly lacking: number;
}

/**
 * Where only some of what disagrees went in, the line is about them. Items that the policy wants side by side have paid for it; another
 * such line stands where there is room, in its block too where that may not borrow.
 */
export function withLines(chosen: Chosen, rendered: Rendered, limits: Limits): WithLines {
  if (chosen.disagreements.length === 0) return { chosen, lacking: 0 };
  const present = idsIn(chosen);
  const packed = new Set(chosen.items.flatMap(({ item: { given } }) => (given.pinned ? [] : [given.id])));
  const lines = chosen.disagreements.flatMap((one) => lineInside(one, { present, packed }, rendered) ?? []);
  const all = { ...chosen, disagreements: lines.map(({ disagreement }) => disagreement) };
  const paid = lines.filter((one) => one.paid);
  if (paid.length === lines.length) return { chosen: all, lacking: 0 };
  const own = shareOfLines(limits);
  const used = tokensOf(place(all), rendered.context);
  const over = Math.max(sumOf(used) - limits.limit, used[BLOCK_OF_LINES] - own);
  if (over <= 0) return { chosen: all, lacking: 0 };
  const owed = lines.reduce((sum, one) => sum + (one.paid ? 0 : one.disagreement.tokens), 0);
  // What is always in may leave the block no room for a line, however much is set aside.
  const lacking = rendered.always[BLOCK_OF_LINES] + owed > own ? 0 : over;
  return { chosen: { ...chosen, disagreements: paid.map(({ disagreement }) => disagreement) }, lacking };
}

type Limits = Pick<PackInput, "policy" | "limit">;

/** Tokens that the block of the lines may have; no number where it may borrow. */
const shareOfLines = ({ policy, limit }: Limits): number =>
  (policy.borrow ? null : shareLimit(policy, BLOCK_OF_LINES, limit)) ?? Number.POSITIVE_INFINITY;

interface Line {
  readonly disagreement: Disagreement;
  readonly paid: boolean;
}

interface Inside {
  readonly present: ReadonlySet<string>;
  /** Of the items that competed for their room. */
  readonly packed: ReadonlySet<string>;
}

function lineInside(one: Disagreement, { present, packed }: Inside, { input }: Rendered): Line | null {
  if (one.ids.every((id) => present.has(id))) return { disagreement: one, paid: true };
  const sides = one.sides.filter(({ id }) => present.has(id));
  const line = lineAbout({ sides, topic: one.topic }, input);
  if (line === null) return null;
  const ids = one.ids.filter((id) => present.has(id));
  return { disagreement: { ...one, ids, sides, ...line }, paid: one.together && ids.some((id) => packed.has(id)) };
}
