/** The built service whose standard output nobody reads: requests go on, lines are dropped and told, and none holds anything of a person. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type StubUpstream, startStub } from "../support/stub-upstream.ts";
import { endWithTest, temporaryFolder } from "../support/test-end.ts";
import { SAMPLE_HANDLERS, SAMPLE_MORNING, SOURCES, type SourceName } from "../support/whole-service.ts";

const upstreams = {} as Record<SourceName, StubUpstream>;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder("winnow-stalled-");
  for (const name of SOURCES) upstreams[name] = await startStub(SAMPLE_HANDLERS[name]);
});

afterEach(async () => {
  await Promise.all(SOURCES.map((name) => upstreams[name].close()));
});

function start(): { readonly child: ChildProcess; readonly output: () => string } {
  const env = {
    ...{ PATH: process.env["PATH"] ?? "", PORT: "0", LOG_LEVEL: "trace", HASH_KEY: "canary-secret-0123456789abcdefghijkl" },
    STORE_PATH: join(folder, "winnow.db"),
    ...Object.fromEntries(SOURCES.map((name) => [`${name.toUpperCase()}_URL`, upstreams[name].origin])),
  };
  const own = spawn(process.execPath, ["dist/main.js"], { env, stdio: ["ignore", "pipe", "inherit"] });
  endWithTest(own);
  let output = "";
  own.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return { child: own, output: () => output };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("requests go on while nobody reads, and afterwards the dropped lines are told", { timeout: 180_000 }, async () => {
  const started = start();
  let url: string | undefined;
  while (url === undefined) {
    await pause(50);
    url = /"address":"(http:[^"]+)"/.exec(started.output())?.[1];
  }
  const ask = (question: string, more: object = {}) =>
    fetch(`${url}/assemble`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ policy: "coaching", subject: "canary-person", question, at: SAMPLE_MORNING, ...more }),
    });
  const candidates = [{ id: "canary-id", kind: "document", text: "The canary-text sings.", label: "canary-label" }];
  expect((await ask("Should canary-question train through this pain?", { candidates })).status).toBe(200);
  started.child.stdout?.pause();
  // A line of a request with a long code path is some 400 bytes; 1 MiB and what the pipe holds are full after a few thousand.
  const statuses = new Map<number, number>();
  const stalled = Date.now();
  for (let sent = 0; sent < 12_000; sent += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/health/live?x=${"y".repeat(10)}`)));
    for (const { status, body } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await body?.cancel();
    }
  }
  expect((await ask("Should canary-question train again?")).status).toBe(200);
  expect([...statuses.keys()]).toEqual([200]);
  expect(Date.now() - stalled).toBeGreaterThan(1_000);
  started.child.stdout?.resume();
  const dropped = (): number =>
    [...started.output().matchAll(/"dropped":(\d+)/g)].reduce((sum, [, lines]) => sum + Number(lines), 0);
  for (let tries = 0; tries < 200 && dropped() < 100; tries += 1) {
    await fetch(`${url}/health/live`);
    await pause(50);
  }
  expect(dropped()).toBeGreaterThanOrEqual(100);
  const { output } = started;
  expect(output()).toContain('"msg":"decision"');
  for (const canary of ["canary-", "Should", "train through", "Maya", "Athens"]) expect(output()).not.toContain(canary);
});
