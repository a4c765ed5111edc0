/** A request with what is remembered about its person, as long as the time of the request lasts. IO through the store. */
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { SourceTiming } from "../sources/source-result.ts";
import { createTimeLeft } from "../sources/time-left.ts";
import type { Opened, ServiceDeps } from "./open-request.ts";
import type { Recall } from "./recall.ts";
import { recallOf, withRecall } from "./remembered.ts";
import type { Call } from "./service-types.ts";

export interface Recalled {
  /** Null where the policy asks for none. */
  readonly recall: Recall | null;
  readonly request: AssemblyRequest;
  readonly timing: readonly SourceTiming[];
}

/** Rejects as `recallOf` does. The wait ends with the time of the request. */
export async function recalled(
  { store, monotonic }: Pick<ServiceDeps, "store" | "monotonic">,
  opened: Opened,
  { signal }: Pick<Call, "signal">,
): Promise<Recalled> {
  if (opened.request.policy.memory === null) return { recall: null, request: opened.request, timing: [] };
  const startedMs = monotonic();
  const timeLeft = createTimeLeft({ deadlineMs: opened.deadlineMs, signal }, monotonic);
  const recall = await recallOf(store, opened, timeLeft);
  const timing: Recalled["timing"] = recall === null ? [] : [{ source: "memory", ms: monotonic() - startedMs, via: "store" }];
  return { recall, request: withRecall(opened.request, recall), timing };
}
