/** A request with what is remembered about its person, as long as the time of the request lasts. IO through the store. */
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { SourceTiming } from "../sources/source-result.ts";
import { createTimeLeft } from "../sources/time-left.ts";
import type { Call } from "./answers.ts";
import type { Opened, ServiceDeps } from "./open-request.ts";
import { recallOf, withRecall } from "./remembered.ts";

export interface Recalled {
  /** What was recalled, as it is recorded; null where the policy asks for none. */
  readonly memory: string | null;
  readonly request: AssemblyRequest;
  readonly timing: readonly SourceTiming[];
}

/** Rejects as `recallOf` does. The wait ends with the time of the request. */
export async function recalled(
  { store, monotonic }: Pick<ServiceDeps, "store" | "monotonic">,
  opened: Opened,
  { signal }: Pick<Call, "signal">,
): Promise<Recalled> {
  if (opened.request.policy.memory === null) return { memory: null, request: opened.request, timing: [] };
  const startedMs = monotonic();
  const timeLeft = createTimeLeft({ deadlineMs: opened.deadlineMs, signal }, monotonic);
  const memory = await recallOf(store, opened, timeLeft);
  const timing: Recalled["timing"] = memory === null ? [] : [{ source: "memory", ms: monotonic() - startedMs, via: "store" }];
  return { memory, request: withRecall(opened.request, memory), timing };
}
