/** The exact knapsack by dynamic programming over capacity (Bellman 1957), with the choice kept as bits. Pure. */
import { byId, type Item } from "./items.ts";

export interface Table {
  /** Highest sum of steps within so many tokens, by tokens. */
  readonly steps: Float64Array;
  /** Fewest tokens with which that sum is reached. */
  readonly fewest: Int32Array;
  /** Items that reach the sum with the fewest tokens; of equal choices, the one with the smallest id in which they differ. */
  readonly choose: (tokens: number) => readonly Item[];
}

/** What the items weigh together, as far as it fits: the width that a table needs. */
export const widthOf = (items: readonly Item[], capacity: number): number =>
  Math.min(
    capacity,
    items.reduce((sum, item) => sum + item.weight, 0),
  );

/** Items have steps > 0 and weights > 0; work and bits: items × (width + 1). The smallest id comes last, so that it wins a tie. */
export function buildTable(items: readonly Item[], width: number): Table {
  const rows = items.toSorted((a, b) => byId(b, a));
  const rowBytes = (width >> 3) + 1;
  const bits = new Uint8Array(rows.length * rowBytes);
  const steps = new Float64Array(width + 1);
  for (const [row, item] of rows.entries()) addRow(item, steps, bits.subarray(row * rowBytes, (row + 1) * rowBytes));
  const fewest = fewestTokens(steps);
  return {
    steps,
    fewest,
    choose: (tokens) => {
      const chosen: Item[] = [];
      let left = fewest[tokens] ?? 0;
      for (let row = rows.length - 1; row >= 0; row--) {
        const item = rows[row];
        if (item === undefined || (((bits[row * rowBytes + (left >> 3)] ?? 0) >> (left & 7)) & 1) === 0) continue;
        chosen.push(item);
        left -= item.weight;
      }
      return chosen;
    },
  };
}

/** Sets the bit of every capacity at which the item is in the best choice so far. */
function addRow(item: Item, steps: Float64Array, bits: Uint8Array): void {
  const { weight } = item;
  for (let tokens = steps.length - 1; tokens >= weight; tokens--) {
    const sum = (steps[tokens - weight] as number) + item.steps;
    if (sum < (steps[tokens] as number)) continue;
    steps[tokens] = sum;
    bits[tokens >> 3] = (bits[tokens >> 3] as number) | (1 << (tokens & 7));
  }
}

function fewestTokens(steps: Float64Array): Int32Array {
  const fewest = new Int32Array(steps.length);
  for (let tokens = 1; tokens < steps.length; tokens++) {
    fewest[tokens] = steps[tokens] === steps[tokens - 1] ? (fewest[tokens - 1] as number) : tokens;
  }
  return fewest;
}
