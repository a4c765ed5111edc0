/** An estimate for models without a public tokenizer: another encoding's count and a margin; a high and a low bound. Pure. */
import type { TokenCounter } from "./token-counter.ts";

/**
 * A counter that multiplies the counts of `counter` by `marginMilli` thousandths and rounds up, so that the sum over parts
 * is never below the estimate of the whole. Its `exact` is false; `encoding` names base and margin. Gives back `counter` itself for 1,000.
 */
export function withMargin(counter: TokenCounter, marginMilli: number): TokenCounter {
  if (marginMilli === 1000) return counter;
  return {
    encoding: `${counter.encoding}*${marginMilli / 1000}`,
    exact: false,
    count: (text) => Math.ceil((counter.count(text) * marginMilli) / 1000),
  };
}

/** A margin and what was learnt of it: never below the other encoding's own count. Thousandths. */
export const learntMargin = (marginMilli: number, learntMilli: number): number =>
  Math.max(1000, Math.round((marginMilli * learntMilli) / 1000));

/**
 * The low bound of a text that `withMargin` counted: the other encoding's own count, which the model's tokenizer is never known to be
 * below. Whether a prefix is long enough to be cached is asked of this one, whether a prompt fits of the other.
 */
export const leastTokens = (tokens: number, marginMilli: number): number => Math.floor((tokens * 1000) / marginMilli);
