/** Spans of the clock within which a decision that looks at it stays the same. Pure. */

export interface ClockSpan {
  /** Milliseconds since the epoch, included. */
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
}

export const ALWAYS: ClockSpan = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

/** The span around `atMs` that ends where any of `turns` begins: at each of these instants something is decided otherwise. */
export function spanBetween(turns: Iterable<number>, atMs: number): ClockSpan {
  let { fromMs, toMs } = ALWAYS;
  for (const turn of turns) {
    if (turn <= atMs) fromMs = Math.max(fromMs, turn);
    else toMs = Math.min(toMs, turn);
  }
  return { fromMs, toMs };
}
