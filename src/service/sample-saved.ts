/** What selecting saved, measured on some assemblies after their answers have left. Keeps a count of assemblies by policy. */
import type { Assembly } from "../pipeline/assemble.ts";
import { naiveEstimate } from "../pipeline/explain/naive.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Meter } from "./meter.ts";

export type SampleSaved = (assembly: Assembly, counter: TokenCounter) => void;

/** One assembly in so many, by policy; the first one too. */
export const SAMPLED_EVERY = 16;

/** `later` runs what it is given once the answer is on its way. */
export function savedSampler(meter: Pick<Meter, "sampled">, later: (work: () => void) => void): SampleSaved {
  const seen = new Map<string, number>();
  return (assembly, counter) => {
    const { name } = assembly.request.policy;
    const before = seen.get(name) ?? 0;
    seen.set(name, (before + 1) % SAMPLED_EVERY);
    if (before === 0) later(() => meter.sampled({ policy: name, ...naiveEstimate(assembly, counter) }));
  };
}
