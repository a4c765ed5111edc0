/** Pools for the tests of packing: made by hand, made from a seed, and the best of a small one by trying everything. */
import type { Pool, Unit } from "../../../../src/pipeline/pack/knapsack/packing.ts";

export const unit = (id: string, tokens: number, value: number, rest: Partial<Unit> = {}): Unit => ({
  id,
  tokens,
  value,
  shortTokens: null,
  opens: [],
  ...rest,
});

export const pool = (capacity: number, units: readonly Unit[], rest: Partial<Pool> = {}): Pool => ({
  units,
  run: [],
  capacity,
  openings: new Map(),
  topK: null,
  ...rest,
});

/** Numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const out = [...items];
  for (let last = out.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [out[last], out[other]] = [out[other] as T, out[last] as T];
  }
  return out;
}

/** Values independent of size; proportional to it with ±20 % of noise; ranks only. */
export const VALUES = ["independent", "proportional", "ranks"] as const;

/** Units of 20 to 599 tokens and room for a quarter of them. */
export function randomPool(values: (typeof VALUES)[number], count: number, seed: number): Pool {
  const random = randomFrom(seed * 7919 + count);
  const tokens = Array.from({ length: count }, () => 20 + Math.floor(random() * 580));
  const ranks = shuffled([...tokens.keys()], random);
  const worthOf = (at: number): number => {
    if (values === "independent") return random();
    if (values === "proportional") return ((tokens[at] ?? 0) / 600) * (0.8 + 0.4 * random());
    return ((ranks[at] ?? 0) + 1) / count;
  };
  const units = tokens.map((size, at) => unit(`u${at}`, size, worthOf(at)));
  return pool(Math.floor(tokens.reduce((sum, size) => sum + size, 0) / 4), units);
}

export interface Tried {
  readonly value: number;
  /** Fewest tokens, each unit in its smaller form, that reach the value. */
  readonly tokens: number;
}

/** Every set of units with every length of the run; values should be multiples of a power of two, so that sums are exact. */
export function tryEverything({ units, run, capacity, openings }: Pool): Tried {
  let best: Tried = { value: 0, tokens: 0 };
  for (let length = 0; length <= run.length; length++) {
    for (let bits = 0; bits < 1 << units.length; bits++) {
      const chosen = [...units.filter((_, at) => (bits & (1 << at)) !== 0), ...run.slice(0, length)];
      const sections = new Set(chosen.flatMap((one) => one.opens));
      const opening = [...sections].reduce((sum, name) => sum + (openings.get(name) ?? 0), 0);
      const tokens = chosen.reduce((sum, one) => sum + Math.min(one.tokens, one.shortTokens ?? one.tokens), opening);
      const value = chosen.reduce((sum, one) => sum + one.value, 0);
      if (tokens <= capacity && (value > best.value || (value === best.value && tokens < best.tokens))) best = { value, tokens };
    }
  }
  return best;
}
