/** Callers, sources and gatherers with defaults, for the tests that talk to real servers. */
import { onTestFinished } from "vitest";
import { type CallerAbout, callerAbout, verifiedCaller } from "../../src/caller.ts";
import { compileSearch, type SearchSource } from "../../src/policy/compile/search.ts";
import type { Source } from "../../src/policy/rules/sources.ts";
import { SearchSource as SearchEntry } from "../../src/policy/schema/search-source.ts";
import { createAnswerCache } from "../../src/sources/answer-cache.ts";
import { createGatherer, type Gatherer, type GatherInput, type GatherLimits } from "../../src/sources/gather.ts";
import { createPools, type Pools, type PoolsOptions } from "../../src/sources/pools.ts";
import { askSearch } from "../../src/sources/search/ask-search.ts";
import type { SearchValues } from "../../src/sources/search/fill-request.ts";
import type { SearchResult } from "../../src/sources/search/hit.ts";
import { createTimeLeft } from "../../src/sources/time-left.ts";
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

/** A search source as `sources.yaml` gives it; `changes` are members of `search` or of the entry. */
export function aSearch(origin: string, search: object = {}, entry: object = {}): SearchSource {
  const written = {
    search: {
      url: `${origin}/handbook/_search`,
      body: { size: "{k}", query: { match: { text: "{question}" } } },
      hits: "/hits/hits",
      fields: { id: "/_id", text: "/_source/text", score: "/_score" },
      ...search,
    },
    access: "tenant",
    timeout: "8s",
    max_bytes: 65_536,
    sample: "samples/kb.json",
    ...entry,
  };
  return compileSearch("kb", SearchEntry.parse(written));
}

export function searchValues(changes: Partial<SearchValues> = {}): SearchValues {
  const values = { subject: "athlete-1", tenant: "club", plan: "free", attributes: new Map(), question: "How many days?" };
  return { ...values, ...changes };
}

interface SearchAsk {
  readonly pools?: Pools;
  readonly values?: SearchValues;
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

/** Asks a search once, with connections that are closed after the test. */
export function searchOnce(source: SearchSource, ask: SearchAsk = {}): Promise<SearchResult> {
  const { values = searchValues(), deadlineMs = performance.now() + 10_000, signal = new AbortController().signal } = ask;
  const timeLeft = createTimeLeft({ deadlineMs, signal: () => signal }, () => performance.now());
  return askSearch(ask.pools ?? somePools(), { source, values, traceparent: TRACEPARENT, timeLeft });
}

/** Pools that are closed after the test. */
export function somePools(options: Partial<PoolsOptions> = {}): Pools {
  const pools = createPools(options);
  onTestFinished(() => pools.close());
  return pools;
}
