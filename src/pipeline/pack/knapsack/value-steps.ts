/** Values as whole steps, so that sums are exact, ties are ties and no order of adding matters. Pure. */

/** The largest value has up to this many steps: finer differences are the noise of floating point. */
const STEPS_OF_LARGEST = 1e12;
/** All values together stay this small, so that a bound computed with fractions is off by less than a quarter step. */
const STEPS_OF_ALL = 2 ** 48;

export interface ValueSteps {
  /** Steps of each value, in the order given. */
  readonly steps: readonly number[];
  /** The value of a sum of steps. */
  readonly toValue: (steps: number) => number;
}

/** Steps are a power of ten, times what all values have in common: 0.95 and 0.60 are 19 and 12 steps of 0.05. Values are finite, >= 0. */
export function valueSteps(values: readonly number[]): ValueSteps {
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  if (largest === 0) return { steps: values.map(() => 0), toValue: () => 0 };
  const scale = powerOfTenUpTo(Math.min(STEPS_OF_LARGEST, STEPS_OF_ALL / values.length) / largest);
  const fine = values.map((value) => Math.round(value * scale));
  const common = fine.reduce(greatestCommonDivisor, 0) || 1;
  return { steps: fine.map((steps) => steps / common), toValue: (steps) => (steps * common) / scale };
}

/** Kept within 1e±300, where a power and its product with a value are finite. */
function powerOfTenUpTo(limit: number): number {
  const power = Math.floor(Math.log10(limit));
  return Number(`1e${Math.max(-300, Math.min(300, power))}`);
}

function greatestCommonDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0 && large !== 1) [large, small] = [small, large % small];
  return large;
}
