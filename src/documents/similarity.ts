/** The sections whose meaning is nearest to a question's, by their vectors. Pure. */

export interface Similar {
  readonly at: number;
  /** Cosine: from -1 to 1. */
  readonly similarity: number;
}

/**
 * The `most` places with the greatest cosine, best first, ties by place. Vectors have unit length, so the cosine is their
 * inner product. Left out: places without a vector, with one of another length than the question's, and those whose byte
 * in `counted` is 0 (null: all count).
 */
export function mostSimilar(
  vectors: readonly (Float32Array | null)[],
  question: Float32Array,
  most: number,
  counted: Uint8Array | null,
): readonly Similar[] {
  const best: Similar[] = [];
  if (most <= 0) return best;
  for (let at = 0; at < vectors.length; at += 1) {
    const vector = vectors[at] ?? null;
    if (vector === null || vector.length !== question.length || (counted !== null && counted[at] !== 1)) continue;
    const similarity = innerProduct(vector, question);
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
