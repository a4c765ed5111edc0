/** Builds the whole service from its configuration: tokenizer, snapshot, store, sources, HTTP. IO; knows no process. */
import type { FastifyBaseLogger } from "fastify";
import type { LoggerOptions } from "pino";
import { buildApp } from "./app.ts";
import { type DocumentNews, type OpenDocuments, openDocuments } from "./boot-documents.ts";
import { openRecords } from "./boot-records.ts";
import type { Config } from "./config.ts";
import { authOff } from "./http/auth.ts";
import { createMetrics } from "./http/metrics/create-metrics.ts";
import { openapiDocument } from "./http/openapi/document.ts";
import type { App } from "./http/types.ts";
import { type Classifier, createClassifier, DISABLED_CLASSIFIER } from "./model/classifier.ts";
import { newsLine } from "./news-line.ts";
import { reportOf } from "./pipeline/report.ts";
import { type Environment, placeholderNames } from "./policy/environment.ts";
import { type LoadOptions, loadPolicies } from "./policy/load.ts";
import { memorySource } from "./policy/policy-source.ts";
import { problemLine } from "./policy/problem.ts";
import type { Policy, Snapshot } from "./policy/snapshot.ts";
import { snapshotFiles } from "./policy/snapshot-files.ts";
import type { Service } from "./service/answers.ts";
import { createKeptDecisions } from "./service/kept-decisions.ts";
import { createMemory } from "./service/memory.ts";
import { meteredStore } from "./service/metered-store.ts";
import { createPeople } from "./service/people.ts";
import { createPrefixTracker } from "./service/prefix-tracker.ts";
import { sharedZoneProblems } from "./service/prove-shared-zone.ts";
import type { Records } from "./service/replay/records.ts";
import { savedSampler } from "./service/sample-saved.ts";
import { createService } from "./service/service.ts";
import { createShadows, shadowFacts, shadowKeeper } from "./service/shadows.ts";
import type { CompilePolicy } from "./service/what-if.ts";
import { createAnswerCache } from "./sources/answer-cache.ts";
import { createGatherer } from "./sources/gather.ts";
import { createPools, type Pools } from "./sources/pools.ts";
import { openStore } from "./store/open-store.ts";
import type { Store } from "./store/store.ts";
import { type Sweeping, startSweeping } from "./store/sweeping.ts";
import { loadDetector } from "./text/answer-language.ts";
import { type Counters, loadCounters } from "./tokens/counters.ts";
import { createLearntRatios } from "./tokens/learnt-ratio.ts";
import { VERSION } from "./version.ts";

export interface BootOptions {
  readonly config: Config;
  /** What the policies' `${NAME}` are filled from. */
  readonly environment: Environment;
  readonly logger: FastifyBaseLogger | LoggerOptions;
  /** Log lines that nobody got to read; absent: none is ever dropped. */
  readonly logDropped?: () => number;
  /** Versions of the platform data, for the manifest. */
  readonly platform: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /** Closed with the service; absent: the one that the configuration names. */
  readonly store?: Store;
}

export interface Booted {
  readonly app: App;
  readonly service: Service;
  readonly records: Records;
  readonly store: Store;
  readonly snapshot: Snapshot;
  /** Makes what the first request of a kind would wait for, and no start has to: to be called once the service listens. */
  warmUp(): Promise<void>;
  /** Takes the service out of rotation: readiness says no from here on, requests are still answered. */
  drain(): void;
  /** Completes the answers under way, then ends stores and connections. */
  close(): Promise<void>;
}

