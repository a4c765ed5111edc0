/** The sections whose meaning is nearest to a question's, by their vectors. Pure. */

export interface Similar {
  readonly at: number;
  /** Cosine: from -1 to 1. */
  readonly similarity: number;
}

/**
 * The cosine of each place with the question. Vectors have unit length, so the cosine is their inner product. Null for a place
 * without a vector, and for one with a vector of another length than the question's.
 */
export const similaritiesOf = (vectors: readonly (Float32Array | null)[], question: Float32Array): readonly (number | null)[] =>
  vectors.map((vector) => (vector === null || vector.length !== question.length ? null : innerProduct(vector, question)));

/**
 * The `most` places with the greatest cosine, best first, ties by place. Left out: places without one, and those whose byte in
 * `counted` is 0 (null: all count).
 */
export function mostSimilar(
  similarities: readonly (number | null)[],
  most: number,
  counted: Uint8Array | null,
): readonly Similar[] {
  const best: Similar[] = [];
  if (most <= 0) return best;
  for (const [at, similarity] of similarities.entries()) {
    if (similarity === null || (counted !== null && counted[at] !== 1)) continue;
    if (best.length >= most && similarity <= (best[most - 1] as Similar).similarity) continue;
    best.splice(placeFor(best, similarity), 0, { at, similarity });
    if (best.length > most) best.pop();
  }
  return best;
}

/** Behind everything at least as similar: those came earlier, so ties stay in the order of their places. */
function placeFor(best: readonly Similar[], similarity: number): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((best[middle] as Similar).similarity >= similarity) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Four sums at once, because one would wait for itself at every step. Cut to the range that rounding may leave. */
function innerProduct(a: Float32Array, b: Float32Array): number {
  const whole = a.length & ~3;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let index = 0; index < whole; index += 4) {
    first += (a[index] as number) * (b[index] as number);
    second += (a[index + 1] as number) * (b[index + 1] as number);
    third += (a[index + 2] as number) * (b[index + 2] as number);
    fourth += (a[index + 3] as number) * (b[index + 3] as number);
  }
  for (let index = whole; index < a.length; index += 1) first += (a[index] as number) * (b[index] as number);
  return Math.min(1, Math.max(-1, first + second + third + fourth));
}
