/**
 * A thousand recorded requests run again in another process: each gives the bytes that were sent. Two built processes that share
 * nothing but the store; the second has neither the policies of the first nor its sources.
 */
import { appendFileSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSampleServices } from "../../src/demo/upstreams.ts";
import { FORMATS } from "../../src/policy/schema/policy-file.ts";
import { launch, serve } from "../support/built-process.ts";
import { usePostgres } from "../support/postgres.ts";
import { type Random, randomBody, randomOf } from "../support/random-request.ts";
import { temporaryFolder } from "../support/test-end.ts";

const postgres = usePostgres();
const REQUESTS = 1_000;
/** The store reads and writes the same records there, and a record takes longer. */
const REQUESTS_ON_POSTGRES = 250;
const AT_ONCE = 8;
const KEY = "a-key-of-the-tests-0123456789abcdef";

const EXPERIMENTS = `
experiments:
  packing:
    variants:
      control: { share: 40 }
      best: { share: 30, strategy: best }
      one: { share: 30, strategy: top_k, top_k: 2 }
`;

const ASKED = {
  coaching: [
    "Should I train through this pain?",
    "What should I eat before a long ride next week?",
    "Ich habe Knieschmerzen, soll ich heute laufen?",
    "I fainted during intervals and my chest hurts",
    "How did I sleep this week?",
    "疼 今天",
    "How far ahead is the marathon, and am I ready?",
  ],
  support: [
    "Can I get a refund for my last order?",
    "Where is my parcel?",
    "Why was I billed twice for the annual plan?",
    "I cannot log in to my account",
    "¿Cuándo llega mi pedido?",
    "Cancel my plan and refund the rest",
    "What are the opening hours?",
  ],
} as const;
const PEOPLE = {
  coaching: ["maya", "jonas", "diego", "lena", "priya", "nobody"],
  support: ["nora", "petra", "omar", "ravi", "teo", "nobody"],
} as const;
const PLANS = { coaching: ["free", "paid"], support: ["free", "paid", "annual"] } as const;

