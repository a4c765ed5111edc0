/** Wires what a boot opened into the service and its HTTP face. IO through what it is given. */
import type { FastifyBaseLogger } from "fastify";
import type { LoggerOptions } from "pino";
import { buildApp } from "./app.ts";
import { compilerOf } from "./boot-compile.ts";
import { openRecords } from "./boot-records.ts";
import type { Config } from "./config.ts";
import { authenticateBy } from "./http/auth.ts";
import type { Metrics } from "./http/metrics/create-metrics.ts";
import type { Readiness } from "./http/routes/health.ts";
import type { App } from "./http/types.ts";
import type { Classifier } from "./model/classifier.ts";
import { reportOf } from "./pipeline/explain/report.ts";
import type { LoadOptions } from "./policy/load.ts";
import type { Snapshot } from "./policy/snapshot.ts";
import { createKeptDecisions, type KeptDecisions } from "./service/kept-decisions.ts";
import type { Library } from "./service/library.ts";
import { createMemory } from "./service/memory.ts";
import type { ServiceDeps } from "./service/open-request.ts";
import { createPeople } from "./service/people.ts";
import { createPrefixTracker } from "./service/prefix-tracker.ts";
import type { Records } from "./service/replay/records.ts";
import { savedSampler } from "./service/sample-saved.ts";
import { createService } from "./service/service.ts";
import type { Service } from "./service/service-types.ts";
import type { Shadows } from "./service/shadows.ts";
import { type AnswerCache, createAnswerCache } from "./sources/answer-cache.ts";
import { createGatherer } from "./sources/gather.ts";
import type { Pools } from "./sources/pools.ts";
import type { Store } from "./store/store.ts";
import type { Counters } from "./tokens/counters.ts";
import type { LearntRatios } from "./tokens/learnt-ratio.ts";
import { VERSION } from "./version.ts";

export interface AppOptions {
  readonly config: Config;
  readonly logger: FastifyBaseLogger | LoggerOptions;
  /** Versions of the platform data, for the manifest. */
  readonly platform: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

/** The policies as loaded, and how they were. */
export interface Loaded {
  readonly snapshot: Snapshot;
  readonly counters: Counters;
  readonly load: Omit<LoadOptions, "directory">;
}

/** What stays open while the service runs. */
export interface Parts {
  readonly store: Store;
  readonly pools: Pools;
  readonly library: Library;
  readonly classifier: Classifier;
  readonly learnt: LearntRatios;
  readonly shadows: Shadows;
  readonly metrics: Metrics;
  readonly readiness: () => Readiness;
}

export interface Opened {
  readonly app: App;
  readonly service: Service;
  readonly records: Records;
}

export async function openApp(options: AppOptions, loaded: Loaded, parts: Parts): Promise<Opened> {
  const { config, now } = options;
  const { store, metrics, readiness } = parts;
  const cache = createAnswerCache({ maxBytes: config.cacheBytes });
  const decisions = createKeptDecisions();
  const compile = compilerOf(loaded.snapshot, loaded.load);
  const clock = { now, platform: options.platform, version: VERSION };
  const common = { store, counter: loaded.counters.of, snapshot: () => loaded.snapshot, compile, ...clock };
  const service = serviceOf(config, parts, { ...common, cache, decisions });
  const records = openRecords({ ...common, load: loaded.load });
  const app = await buildApp({
    ...{ service, records, metrics, readiness },
    people: createPeople({ store, answers: cache, decisions, now }),
    memory: createMemory({ store, now }),
    logger: options.logger,
    authenticate: authenticateBy[config.auth],
    report: reportOf,
    config: {
      publicUrl: config.publicUrl,
      version: VERSION,
      bodyLimitBytes: config.bodyLimitBytes,
      maxCandidates: config.maxCandidates,
      maxCandidateBytes: config.maxCandidateBytes,
      requestDeadlineMs: config.requestDeadlineMs,
      maxInFlight: config.maxInFlight,
      checkAnswers: !config.production,
    },
  });
  return { app, service, records };
}

type Common = Pick<ServiceDeps, "store" | "counter" | "snapshot" | "compile" | "now" | "platform" | "version"> & {
  readonly cache: AnswerCache;
  readonly decisions: KeptDecisions;
};

function serviceOf(
  { requestDeadlineMs }: Config,
  { pools, library, classifier, learnt, shadows, metrics: { meter } }: Parts,
  { cache, ...common }: Common,
): Service {
  const prefixes = createPrefixTracker({
    onPrompt: ({ changes }) => {
      for (const what of changes) meter.prefixChanged(what);
    },
  });
  return createService({
    ...common,
    ...{ library, classifier, learnt, shadows, meter, prefixes, requestDeadlineMs },
    gatherer: createGatherer({ pools, cache }),
    observers: { ratio: learnt, cache: prefixes },
    sampleSaved: savedSampler(meter, setImmediate),
    monotonic: () => performance.now(),
  });
}
