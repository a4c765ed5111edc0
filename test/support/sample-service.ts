/** The service on the coaching samples, each answer the same object until a test changes it: what a cache does. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Caller, type Permission, verifiedCaller } from "../../src/caller.ts";
import { DISABLED_CLASSIFIER } from "../../src/model/classifier.ts";
import type { Snapshot } from "../../src/policy/snapshot.ts";
import type { KeptDecisions } from "../../src/service/kept-decisions.ts";
import { NO_METER } from "../../src/service/meter.ts";
import { createPrefixTracker } from "../../src/service/prefix-tracker.ts";
import { createService } from "../../src/service/service.ts";
import type { Call, Service } from "../../src/service/service-types.ts";
import { NO_OBSERVERS } from "../../src/service/usage-observers.ts";
import type { Gatherer, Receipt } from "../../src/sources/gather.ts";
import { sampleGatherer } from "../../src/sources/sample-gatherer.ts";
import type { SourceResult } from "../../src/sources/source-result.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { loadCounters } from "../../src/tokens/counters.ts";
import type { LearntRatios } from "../../src/tokens/learnt-ratio.ts";
import { loadCoaching } from "./coaching.ts";
import { NO_DOCUMENTS } from "./memory-documents.ts";

const { snapshot } = await loadCoaching();
const counters = await loadCounters();

/** By `tenant person source`. */
export type SampleAnswers = Map<string, SourceResult | Promise<SourceResult>>;

/** The samples as a gatherer whose receipts are good for as long as the answer is the same. */
function keepingGatherer(answers: SampleAnswers): Gatherer {
  const samples = sampleGatherer(snapshot.policies);
  return {
    open(caller, input, limits) {
      const gathering = samples.open(caller, input, limits);
      const receipts = new Map<string, Receipt>();
      const ask = async (source: string): Promise<SourceResult> => {
        const key = `${caller.tenant} ${caller.about} ${source}`;
        const answer = answers.get(key) ?? gathering.ask(source);
        answers.set(key, answer);
        const result = await answer;
        answers.set(key, result);
        receipts.set(source, { source, key, result });
        return result;
      };
      return { ask, timings: () => [], receipts: () => [...receipts.values()] };
    },
    again: (receipts) => (receipts.every(({ key, result }) => answers.get(key) === result) ? [] : null),
  };
}

/** A store in a folder of its own; `close` takes the folder away. */
export async function openSampleStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-samples-"));
  const store = await openSqliteStore({ path: join(folder, "w.db"), hashKey: null, version: "test" });
  const close = async (): Promise<void> => {
    await store.close();
    rmSync(folder, { recursive: true });
  };
  return { ...store, close };
}

export interface SampleParts {
  readonly store: Store;
  readonly answers: SampleAnswers;
  readonly decisions: Pick<KeptDecisions, "of">;
  /** Absent: the shipped policies. */
  readonly snapshot?: () => Snapshot;
  readonly learnt?: Pick<LearntRatios, "milliOf">;
}

export const sampleService = (parts: SampleParts): Service =>
  createService({
    classifier: DISABLED_CLASSIFIER,
    decisions: parts.decisions,
    snapshot: parts.snapshot ?? (() => snapshot),
    counter: counters.of,
    learnt: parts.learnt ?? { milliOf: () => 1_000 },
    gatherer: keepingGatherer(parts.answers),
    library: { open: () => ({ ask: NO_DOCUMENTS, timings: () => [] }), readings: () => [] },
    store: parts.store,
    ...{ prefixes: createPrefixTracker(), observers: NO_OBSERVERS, meter: NO_METER, sampleSaved: () => undefined },
    shadows: { compare: () => {} },
    compile: async () => [],
    requestDeadlineMs: 60_000,
    version: "test",
    platform: "test",
    now: () => Date.parse("2026-03-10T09:00:00+02:00"),
    monotonic: () => performance.now(),
  });

export interface Asker {
  readonly tenant: string;
  readonly subject: string | null;
  readonly groups: readonly string[];
  readonly permissions: readonly Permission[];
}

export const askerOf = (changes: Partial<Asker> = {}): Caller => {
  const { permissions, ...identity } = {
    tenant: "a",
    subject: null,
    groups: [],
    permissions: ["any_subject"] as const,
    ...changes,
  };
  return verifiedCaller({ ...identity, permissions: new Set(permissions) });
};

export const callNow = (): Call => ({
  requestId: "r",
  traceId: "t",
  traceparent: "",
  arrivedMs: performance.now(),
  signal: () => new AbortController().signal,
});
