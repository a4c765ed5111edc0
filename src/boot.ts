/** Builds the whole service from its configuration: tokenizer, snapshot, store, sources, HTTP. IO; knows no process. */
import { type AppOptions, type Loaded, openApp } from "./boot-app.ts";
import { startBackground } from "./boot-background.ts";
import { openDocuments } from "./boot-documents.ts";
import { type Closing, createClosing } from "./closing.ts";
import type { Config } from "./config.ts";
import { createMetrics } from "./http/metrics/create-metrics.ts";
import { openapiDocument } from "./http/openapi/document.ts";
import type { App } from "./http/types.ts";
import { type Classifier, createClassifier, DISABLED_CLASSIFIER } from "./model/classifier.ts";
import { type News, newsLine } from "./news-line.ts";
import { loadPolicies } from "./policy/load.ts";
import type { Problem } from "./policy/problem.ts";
import type { Environment } from "./policy/read/environment.ts";
import { shownProblem } from "./policy/shown-place.ts";
import type { Snapshot } from "./policy/snapshot.ts";
import { snapshotFiles } from "./policy/snapshot-files.ts";
import { allProblems } from "./service/all-problems.ts";
import { meteredStore } from "./service/metered-store.ts";
import { sharedZoneProblems } from "./service/prove-shared-zone.ts";
import type { Records } from "./service/replay/records.ts";
import type { Service } from "./service/service-types.ts";
import { createShadows, shadowFacts, shadowKeeper } from "./service/shadows.ts";
import { createPools } from "./sources/pools.ts";
import { openStore } from "./store/open-store.ts";
import type { Store } from "./store/store.ts";
import { loadDetector } from "./text/answer-language.ts";
import { loadCounters } from "./tokens/counters.ts";
import { createLearntRatios } from "./tokens/learnt-ratio.ts";
import { VERSION } from "./version.ts";

export interface BootOptions extends AppOptions {
  /** What the policies' `${NAME}` are filled from. */
  readonly environment: Environment;
  /** Log lines that nobody got to read; absent: none is ever dropped. */
  readonly logDropped?: () => number;
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

/**
 * The running parts; or every problem of the policies and of their documents. Throws where a part cannot be opened; whatever is not
 * returned is closed again.
 */
export async function boot(options: BootOptions): Promise<Booted | { readonly problems: readonly string[] }> {
  const { config, environment } = options;
  const counters = await loadCounters();
  const load = { environment, production: config.production, counter: counters.base };
  const loaded = await loadPolicies({ ...load, directory: config.policiesDir });
  const told = (problems: readonly Problem[]) => ({ problems: problems.map((one) => shownProblem(config.policiesDir, one)) });
  if ("problems" in loaded) return told(await allProblems(loaded, config.policiesDir));
  const { snapshot } = loaded;
  const unproven = await sharedZoneProblems({ snapshot, counter: counters.base, directory: config.policiesDir });
  if (unproven.length > 0)
    return told(await allProblems({ problems: unproven, judged: [...snapshot.policies.values()] }, config.policiesDir));
  const closing = createClosing();
  try {
    const booted = await open(options, { snapshot, counters, load }, closing);
    if ("problems" in booted) await closing.close();
    return booted;
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** `closing` gets whatever is opened, so the newest, which uses the others, is closed first. */
async function open(
  options: BootOptions,
  loaded: Loaded,
  closing: Closing,
): Promise<Booted | { readonly problems: readonly string[] }> {
  const { config, logDropped = () => 0 } = options;
  const { snapshot } = loaded;
  const database = closing.opened(options.store ?? (await openStore(config, VERSION)));
  await database.keepSnapshot(snapshot.digest, snapshotFiles(snapshot));
  const pools = closing.opened(createPools());
  const news = newsLine<News>();
  const vectors = database.vectors;
  const documents = await openDocuments({ config, policies: snapshot.policies, pools, vectors, tell: news.tell });
  if ("problems" in documents) return documents;
  closing.opened(documents);
  const classifier = closing.opened(classifierOf(config));
  const learnt = createLearntRatios();
  const shadows = createShadows({
    tell: (one) => news.tell({ level: "info", facts: shadowFacts(one), message: "shadow" }),
    keep: shadowKeeper(database, options.now),
  });
  const storeHealthy = database.healthy;
  const metrics = createMetrics({
    ...{ now: () => performance.now(), learnt: learnt.known, shadows: shadows.counts },
    ...{ storeHealthy, logDropped, version: VERSION },
  });
  const store = meteredStore(database, metrics.meter, () => performance.now());
  const readiness = { draining: false };
  const { app, service, records } = await openApp(options, loaded, {
    ...{ store, pools, library: documents.library, classifier, learnt, shadows, metrics },
    readiness: () => ({
      ready: !readiness.draining && storeHealthy(),
      checks: { policies: true, store: storeHealthy(), accepting: !readiness.draining },
    }),
  });
  closing.opened(startBackground({ store, learnt, log: app.log }));
  closing.opened(app);
  news.open(({ level, facts, message }) => app.log[level](facts, message));
  return {
    ...{ app, service, records, store, snapshot },
    warmUp: async () => {
      await loadDetector();
      openapiDocument(app);
    },
    drain: () => {
      readiness.draining = true;
    },
    close: closing.close,
  };
}

function classifierOf({ model }: Config): Classifier {
  if (model === null) return DISABLED_CLASSIFIER;
  const { baseUrl, apiKey, name, deadlineMs } = model;
  return createClassifier({ baseUrl, apiKey, model: name, deadlineMs });
}
