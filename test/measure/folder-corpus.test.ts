/** What is measured on a policy's folder is what the service does with the same questions. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callerAbout, verifiedCaller } from "../../src/caller.ts";
import { askEach } from "../../src/measure/ask-each.ts";
import { folderCorpus } from "../../src/measure/folder-corpus.ts";
import { readSet } from "../../src/measure/retrieval-set.ts";
import { sentBy, sweepQuestion } from "../../src/measure/sweep-figures.ts";
import { type Assembly, assemble } from "../../src/pipeline/assemble.ts";
import { loadPolicies } from "../../src/policy/load.ts";
import { openLibrary } from "../../src/service/library.ts";
import { resolveRequest } from "../../src/service/resolve.ts";
import { withSamples } from "../../src/service/sample-documents.ts";
import { createPools } from "../../src/sources/pools.ts";
import { sampleGatherer } from "../../src/sources/sample-gatherer.ts";
import { openMarker } from "../../src/text/marker.ts";
import { type Counters, loadCounters } from "../../src/tokens/counters.ts";
import { HANDBOOK_SET, NOW_MS } from "../cli/run-retrieval.ts";

/** Today, and while the older price list was in force. */
const DATES = [NOW_MS, Date.UTC(2025, 5, 1)];

test("sections, scores and tokens are those of the service, for each question, today and before a list was replaced", async () => {
  const counters = await loadCounters();
  const read = readSet(HANDBOOK_SET, readFileSync(HANDBOOK_SET));
  const place = { directory: "policies", environment: {}, counters };
  const corpus = await folderCorpus(place, { policy: "support", source: "handbook" }, "set:1");
  if ("faults" in read || "faults" in corpus) throw new Error("the shipped set cannot be used");
  const { settings } = corpus;
  const service = await openService(counters);
  let whole = 0;
  for (const nowMs of DATES) {
    const swept = askEach({ corpus, questions: read.questions, nowMs, progress: () => {} }, (asked) =>
      sweepQuestion(asked, { ks: [settings.k], floors: [settings.floor ?? 0] }, true),
    );
    for (const { question, ranked, tokens } of swept) {
      const { retrieved, parts } = await service.ask(question.question, nowMs);
      const [found] = retrieved;
      const sent = [...sentBy(settings, ranked)];
      expect(found?.candidates.map(({ id }) => id)).toEqual(sent.map((at) => `handbook:${corpus.sections[at]?.id}`));
      const scores = found?.record.ranked.filter(({ outcome }) => outcome === "chosen").map(({ score }) => score);
      expect(scores).toEqual(ranked.slice(0, sent.length).map(({ score }) => Math.round(score * 10_000) / 10_000));
      // Where the budget left none out, the prompt holds what was counted.
      const placed = parts.filter(({ item }) => item?.given.found != null);
      if (placed.length < sent.length) continue;
      whole += 1;
      const lines = parts.filter(({ kind }) => kind === "list");
      expect([...placed, ...lines].reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens[sent.length]);
    }
  }
  await service.close();
  expect(whole).toBeGreaterThan(200);
}, 120_000);

/** The support policy with its documents and no sources. */
async function openService({ base }: Counters) {
  const loaded = await loadPolicies({ directory: "policies", environment: {}, production: false, counter: base });
  if ("problems" in loaded) throw new Error("the shipped policies do not load");
  const { policies, languages } = loaded.snapshot;
  const support = policies.get("support");
  if (support === undefined) throw new Error("there is no support policy");
  const pools = createPools();
  const opened = await openLibrary({ policiesDir: "policies", policies, pools, meaning: null, onReading: () => {} });
  if ("problems" in opened) throw new Error("the shipped documents cannot be read");
  const library = withSamples(opened, policies);
  const identity = { tenant: "samples", subject: "nobody", groups: [], permissions: new Set<never>() };
  const caller = callerAbout(verifiedCaller(identity), "nobody");
  const limits = { deadlineMs: Number.POSITIVE_INFINITY, signal: () => new AbortController().signal, traceparent: "" };
  return {
    ask(question: string, atMs: number): Promise<Assembly> {
      const request = resolveRequest({ subject: "nobody", question }, support, { nowMs: atMs, groups: [] });
      const { ask } = sampleGatherer(policies).open(caller, request, limits);
      const documents = library.open(caller, { ...request, overrides: new Map(), asksModel: false }, limits);
      return assemble(request, {
        languages,
        groups: [],
        counter: base,
        marker: openMarker,
        ask,
        askDocuments: documents.ask,
        askModel: null,
      });
    },
    close: () => Promise.all([library.close(), pools.close()]),
  };
}
