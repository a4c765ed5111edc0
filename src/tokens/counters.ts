/** The counters of all models, built once before readiness. */
import type { Model } from "../policy/snapshot.ts";
import { ENCODINGS } from "./encodings.ts";
import { learntMargin, withMargin } from "./margin-counter.ts";
import { createTokenCounter } from "./tiktoken-counter.ts";
import type { TokenCounter } from "./token-counter.ts";

export interface Counters {
  /** Of the encoding most models share; measures samples at boot. */
  readonly base: TokenCounter;
  /** The counter for a model: exact, or raised by its margin and what was learnt of that. The same object each time. */
  of(model: Pick<Model, "encoding" | "marginMilli" | "exact">, learntMilli?: number): TokenCounter;
}

/** Loads every encoding: a few tenths of a second. */
export async function loadCounters(): Promise<Counters> {
  const exact = new Map<string, TokenCounter>();
  for (const encoding of ENCODINGS) exact.set(encoding, await createTokenCounter(encoding));
  const base = exact.get("o200k_base");
  if (base === undefined) throw new Error("the encoding o200k_base is missing");
  const raised = new Map<string, TokenCounter>();
  return {
    base,
    of: ({ encoding, marginMilli: stated, exact: isExact }, learntMilli = 1000) => {
      const marginMilli = isExact ? stated : learntMargin(stated, learntMilli);
      const key = `${encoding} ${marginMilli}`;
      const known = raised.get(key);
      if (known !== undefined) return known;
      const plain = exact.get(encoding);
      if (plain === undefined) throw new Error(`no tokenizer for the encoding ${encoding}`);
      const counter = marginMilli === 1000 ? plain : withMargin(plain, marginMilli);
      raised.set(key, counter);
      return counter;
    },
  };
}
