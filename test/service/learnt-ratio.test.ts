/** What was learnt of a model's estimates reaches its next prompts, its manifest and the record of its inputs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { verifiedCaller } from "../../src/caller.ts";
import { DISABLED_CLASSIFIER } from "../../src/model/classifier.ts";
import { createKeptDecisions } from "../../src/service/kept-decisions.ts";
import { NO_METER } from "../../src/service/meter.ts";
import { createPrefixTracker } from "../../src/service/prefix-tracker.ts";
import { createService } from "../../src/service/service.ts";
import type { AssembledPrompt, Call } from "../../src/service/service-types.ts";
import { NO_OBSERVERS } from "../../src/service/usage-observers.ts";
import { sampleGatherer } from "../../src/sources/sample-gatherer.ts";
import type { ManifestWrite } from "../../src/store/manifest-store.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { loadCounters } from "../../src/tokens/counters.ts";
import { createLearntRatios } from "../../src/tokens/learnt-ratio.ts";
import { loadCoaching } from "../support/coaching.ts";
import { NO_DOCUMENTS } from "../support/memory-documents.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-learnt-"));
const store = await openSqliteStore({ path: join(folder, "w.db"), hashKey: null, version: "test" });
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const { snapshot, policy } = await loadCoaching();
const [first] = policy.models;
if (first === undefined) throw new Error("no model");
const claude = { ...first, name: "claude-opus-5-5", exact: false, marginMilli: 1750 };
const withClaude = { ...policy, models: [claude, ...policy.models] };
const policies = new Map([...snapshot.policies, [policy.name, withClaude]]);
const counters = await loadCounters();
const learnt = createLearntRatios();
const written: ManifestWrite[] = [];
const service = createService({
  classifier: DISABLED_CLASSIFIER,
  decisions: createKeptDecisions(),
  snapshot: () => ({ ...snapshot, policies }),
  counter: counters.of,
  learnt,
  gatherer: sampleGatherer(policies),
  library: { open: () => ({ ask: NO_DOCUMENTS, timings: () => [] }), readings: () => [] },
  store: {
    ...store,
    save: (caller, manifest) => {
      written.push(manifest);
      return store.save(caller, manifest);
    },
  },
  ...{ prefixes: createPrefixTracker(), observers: NO_OBSERVERS, meter: NO_METER, sampleSaved: () => undefined },
  shadows: { compare: () => {} },
  compile: async () => [],
  requestDeadlineMs: 60_000,
  version: "test",
  platform: "test",
  now: () => 0,
  monotonic: () => performance.now(),
});

const CALLER = verifiedCaller({ tenant: "t", subject: null, groups: [], permissions: new Set(["any_subject", "reveal"]) });
const BODY = { policy: policy.name, subject: "maya", question: "Should I train through this pain?", at: "2026-03-10T09:00:00Z" };
const call = (): Call => ({
  requestId: "r",
  traceId: "t",
  traceparent: "",
  arrivedMs: performance.now(),
  signal: () => new AbortController().signal,
});
const ask = (model: string): Promise<AssembledPrompt> => service.assemble(CALLER, { ...BODY, model }, call());

test("the ratio is in the next manifest and in the recorded request; an explanation has the same; exact models have none", async () => {
  const before = await ask("claude-opus-5-5");
  const stated = before.core.budget.estimate;
  expect(stated).toMatchObject({ margin: 1.75, learnt_ratio: 1 });
  const exact = await ask("gpt-4o");
  expect(exact.core.budget.estimate).toBeUndefined();
  // Both formats are the same, so the low bound is what the other encoding itself counts.
  expect(stated?.least).toBe(exact.core.budget.used);

  for (let at = 0; at < 60; at += 1)
    learnt.observe("claude-opus-5-5", { ours: before.core.budget.used, measured: 0.7 * before.core.budget.used });
  const after = await ask("claude-opus-5-5");
  expect(after.core.budget.estimate).toEqual({ margin: 1.75, learnt_ratio: 0.8, least: stated?.least });
  expect(after.core.budget.used).toBeLessThan(before.core.budget.used);
  expect(after.core.budget.used).toBeGreaterThan(stated?.least ?? 0);
  expect(after.core.versions.tokenizer).toBe("o200k_base*1.4");
  expect(after.prompt).toEqual(before.prompt);

  const explained = await service.explain(CALLER, { ...BODY, model: "claude-opus-5-5" }, new Set(), call());
  expect(explained.core).toEqual(after.core);
  const last = written.at(-1) as ManifestWrite;
  const request: unknown = JSON.parse(last.texts.get(last.inputs.request_hash) ?? "");
  expect(request).toMatchObject({ learnt_milli: 800 });
  expect((await ask("gpt-4o")).core).toEqual(exact.core);
});
