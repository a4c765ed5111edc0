/** The store: /assemble with storing against without, in one run, interleaved; and 10,000 manifests listed and filtered, in both stores. */
import { callerAbout, PERMISSIONS, verifiedCaller } from "../src/caller.ts";
import type { ManifestFilter } from "../src/store/manifest-query.ts";
import type { ManifestWrite, StoredManifest } from "../src/store/manifest-store.ts";
import type { Store } from "../src/store/store.ts";
import { type BenchStore, emptyPostgres, emptySqlite } from "./list-store.ts";
import { load, median, QUESTION } from "./load.ts";
import { type Server, startStub, startWinnow } from "./servers.ts";

const ROUNDS = 5;
const SECONDS = 4;
const MANIFESTS = 10_000;
const LISTS = 101;

export async function benchStore(): Promise<void> {
  const sample = await benchStoring();
  for (const open of [emptySqlite, emptyPostgres]) await benchLists(sample, await open());
}

/** Returns a manifest as the service stores it. */
async function benchStoring(): Promise<StoredManifest> {
  const stub = await startStub();
  const [stores, forgets] = await Promise.all([startWinnow(stub.url), startWinnow(stub.url, { BENCH_STORE: "none" })]);
  const rates = { stores: [] as number[], forgets: [] as number[] };
  const micros = { stores: [] as number[], forgets: [] as number[] };
  const one = async (name: keyof typeof rates, server: Server): Promise<void> => {
    const before = await server.processorMicros();
    const rate = await load(`${server.url}/assemble`, SECONDS);
    rates[name].push(rate);
    micros[name].push(((await server.processorMicros()) - before) / (rate * SECONDS));
  };
  for (const server of [stores, forgets]) await load(`${server.url}/assemble`, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    await one("forgets", forgets);
    await one("stores", stores);
  }
  const [stored, forgotten] = [median(rates.stores), median(rates.forgets)];
  console.log(
    `assemble with storing: ${stored.toFixed(0)} requests per second, without: ${forgotten.toFixed(0)}; ` +
      `${(stored / forgotten).toFixed(2)} of it (asked: 0.80); ${median(micros.stores).toFixed(0)} and ` +
      `${median(micros.forgets).toFixed(0)} microseconds of processor each`,
  );
  const asked = await fetch(`${stores.url}/assemble`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: QUESTION,
  });
  const { manifest_id } = (await asked.json()) as { manifest_id: string };
  const sample = (await (await fetch(`${stores.url}/manifests/${manifest_id}`)).json()) as StoredManifest;
  await Promise.all([stores.stop(), forgets.stop()]);
  stub.close();
  return sample;
}

const FILTERS: Readonly<Record<string, ManifestFilter>> = {
  all: {},
  "one person's": { subject: "person 7" },
  "a rare intent": { intent: "rare" },
  "a common intent": { intent: "common" },
  "a rare finding among a common intent": { intent: "common", finding: "nothing_found" },
  "a missing source in the older half": { source: "readiness", to: new Date(MANIFESTS * 500).toISOString() },
  "a digest that nothing has": { digest: "sha256:none" },
};

async function benchLists(sample: StoredManifest, { name: kind, store, end }: BenchStore): Promise<void> {
  await fill(store, sample);
  const caller = verifiedCaller({ tenant: "bench", subject: null, groups: [], permissions: new Set(PERMISSIONS) });
  console.log(
    `${kind}: ${MANIFESTS} manifests of ${JSON.stringify(sample).length} characters, pages of 50 (asked: p50 of 20 ms)`,
  );
  for (const [name, filter] of Object.entries(FILTERS)) {
    const times: number[] = [];
    let found = 0;
    for (let run = 0; run < LISTS; run += 1) {
      const start = performance.now();
      found = (await store.list(caller, filter, { limit: 50, after: null })).items.length;
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    console.log(
      `  ${name.padEnd(38)} ${String(found).padStart(3)} found  best ${ms(times, 0)} ms  p50 ${ms(times, 0.5)} ms  p99 ${ms(times, 0.99)} ms`,
    );
  }
  await end();
}

const ms = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2).padStart(6);

async function fill(store: Store, sample: StoredManifest): Promise<void> {
  for (let from = 0; from < MANIFESTS; from += 200) {
    await Promise.all(Array.from({ length: 200 }, (_, index) => store.save(about(from + index), manifest(sample, from + index))));
  }
}

const about = (at: number) =>
  callerAbout(
    verifiedCaller({ tenant: "bench", subject: null, groups: [], permissions: new Set(PERMISSIONS) }),
    `person ${at % 500}`,
  );

/** One in a thousand has the rare intent, or the rare finding; one in twenty misses a source. */
function manifest({ core, inputs, envelope }: StoredManifest, at: number): ManifestWrite {
  const rare = at % 1_000 === 0;
  const finding = { code: "nothing_found" as const, message: "", items: [] };
  const missing = { id: "r", label: "R", role: "primary" as const, source: "readiness", reason: "unreachable" as const };
  return {
    core: {
      ...core,
      routing: { ...core.routing, intent: rare ? "rare" : "common" },
      findings: at % 1_000 === 1 ? [finding] : [],
      missing: at % 20 === 0 ? [{ ...missing, cause: null, http_status: null }] : [],
    },
    inputs,
    envelope: {
      ...envelope,
      manifest_id: `bench-${at}`,
      request_id: `request-${at}`,
      created_at: new Date(at * 1_000).toISOString(),
    },
    texts: new Map(),
  };
}
