/** Findings about the room: what is always in, shares, the window, and how well it was packed. Pure. */
import { sumOf } from "../pack/budget.ts";
import type { Finding } from "../records/core.ts";
import { listed, percent, type SelectionFindingInput, type Teller } from "./teller.ts";

function pinnedShare({ assembly }: SelectionFindingInput): readonly Finding[] {
  const { packed, limit, request, parts } = assembly;
  const share = sumOf(packed.input.always) / limit;
  if (share <= request.policy.alerts.pinnedShare) return [];
  const pinned = parts
    .filter((part) => part.reason === "pinned" && (part.item !== null || part.said !== null))
    .map(({ id }) => id);
  if (pinned.length === 0) return [];
  return [
    {
      code: "pinned_share",
      message: `What is always in takes ${percent(share)} of the budget, so little is left to choose; pinned: ${listed(pinned)}.`,
      items: pinned,
    },
  ];
}

/** Less than this part of a share was ever asked for. */
const HARDLY = 0.25;

function shareNeverBinds({ assembly, budget }: SelectionFindingInput): readonly Finding[] {
  const { bundles, packed } = assembly;
  const short = packed.refused.some(({ reason }) => reason === "over_block_share" || reason === "over_budget");
  if (!short || budget.blocks.every(({ limit }) => limit === null)) return [];
  const wanted = { ...packed.input.always };
  for (const { entry } of bundles) wanted[entry.block] += entry.tokens;
  for (const { tokens } of packed.input.secondary) wanted.evidence += tokens;
  for (const entry of packed.input.run) wanted.memory += entry.tokens;
  const idle = budget.blocks.filter(({ block, limit }) => limit !== null && wanted[block] > 0 && wanted[block] < limit * HARDLY);
  if (idle.length === 0) return [];
  const told = idle.map(({ block, limit }) => `${block} (${wanted[block]} of ${limit})`);
  return [
    {
      code: "share_never_binds",
      message: `There was no room for something, while all that asked for room in these blocks is far below their share: ${listed(told)}.`,
      items: idle.map(({ block }) => block),
    },
  ];
}

function windowNearlyFull({ assembly, budget }: SelectionFindingInput): readonly Finding[] {
  const share = budget.used / budget.window;
  if (share <= assembly.request.policy.alerts.windowShare) return [];
  return [
    {
      code: "window_nearly_full",
      message: `The prompt takes ${percent(share)} of the model's window; look at what is retrieved before raising the budget.`,
      items: [],
    },
  ];
}

function packingGap({ assembly }: SelectionFindingInput): readonly Finding[] {
  const { alerts, strategy } = assembly.request.policy;
  const wide = assembly.packed.packing.filter(({ gap }) => gap > alerts.packingGap);
  const searched = strategy === "best" || strategy === "exact";
  if (wide.length === 0) return [];
  const told = wide.map(
    ({ pool, value, best, best_is: is, gap }) =>
      `${pool} (${value} of ${is === "exact" ? "" : "at most "}${best}, ${percent(gap)} missed)`,
  );
  return [
    {
      code: "packing_gap",
      message: searched
        ? `Another choice may have been worth more, but there were too many to try them all: ${listed(told)}.`
        : `Another choice would have been worth more; the strategy best looks for it: ${listed(told)}.`,
      items: wide.map(({ pool }) => pool),
    },
  ];
}

/** In their order. */
export const BUDGET_TELLERS: readonly Teller[] = [pinnedShare, shareNeverBinds, windowNearlyFull, packingGap];
