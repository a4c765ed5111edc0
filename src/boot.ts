/** Builds the whole service from its configuration: tokenizer, snapshot, store, sources, HTTP. IO; knows no process. */
import type { FastifyBaseLogger } from "fastify";
import type { LoggerOptions } from "pino";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { authOff } from "./http/auth.ts";
import type { App } from "./http/types.ts";
import { reportOf } from "./pipeline/report.ts";
import type { Environment } from "./policy/environment.ts";
import { loadPolicies } from "./policy/load.ts";
import { memorySource } from "./policy/policy-source.ts";
import { type Problem, problemLine } from "./policy/problem.ts";
import type { Policy, Snapshot } from "./policy/snapshot.ts";
import type { Service } from "./service/answers.ts";
import { createService } from "./service/service.ts";
import { createAnswerCache } from "./sources/answer-cache.ts";
import { createGatherer } from "./sources/gather.ts";
import { createPools } from "./sources/pools.ts";
import type { ManifestStore } from "./store/manifest-store.ts";
import { openSqliteStore } from "./store/sqlite-store.ts";
import { type Counters, loadCounters } from "./tokens/counters.ts";
import { VERSION } from "./version.ts";

export interface BootOptions {
  readonly config: Config;
  /** What the policies' `${NAME}` are filled from. */
  readonly environment: Environment;
  readonly logger: FastifyBaseLogger | LoggerOptions;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Booted {
  readonly app: App;
  readonly service: Service;
  readonly snapshot: Snapshot;
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
  const store = await openSqliteStore({ path: config.storePath, hashKey: config.hashKey, version: VERSION });
  try {
    await store.keepSnapshot(snapshot.digest, filesOf(snapshot));
    const compile = (name: string, files: ReadonlyMap<string, string>) => compileAlone(name, files, load);
    return await start(options, { snapshot, store, counters, compile });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Parts {
  readonly snapshot: Snapshot;
  readonly store: ManifestStore;
  readonly counters: Counters;
  readonly compile: (name: string, files: ReadonlyMap<string, string>) => Promise<Policy | readonly Problem[]>;
}

async function start({ config, logger, now }: BootOptions, { snapshot, store, counters, compile }: Parts): Promise<Booted> {
  const pools = createPools();
  const service = createService({
    snapshot: () => snapshot,
    counter: counters.of,
    gatherer: createGatherer({ pools, cache: createAnswerCache({ maxBytes: config.cacheBytes }) }),
    store,
    compile,
    requestDeadlineMs: config.requestDeadlineMs,
    version: VERSION,
    now,
    monotonic: () => performance.now(),
  });
  let draining = false;
  const app = await buildApp({
    service,
    logger,
    authenticate: authOff,
    report: reportOf,
    readiness: () => ({ ready: !draining, checks: { policies: true, store: true, accepting: !draining } }),
    config: {
      publicUrl: config.publicUrl,
      version: VERSION,
      bodyLimitBytes: config.bodyLimitBytes,
      requestDeadlineMs: config.requestDeadlineMs,
      maxInFlight: config.maxInFlight,
      checkAnswers: !config.production,
    },
  });
  return {
    app,
    service,
    snapshot,
    drain: () => {
      draining = true;
    },
    close: async () => {
      await app.close();
      await pools.close();
      await store.close();
    },
  };
}

/** Policy name and path to exact text: what a replay loads again. */
function filesOf({ policies }: Snapshot): ReadonlyMap<string, string> {
  return new Map(
    [...policies].flatMap(([name, { files }]) => [...files].map(([path, text]) => [`${name}/${path}`, text] as const)),
  );
}

async function compileAlone(
  name: string,
  files: ReadonlyMap<string, string>,
  load: Omit<Parameters<typeof loadPolicies>[0], "directory">,
): Promise<Policy | readonly Problem[]> {
  const loaded = await loadPolicies({ ...load, directory: memorySource(new Map([[name, files]])) });
  if ("problems" in loaded) return loaded.problems;
  const policy = loaded.snapshot.policies.get(name);
  if (policy === undefined) throw new Error(`a policy loaded without problems is not in its snapshot: ${name}`);
  return policy;
}
