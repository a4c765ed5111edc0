/** The built service on PostgreSQL: several instances share the records, and a database that does not answer is told in time. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { STEPS } from "../../src/store/postgres/schema.ts";
import { launch, type Running, serve } from "../support/built-process.ts";
import { type TestDatabase, usePostgres } from "../support/postgres.ts";
import { type StubUpstream, startStub } from "../support/stub-upstream.ts";
import { temporaryFolder } from "../support/test-end.ts";
import { SAMPLE_HANDLERS, SAMPLE_MORNING, SOURCES, type SourceName } from "../support/whole-service.ts";

const postgres = usePostgres();
const upstreams = {} as Record<SourceName, StubUpstream>;
let folder: string;
const isGiven = (process.env["TEST_DATABASE_URL"] ?? "") !== "";

beforeEach(async () => {
  folder = temporaryFolder("winnow-process-");
  for (const name of SOURCES) upstreams[name] = await startStub(SAMPLE_HANDLERS[name]);
});

afterEach(async () => {
  await Promise.all(SOURCES.map((name) => upstreams[name].close()));
});

const environmentOf = ({ url }: TestDatabase): Readonly<Record<string, string>> => ({
  // Nothing may be made there: the records are in the database.
  STORE_PATH: join(folder, "none", "winnow.db"),
  DATABASE_URL: url,
  HASH_KEY: "a-key-of-the-tests-0123456789abcdef",
  // The machine runs other tests; a test that is about time says its own.
  REQUEST_DEADLINE_MS: "20000",
  DATABASE_TIMEOUT_MS: "10000",
  ...Object.fromEntries(SOURCES.map((name) => [`${name.toUpperCase()}_URL`, upstreams[name].origin])),
});

const ask = (url: string): Promise<Response> =>
  fetch(`${url}/assemble`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ policy: "coaching", subject: "maya", question: "Should I train?", at: SAMPLE_MORNING }),
  });
async function idOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { manifest_id: string }).manifest_id;
}
const isReady = async ({ url }: Running): Promise<boolean> => (await fetch(`${url}/health/ready`)).status === 200;

test("an instance that may migrate and two that start later serve each other's manifests, with no login in their output", async () => {
  const database = await postgres.database();
  const migrating = await serve({ ...environmentOf(database), DATABASE_MIGRATION_URL: database.migrationUrl });
  const others = await Promise.all([serve(environmentOf(database)), serve(environmentOf(database))]);
  const instances = [migrating, ...others];
  const ids = await Promise.all(instances.map(async ({ url }) => idOf(await ask(url))));
  for (const { url } of instances) {
    for (const id of ids) expect((await fetch(`${url}/manifests/${id}`)).status).toBe(200);
  }
  const secrets = [database.url, database.migrationUrl].map((login) => new URL(login).password);
  for (const instance of instances) {
    instance.child.kill("SIGTERM");
    expect(await instance.ended()).toEqual({ code: 0, signal: null });
    for (const secret of secrets) expect(instance.output()).not.toContain(secret);
  }
  expect(() => rmSync(join(folder, "none"), { recursive: true })).toThrow(/ENOENT/);
});

test.skipIf(isGiven)(
  "while the database stands still: 503 audit_unavailable within the deadline, not ready; then all works",
  async () => {
    const database = await postgres.database();
    const limits = { REQUEST_DEADLINE_MS: "8000", DATABASE_TIMEOUT_MS: "2000" };
    const service = await serve({ ...environmentOf(database), ...limits, DATABASE_MIGRATION_URL: database.migrationUrl });
    const id = await idOf(await ask(service.url));
    postgres.server().freeze();
    onTestFinished(() => postgres.server().thaw());
    const started = performance.now();
    const refused = await ask(service.url);
    expect(performance.now() - started).toBeLessThan(8_000);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ code: "audit_unavailable" });
    const unread = await fetch(`${service.url}/manifests/${id}`);
    expect(await unread.json()).toMatchObject({ code: "store_unavailable", status: 503 });
    expect(await isReady(service)).toBe(false);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    postgres.server().thaw();
    const thawed = performance.now();
    while (!(await isReady(service))) await pause(50);
    expect(performance.now() - thawed).toBeLessThan(10_000);
    expect((await ask(service.url)).status).toBe(200);
    expect((await fetch(`${service.url}/manifests/${id}`)).status).toBe(200);
  },
);

test("winnow migrate makes the schema, says so again, and tells what is missing; then no instance needs the owner", async () => {
  const database = await postgres.database();
  const run = async (environment: Readonly<Record<string, string>>) => {
    const { output, ended } = launch(["dist/cli/winnow.js", "migrate"], environment);
    return [(await ended()).code, output()] as const;
  };
  const environment = environmentOf(database);
  expect(await run({})).toEqual([1, expect.stringMatching(/^expected DATABASE_URL, .* and DATABASE_MIGRATION_URL/)]);
  const refused = launch(["dist/main.js"], environment);
  expect((await refused.ended()).code).toBe(1);
  expect(refused.output()).toContain("run winnow migrate");
  const role = new URL(database.url).username;
  for (let time = 0; time < 2; time++) {
    const given = { ...environment, DATABASE_MIGRATION_URL: database.migrationUrl };
    expect(await run(given)).toEqual([0, `schema ${STEPS.length}; ${role} has the rights of the service\n`]);
  }
  expect((await ask((await serve(environment)).url)).status).toBe(200);
});
