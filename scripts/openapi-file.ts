/** openapi/openapi.json, from the routes themselves. */
import { buildApp } from "../src/app.ts";
import { authenticateBy } from "../src/http/auth.ts";
import { NO_METRICS } from "../src/http/metrics/metrics-page.ts";
import { openapiText } from "../src/http/openapi/document.ts";
import type { GeneratedFile } from "../src/policy/export/schemas.ts";
import type { Records } from "../src/service/replay/records.ts";
import type { Service } from "../src/service/service-types.ts";
import { VERSION } from "../src/version.ts";

const never = (): never => {
  throw new Error("the document is made without asking anything");
};
const SERVICE: Service = {
  assemble: never,
  explain: never,
  manifest: never,
  putAnswer: never,
  answer: never,
  snapshot: never,
  readings: never,
};

const RECORDS: Records = {
  list: never,
  prompt: never,
  export: never,
  replay: never,
  replayUnder: never,
  ablate: never,
  difference: never,
  shadows: never,
};

export async function openapiFile(): Promise<GeneratedFile> {
  const app = await buildApp({
    service: SERVICE,
    records: RECORDS,
    memory: { write: never, list: never, delete: never },
    people: { erase: never, export: never },
    logger: { level: "silent" },
    authenticate: authenticateBy.off,
    report: never,
    metrics: NO_METRICS,
    readiness: () => ({ ready: true, checks: {} }),
    config: {
      publicUrl: null,
      version: VERSION,
      maxCandidates: 0,
      maxCandidateBytes: 0,
      bodyLimitBytes: 262_144,
      requestDeadlineMs: 2_000,
      maxInFlight: 1,
      checkAnswers: false,
    },
  });
  const content = openapiText(app);
  await app.close();
  return { path: "openapi/openapi.json", content };
}
