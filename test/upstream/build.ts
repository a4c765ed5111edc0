/** Callers, sources and gatherers with defaults, for the tests that talk to real servers. */
import { onTestFinished } from "vitest";
import { type CallerAbout, callerAbout, verifiedCaller } from "../../src/caller.ts";
import type { Source } from "../../src/policy/snapshot.ts";
import { createAnswerCache } from "../../src/sources/answer-cache.ts";
import { createGatherer, type Gatherer, type GatherInput, type GatherLimits } from "../../src/sources/gather.ts";
import { createPools, type PoolsOptions } from "../../src/sources/pools.ts";
import { type StubHandler, type StubUpstream, startStub } from "../support/stub-upstream.ts";

export const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** A source with names in braces in `path`; everything else as a short `sources.yaml` would give it. */
export function aSource(origin: string, path: string, changes: Partial<Source> = {}): Source {
  return {
    name: "readiness",
    origin,
    urlParts: `${origin}${path}`.split(/[{}]/),
    headers: {},
    params: [],
    timeoutMs: 8_000,
    maxBytes: 65_536,
    ttlMs: 0,
    shared: false,
    staleIfErrorMs: 0,
    errorField: null,
    required: false,
    trust: 0.5,
    ...changes,
  };
}

export function aCaller(subject = "athlete-1", tenant = "club"): CallerAbout {
  return callerAbout(verifiedCaller({ tenant, subject, groups: [], permissions: new Set() }), subject);
}

export function anInput(sources: readonly Source[], changes: Partial<GatherInput> = {}): GatherInput {
  const policy = { digest: "sha256:d1", sources: new Map(sources.map((source) => [source.name, source])) };
  return { policy, plan: "free", attributes: new Map(), ...changes };
}

export function limits(changes: Partial<GatherLimits> = {}): GatherLimits {
  const deadlineMs = performance.now() + 10_000;
  return { deadlineMs, signal: () => new AbortController().signal, traceparent: TRACEPARENT, ...changes };
}

/** A server that is closed after the test. */
export async function stub(handler: StubHandler): Promise<StubUpstream> {
  const server = await startStub(handler);
  onTestFinished(() => server.close());
  return server;
}

/** A gatherer whose connections are closed after the test; `nowMs` is the clock of its cache only. */
export function gatherer(options: Partial<PoolsOptions> & { readonly cacheNowMs?: () => number } = {}): Gatherer {
  const { cacheNowMs = () => performance.now(), ...poolsOptions } = options;
  const pools = createPools(poolsOptions);
  onTestFinished(() => pools.close());
  return createGatherer({ pools, cache: createAnswerCache({ maxBytes: 4_194_304, nowMs: cacheNowMs }) });
}

/** Asks one source once, on its own. */
export function askOnce(source: Source, caller = aCaller(), within = limits()) {
  return gatherer()
    .open(caller, anInput([source]), within)
    .ask(source.name);
}
