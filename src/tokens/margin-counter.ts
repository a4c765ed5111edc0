/** An estimate for models without a public tokenizer: another encoding's count and a margin. Pure. */
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
