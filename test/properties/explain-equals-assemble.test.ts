/** Promise 12: one code path, the same context for the same inputs; an explanation never writes. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { verifiedCaller } from "../../src/caller.ts";
import { DISABLED_CLASSIFIER } from "../../src/model/classifier.ts";
import { FORMATS } from "../../src/policy/schema/policy-file.ts";
import { createKeptDecisions } from "../../src/service/kept-decisions.ts";
import { NO_METER } from "../../src/service/meter.ts";
import { createPrefixTracker } from "../../src/service/prefix-tracker.ts";
import { createService } from "../../src/service/service.ts";
import type { Call, QuestionBody } from "../../src/service/service-types.ts";
import { NO_OBSERVERS } from "../../src/service/usage-observers.ts";
import { sampleGatherer } from "../../src/sources/sample-gatherer.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { loadCounters } from "../../src/tokens/counters.ts";
import { createLearntRatios } from "../../src/tokens/learnt-ratio.ts";
import { loadCoaching } from "../support/coaching.ts";
import { NO_DOCUMENTS } from "../support/memory-documents.ts";
import { randomQuestion } from "../support/questions.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-explain-"));
const commits: unknown[] = [];
const store = await openSqliteStore({
  path: join(folder, "w.db"),
  hashKey: null,
  version: "test",
  onCommit: (written) => commits.push(written),
});
const { snapshot } = await loadCoaching();
const counters = await loadCounters();
const service = createService({
  classifier: DISABLED_CLASSIFIER,
  decisions: createKeptDecisions(),
  snapshot: () => snapshot,
  counter: counters.of,
  learnt: createLearntRatios(),
  gatherer: sampleGatherer(snapshot.policies),
  library: { open: () => ({ ask: NO_DOCUMENTS, timings: () => [] }), readings: () => [] },
  store,
  prefixes: createPrefixTracker(),
  shadows: { compare: () => {} },
  compile: async () => [],
  requestDeadlineMs: 60_000,
  version: "test",
  platform: "test",
  now: () => 0,
  observers: NO_OBSERVERS,
  meter: NO_METER,
  sampleSaved: () => {},
  monotonic: () => performance.now(),
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const CALLER = verifiedCaller({ tenant: "t", subject: null, groups: [], permissions: new Set(["any_subject"]) });
const call = (): Call => ({
  requestId: "r",
  traceId: "t",
  traceparent: "",
  arrivedMs: performance.now(),
  signal: () => new AbortController().signal,
});

const body = fc.record(
  {
    policy: fc.constant("coaching"),
    question: randomQuestion,
    subject: fc.constantFrom("maya", "jonas", "lena", "diego", "priya", "nobody"),
    at: fc.constantFrom("2026-03-10T09:00:00+02:00", "2026-03-10T23:59:59.999Z", "2026-03-29T02:30:00Z"),
    plan: fc.constantFrom("free", "paid"),
    intent: fc.constantFrom("training", "injury", "general"),
    language: fc.constantFrom("en", "pt-BR"),
    format: fc.constantFrom(...FORMATS),
    model: fc.constantFrom("gpt-4o-mini", "gpt-4o"),
  },
  { requiredKeys: ["policy", "question", "subject", "at"] },
) as fc.Arbitrary<QuestionBody>;

test("explain equals assemble, and writes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(body, async (asked) => {
      const assembled = await service.assemble(CALLER, asked, call());
      const before = commits.length;
      const explained = await service.explain(CALLER, asked, new Set(["decisions", "branches", "near_misses", "naive"]), call());
      expect(commits.length).toBe(before);
      expect(JSON.stringify(explained.core)).toBe(JSON.stringify(assembled.core));
      expect(explained.manifestId).toBeNull();
      const stored = await service.manifest(CALLER, assembled.manifestId ?? "");
      expect(stored.core).toEqual(assembled.core);
      for (const branch of explained.branches?.items ?? []) {
        if (branch.verdict === null) expect(branch.context_hash).toBe(assembled.core.context_hash);
      }
    }),
    { numRuns: 300 },
  );
});

test("without the permission to see them, fetched texts are shown as labels and tokens, and the hash is that of the true prompt", async () => {
  const asked = {
    policy: "coaching",
    question: "Should I train through this pain?",
    subject: "maya",
    at: "2026-03-10T09:00:00+02:00",
  };
  const assembled = await service.assemble(CALLER, asked, call());
  const explained = await service.explain(CALLER, asked, new Set(), call());
  const text = JSON.stringify(explained.prompt);
  expect(text).toContain("[Injury readiness: 41 tokens]");
  expect(text).not.toContain("Achilles");
  expect(explained.core.context_hash).toBe(assembled.core.context_hash);
});

test("without the permission to ask about others nobody else is asked about, and nothing is written", async () => {
  const before = commits.length;
  const priya = verifiedCaller({ tenant: "t", subject: "priya", groups: [], permissions: new Set() });
  const asked = { policy: "coaching", question: "Should I train?", subject: "maya" };
  await expect(service.assemble(priya, asked, call())).rejects.toMatchObject({ code: "forbidden" });
  await expect(service.explain(priya, asked, new Set(), call())).rejects.toMatchObject({ code: "forbidden" });
  expect(commits.length).toBe(before);
  const own = await service.explain(priya, { ...asked, subject: "priya" }, new Set(), call());
  expect(own.core.included.length).toBeGreaterThan(0);
});
