/** The PostgreSQL server dies under load, again and again: no acknowledged manifest is lost, and no instance ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { callerOf } from "../store/manifest-fixture.ts";
import { openTestStore, query, usePostgres } from "../support/postgres.ts";
import { endWithTest } from "../support/test-end.ts";

const postgres = usePostgres();
const CHILD = fileURLToPath(new URL("../support/postgres-child.ts", import.meta.url));
const KILLS = 5;
const INSTANCES = 2;
/** From when the server takes connections again to the first acknowledged manifest. */
const BACK_MS = 5_000;
const anna = callerOf("north");
const isGiven = (process.env["TEST_DATABASE_URL"] ?? "") !== "";

interface Instance {
  readonly process: ChildProcess;
  saved(): readonly string[];
}

function startInstance(url: string, prefix: string): Instance {
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, url, prefix], { stdio: ["ignore", "pipe", "inherit"] });
  endWithTest(child);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  const saved = () =>
    output
      .split("\n")
      .slice(0, -1)
      .map((line) => line.slice("saved ".length));
  return { process: child, saved };
}

const total = (instances: readonly Instance[]): number => instances.reduce((sum, { saved }) => sum + saved().length, 0);

/** Milliseconds until every instance has acknowledged something new. */
async function untilAllWrite(instances: readonly Instance[]): Promise<number> {
  const before = instances.map(({ saved }) => saved().length);
  const started = performance.now();
  while (!instances.every(({ saved }, at) => saved().length > (before[at] as number))) {
    if (instances.some(({ process: child }) => child.exitCode !== null)) throw new Error("an instance ended");
    if (performance.now() - started > 60_000) throw new Error("an instance does not write");
    await pause(10);
  }
  return performance.now() - started;
}

test.skipIf(isGiven)(`${KILLS} kills of the server under load of ${INSTANCES} instances`, { timeout: 300_000 }, async () => {
  const database = await postgres.database();
  const store = await openTestStore(database);
  const instances = Array.from({ length: INSTANCES }, (_, at) => startInstance(database.url, `i${at}`));
  await untilAllWrite(instances);
  const backAfter: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(200 + Math.random() * 800);
    await postgres.server().kill();
    await postgres.server().start();
    backAfter.push(await untilAllWrite(instances));
  }
  const written = total(instances);
  expect(instances.map(({ process: child }) => child.exitCode)).toEqual(instances.map(() => null));
  for (const { process: child } of instances) child.kill("SIGKILL");
  await Promise.all(instances.map(({ process: child }) => new Promise((resolve) => child.once("close", resolve))));
  const acknowledged = instances.flatMap(({ saved }) => saved());
  expect(acknowledged.length).toBeGreaterThan(KILLS * INSTANCES);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const rows = await query<{ id: string }>(database.adminUrl, "SELECT id FROM winnow.manifests");
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  for (const id of acknowledged.filter((_, at) => at % Math.ceil(acknowledged.length / 200) === 0)) {
    expect((await store.read(anna, id))?.envelope.manifest_id).toBe(id);
    expect(await store.readText(anna, store.hash(anna, `text of ${id}`))).toBe(`text of ${id}`);
  }
  process.stdout.write(`${written} acknowledged, none lost; writing again after ${backAfter.map(Math.round).join(", ")} ms\n`);
  expect(Math.max(...backAfter)).toBeLessThan(BACK_MS);
});