/** Every member that decides something is there in some of them. */
function bodyOf(random: Random): Readonly<Record<string, unknown>> {
  const policy = random.pick(["coaching", "support"] as const);
  const some = <Value>(part: number, value: () => Value): Value | undefined => (random.chance(part) ? value() : undefined);
  return {
    ...{ policy, subject: random.pick<string>(PEOPLE[policy]), question: random.pick<string>(ASKED[policy]) },
    plan: some(0.6, () => random.pick<string>(PLANS[policy])),
    format: some(0.8, () => random.pick(FORMATS)),
    model: some(0.4, () => random.pick(["gpt-4o", "gpt-4o-mini"])),
    language: some(0.2, () => random.pick(["de", "en", "fr-CA"])),
    time_zone: some(0.3, () => random.pick(["America/Mexico_City", "Asia/Kolkata", "UTC"])),
    at: some(0.4, () => random.pick(["2026-03-10T09:00:00+02:00", "2026-10-25T00:30:00Z"])),
    as_of: some(0.1, () => random.pick(["2025-06-15", "2026-12-24T10:00:00Z"])),
    attributes: policy === "support" ? some(0.3, () => ({ region: random.pick(["us", "eu"]) })) : undefined,
    conversation: some(0.2, () => `c-${random.below(9)}`),
    ...(random.chance(0.7) ? randomBody(random, { mostCandidates: 20, acl: true }) : {}),
  };
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** How many were answered; what a random body was refused for counts for nothing. */
async function recordMany(url: string, many: number): Promise<{ readonly recorded: number; readonly asked: number }> {
  const random = randomOf(20_261_130);
  let recorded = 0;
  let asked = 0;
  const one = async (): Promise<void> => {
    asked += 1;
    const response = await post(`${url}/assemble`, bodyOf(random));
    const answer = (await response.json()) as { readonly persisted?: boolean; readonly code?: string };
    if (response.status === 200 && answer.persisted === true) recorded += 1;
    else expect(["pinned_over_budget", "invalid_request", "supersedes_cycle"]).toContain(answer.code);
  };
  while (recorded < many) await Promise.all(Array.from({ length: Math.min(AT_ONCE, many - recorded) }, one));
  return { recorded, asked };
}

/** The policies as they are shipped, with memory and an experiment. */
function ownPolicies(): string {
  const folder = temporaryFolder("winnow-thousand-");
  cpSync("policies", join(folder, "policies"), { recursive: true });
  for (const policy of ["coaching", "support"]) {
    appendFileSync(join(folder, "policies", policy, "policy.yaml"), EXPERIMENTS);
    appendFileSync(join(folder, "policies", policy, "sources.yaml"), "\nmemory: {}\n");
  }
  return folder;
}

async function remember(url: string): Promise<void> {
  for (const subject of ["maya", "jonas", "nora", "teo"]) {
    for (const [key, statement] of [
      ["address", `Lives on Zebra street, says ${subject}.`],
      ["address", `Lives on Okapi street, says ${subject}.`],
      ["habit", "Sleeps six hours."],
    ])
      expect((await post(`${url}/memory`, { subject, key, statement, origin: "explicit" })).status).toBe(201);
  }
}

interface Summary {
  readonly total: number;
  readonly identical: number;
  readonly not_replayed: readonly unknown[];
  readonly by_intent: readonly unknown[];
}

type Environment = Readonly<Record<string, string>>;

async function recordThenReplay(many: number, store: Environment, migration: Environment = {}) {
  const folder = ownPolicies();
  const samples = await startSampleServices({ policiesDir: "policies", now: () => new Date() });
  onTestFinished(() => samples.close());
  // Nothing here is about time, and what runs beside it takes the disk.
  const settings = { ...store, HASH_KEY: KEY, REQUEST_DEADLINE_MS: "20000", DATABASE_TIMEOUT_MS: "20000" };
  const service = await serve({ ...settings, ...migration, ...samples.urls, POLICIES_DIR: join(folder, "policies") });
  await remember(service.url);
  const counts = await recordMany(service.url, many);
  service.child.kill("SIGTERM");
  expect(await service.ended()).toEqual({ code: 0, signal: null });
  await samples.close();
  rmSync(join(folder, "policies"), { recursive: true });
  const replay = launch(["dist/cli/winnow.js", "replay", "--against", "2020-01-01..2100-01-01", "--json"], settings);
  const { code } = await replay.ended();
  const line =
    replay
      .output()
      .split("\n")
      .find((one) => one.startsWith("{")) ?? replay.output();
  return { counts, code, summary: JSON.parse(line) as Summary };
}

const allOf = (many: number) => ({ total: many, identical: many, changed: 0, refused: [], not_replayed: [], not_recorded: [] });

test(`${REQUESTS} on SQLite`, { timeout: 300_000 }, async () => {
  const folder = temporaryFolder("winnow-thousand-store-");
  const { counts, code, summary } = await recordThenReplay(REQUESTS, { STORE_PATH: join(folder, "winnow.db") });
  expect(summary).toMatchObject(allOf(REQUESTS));
  expect(code).toBe(0);
  expect(summary.by_intent.length).toBeGreaterThan(6);
  expect(counts.asked).toBeLessThan(1.3 * REQUESTS);
});

test(`${REQUESTS_ON_POSTGRES} on PostgreSQL`, { timeout: 300_000 }, async () => {
  const database = await postgres.database();
  const migration = { DATABASE_MIGRATION_URL: database.migrationUrl };
  const { code, summary } = await recordThenReplay(REQUESTS_ON_POSTGRES, { DATABASE_URL: database.url }, migration);
  expect(summary).toMatchObject(allOf(REQUESTS_ON_POSTGRES));
  expect(code).toBe(0);
});
