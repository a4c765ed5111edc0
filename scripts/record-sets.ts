/** Records the replay set of each shipped policy: its own test questions, on its samples, as the service would record them. */
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifiedCaller } from "../src/caller.ts";
import { DISABLED_CLASSIFIER } from "../src/model/classifier.ts";
import { platformVersions } from "../src/platform.ts";
import { loadPolicies } from "../src/policy/load.ts";
import type { PolicyTest } from "../src/policy/rules/expectations.ts";
import type { Policy } from "../src/policy/snapshot.ts";
import { createKeptDecisions } from "../src/service/kept-decisions.ts";
import { openLibrary } from "../src/service/library.ts";
import { NO_METER } from "../src/service/meter.ts";
import { createPrefixTracker } from "../src/service/prefix-tracker.ts";
import { recordingOf } from "../src/service/replay/recording.ts";
import { linesOf } from "../src/service/replay/recording-set.ts";
import { withSamples } from "../src/service/sample-documents.ts";
import { createService } from "../src/service/service.ts";
import { NO_OBSERVERS } from "../src/service/usage-observers.ts";
import { createPools } from "../src/sources/pools.ts";
import { sampleGatherer } from "../src/sources/sample-gatherer.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import { openMarker } from "../src/text/marker.ts";
import { loadCounters } from "../src/tokens/counters.ts";
import { createLearntRatios } from "../src/tokens/learnt-ratio.ts";
import { VERSION } from "../src/version.ts";

/** The day of the samples. */
const SAMPLE_MORNING = "2026-03-10T09:00:00+02:00";
/** At least so many requests in each set. */
const FEWEST = 60;

const OPERATOR = verifiedCaller({
  tenant: "default",
  subject: null,
  groups: [],
  permissions: new Set(["any_subject", "explain"]),
});

const counters = await loadCounters();
const loaded = await loadPolicies({ directory: "policies", environment: process.env, production: false, counter: counters.base });
if ("problems" in loaded) throw new Error("the policies have problems; winnow check tells them");
const { snapshot } = loaded;
const pools = createPools();
const opened = await openLibrary({
  policiesDir: "policies",
  policies: snapshot.policies,
  pools,
  meaning: null,
  onReading: () => {},
});
if ("problems" in opened) throw new Error("the documents have problems; winnow check tells them");
const library = withSamples(opened, snapshot.policies);
const folder = mkdtempSync(join(tmpdir(), "winnow-record-sets-"));
const kept = await openSqliteStore({
  path: join(folder, "sets.db"),
  hashKey: "a key that nobody needs to know about",
  version: VERSION,
});
const store = { ...kept, marker: () => openMarker };
const service = createService({
  ...{ snapshot: () => snapshot, counter: counters.of, library, store, classifier: DISABLED_CLASSIFIER },
  decisions: createKeptDecisions(),
  ...{ gatherer: sampleGatherer(snapshot.policies), compile: () => Promise.reject(new TypeError("nothing is tried out")) },
  ...{ learnt: createLearntRatios(), shadows: { compare: () => {} } },
  ...{ prefixes: createPrefixTracker(), observers: NO_OBSERVERS, meter: NO_METER, sampleSaved: () => undefined },
  ...{ requestDeadlineMs: 60_000, version: VERSION, platform: platformVersions() },
  ...{ now: () => Date.parse(SAMPLE_MORNING), monotonic: () => performance.now() },
});

for (const policy of snapshot.policies.values()) {
  const set = { texts: new Set<string>() };
  const lines: string[] = [];
  for (const body of bodiesOf(policy)) lines.push(...(await recorded(body, `${policy.name}-${lines.length}`, set)));
  await writeFile(`policies/${policy.name}/${policy.name}.recorded.jsonl`, `${lines.join("\n")}\n`);
}
await Promise.all([store.close(), library.close(), pools.close()]);
rmSync(folder, { recursive: true });

/** Each test's question as it is asked there; then again under each other plan, until there are enough. */
function bodiesOf({ name, tests, plans }: Policy) {
  const bodyOf = ({ question, subject, plan, at }: PolicyTest, other: string | null) => ({
    ...{ policy: name, subject: subject ?? "nobody", question, at: at ?? SAMPLE_MORNING },
    ...((other ?? plan) === null ? {} : { plan: (other ?? plan) as string }),
  });
  const again = [...plans.keys()].flatMap((plan) => tests.filter((test) => test.plan !== plan).map((test) => bodyOf(test, plan)));
  return [...tests.map((test) => bodyOf(test, null)), ...again].slice(0, Math.max(FEWEST, tests.length));
}

async function recorded(body: Parameters<typeof service.assemble>[1], id: string, set: Parameters<typeof linesOf>[1]) {
  const call = {
    ...{ requestId: id, traceId: "", traceparent: "" },
    arrivedMs: performance.now(),
    signal: () => new AbortController().signal,
  };
  const { manifestId } = await service.assemble(OPERATOR, body, call);
  const manifest = manifestId === null ? null : await store.read(OPERATOR, manifestId);
  const read = manifest === null ? null : await recordingOf(store, OPERATOR, manifest);
  const lines = read !== null && "recording" in read ? await linesOf({ ...read.recording, manifestId: id }, set, true) : null;
  if (lines === null) throw new Error(`not recorded: ${id}`);
  return lines;
}