/** The running parts; or every problem of the policies, and nothing is open. Throws when the store cannot be opened. */
export async function boot(options: BootOptions): Promise<Booted | { readonly problems: readonly string[] }> {
  const { config, environment } = options;
  const counters = await loadCounters();
  const load = { environment, production: config.production, counter: counters.base };
  const loaded = await loadPolicies({ ...load, directory: config.policiesDir });
  if ("problems" in loaded) return { problems: loaded.problems.map(problemLine) };
  const { snapshot } = loaded;
  const unproven = await sharedZoneProblems({ snapshot, counter: counters.base, directory: config.policiesDir });
  if (unproven.length > 0) return { problems: unproven.map(problemLine) };
  const store = options.store ?? (await openStore(config, VERSION));
  try {
    await store.keepSnapshot(snapshot.digest, snapshotFiles(snapshot));
    const compile: CompilePolicy = (policy, files) => compileAlone(policy, files, load, ownLanguages(snapshot));
    const pools = createPools();
    const news = newsLine<DocumentNews>();
    const documents = await openDocuments({
      config,
      policies: snapshot.policies,
      pools,
      vectors: store.vectors,
      tell: news.tell,
    });
    if ("problems" in documents) {
      await Promise.all([pools.close(), store.close()]);
      return documents;
    }
    return await start(options, { snapshot, store, counters, compile, pools, documents, news, load });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Parts {
  readonly snapshot: Snapshot;
  readonly store: Store;
  readonly counters: Counters;
  readonly compile: CompilePolicy;
  readonly pools: Pools;
  readonly documents: OpenDocuments;
  readonly news: ReturnType<typeof newsLine<DocumentNews>>;
  readonly load: Omit<LoadOptions, "directory">;
}

async function start(
  { config, logger, logDropped = () => 0, platform, now }: BootOptions,
  { snapshot, store, counters, compile, pools, documents, news, load }: Parts,
): Promise<Booted> {
  const classifier = classifierOf(config);
  const monotonic = (): number => performance.now();
  const prefixes = createPrefixTracker({
    onPrompt: ({ changes }) => {
      for (const what of changes) metrics.meter.prefixChanged(what);
    },
  });
  const learnt = createLearntRatios();
  const shadows = createShadows({ tell: (one) => app.log.info(shadowFacts(one), "shadow"), keep: shadowKeeper(store, now) });
  const metrics = createMetrics({
    now: monotonic,
    learnt: learnt.known,
    ...{ storeHealthy: store.healthy, logDropped, shadows: shadows.counts, version: VERSION },
  });
  const cache = createAnswerCache({ maxBytes: config.cacheBytes });
  const decisions = createKeptDecisions();
  const service = createService({
    snapshot: () => snapshot,
    counter: counters.of,
    learnt,
    library: documents.library,
    gatherer: createGatherer({ pools, cache }),
    classifier,
    decisions,
    store: meteredStore(store, metrics.meter, monotonic),
    prefixes,
    observers: { ratio: learnt, cache: prefixes },
    meter: metrics.meter,
    sampleSaved: savedSampler(metrics.meter, setImmediate),
    shadows,
    compile,
    requestDeadlineMs: config.requestDeadlineMs,
    version: VERSION,
    platform,
    now,
    monotonic,
  });
  const records = openRecords({
    ...{ load, store, compile, platform, now, version: VERSION },
    ...{ snapshot: () => snapshot, counter: counters.of },
  });
  const people = createPeople({ store, answers: cache, decisions, now });
  let draining = false;
  const app = await buildApp({
    service,
    records,
    people,
    memory: createMemory({ store, now }),
    logger,
    authenticate: authOff,
    report: reportOf,
    metrics,
    readiness: () => ({
      ready: !draining && store.healthy(),
      checks: { policies: true, store: store.healthy(), accepting: !draining },
    }),
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
  const sweeping = sweepingOf(store, app.log);
  news.open(({ level, facts, message }) => app.log[level](facts, message));
  return {
    app,
    service,
    records,
    store,
    snapshot,
    warmUp: async () => {
      await loadDetector();
      openapiDocument(app);
    },
    drain: () => {
      draining = true;
    },
    close: async () => {
      await app.close();
      await sweeping.close();
      await documents.close();
      await pools.close();
      await classifier.close();
      await store.close();
    },
  };
}

const sweepingOf = (store: Store, log: App["log"]): Sweeping =>
  startSweeping({
    store,
    timer: { set: (run, ms) => setTimeout(run, ms).unref(), clear: (timer) => clearTimeout(timer as NodeJS.Timeout) },
    onSwept: (counts) => log.info({ counts }, "records past their time were removed"),
    onFault: (error) => log.warn({ err: error }, "records past their time could not be removed; it is tried again"),
  });

function classifierOf({ model }: Config): Classifier {
  if (model === null) return DISABLED_CLASSIFIER;
  const { baseUrl, apiKey, name, deadlineMs } = model;
  return createClassifier({ baseUrl, apiKey, model: name, deadlineMs });
}

/** Language files that came with the policies. */
const ownLanguages = ({ languageTexts }: Snapshot): ReadonlyMap<string, string> =>
  new Map([...languageTexts].filter(([file]) => !file.startsWith("languages/")));

async function compileAlone(
  loaded: Policy,
  files: ReadonlyMap<string, string>,
  load: Omit<LoadOptions, "directory">,
  languages: ReadonlyMap<string, string>,
): ReturnType<CompilePolicy> {
  const named = placeholderNames(loaded.files.get("policy.yaml") ?? "");
  const policyEnvironment = Object.fromEntries(Object.entries(load.environment).filter(([name]) => named.has(name)));
  const directory = memorySource(new Map([[loaded.name, files]]), { languages });
  const result = await loadPolicies({ ...load, policyEnvironment, directory });
  if ("problems" in result) return result.problems;
  const policy = result.snapshot.policies.get(loaded.name);
  if (policy === undefined) throw new Error(`a policy loaded without problems is not in its snapshot: ${loaded.name}`);
  return policy;
}
