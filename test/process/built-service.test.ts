/** The built service as a process: boot, refusal, shutdown, and what a killed process leaves behind. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { launch as launchBuilt, serve as serveBuilt } from "../support/built-process.ts";
import { type StubUpstream, startStub } from "../support/stub-upstream.ts";
import { temporaryFolder } from "../support/test-end.ts";
import { SAMPLE_HANDLERS, SAMPLE_MORNING, SOURCES, type SourceName } from "../support/whole-service.ts";

const upstreams = {} as Record<SourceName, StubUpstream>;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder("winnow-process-");
  patient(join(folder, "patient"));
  for (const name of SOURCES) upstreams[name] = await startStub(SAMPLE_HANDLERS[name]);
});

afterEach(async () => {
  await Promise.all(SOURCES.map((name) => upstreams[name].close()));
});

/** The shipped policies with sources that may take their time: these tests are about processes, and the machine runs others. */
function patient(place: string): void {
  cpSync("policies", place, { recursive: true });
  const sources = join(place, "coaching/sources.yaml");
  writeFileSync(sources, readFileSync(sources, "utf8").replaceAll("timeout: 400ms", "timeout: 10s"));
}

const withOwn = (environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  STORE_PATH: join(folder, "winnow.db"),
  POLICIES_DIR: join(folder, "patient"),
  REQUEST_DEADLINE_MS: "20000",
  ...Object.fromEntries(SOURCES.map((name) => [`${name.toUpperCase()}_URL`, upstreams[name].origin])),
  ...environment,
});
const launch = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  launchBuilt(args, withOwn(environment));
const serve = (environment: Readonly<Record<string, string>> = {}) => serveBuilt(withOwn(environment));

const ask = (url: string, more: Readonly<Record<string, unknown>> = {}) =>
  fetch(`${url}/assemble`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      policy: "coaching",
      subject: "maya",
      question: "Should I train through this pain?",
      at: SAMPLE_MORNING,
      ...more,
    }),
  });

describe("npm start", () => {
  test("boots, answers, and ends with 0 on SIGTERM after completing the answer under way", async () => {
    const service = await serve();
    upstreams.readiness.reply((request, response) => setTimeout(() => SAMPLE_HANDLERS.readiness(request, response), 100));
    const answer = ask(service.url);
    await upstreams.readiness.received(1);
    service.child.kill("SIGTERM");
    const response = await answer;
    expect(response.status).toBe(200);
    expect(((await response.json()) as { degraded: boolean }).degraded).toBe(false);
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  });

  test("serves the page of its documentation with all its parts, which stand where their package is installed", async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/docs/`)).text();
    const parts = [...page.matchAll(/(?:src|href)="(\.[^"]+\.(?:js|css|png))"/g)].map(([, part]) => part as string);
    const answers = await Promise.all(parts.map(async (part) => (await fetch(new URL(part, `${url}/docs/`))).status));
    expect(parts).toContain("./static/swagger-ui-bundle.js");
    expect(new Set(answers)).toEqual(new Set([200]));
  });

  test("keeps every acknowledged manifest when it is killed right after the answer", async () => {
    const killed = await serve();
    const acknowledged = await Promise.all(
      Array.from({ length: 20 }, async () => ((await (await ask(killed.url)).json()) as { manifest_id: string }).manifest_id),
    );
    killed.child.kill("SIGKILL");
    expect((await killed.ended()).signal).toBe("SIGKILL");
    const again = await serve();
    for (const id of acknowledged) {
      const response = await fetch(`${again.url}/manifests/${id}`);
      expect(response.status).toBe(200);
      expect(((await response.json()) as { envelope: { manifest_id: string } }).envelope.manifest_id).toBe(id);
    }
  });

  test("gives the same bytes in another process, in another machine zone", async () => {
    const bodies: unknown[] = [];
    for (const zone of ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"]) {
      const service = await serve({ TZ: zone, STORE_PATH: join(folder, "same.db") });
      const answer = (await (
        await ask(service.url, { question: "Can I run today if I race in three months?" })
      ).json()) as Record<string, unknown>;
      bodies.push(["prompt", "context_hash", "included", "scope"].map((name) => answer[name]));
      service.child.kill("SIGTERM");
      await service.ended();
    }
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  test("writes one log line for a request, without the question, a fact or the address's query", async () => {
    const service = await serve();
    await ask(service.url, { question: "Should I train through this zebra pain?" });
    await fetch(`${service.url}/explain?policy=coaching&subject=maya&question=zebra`);
    service.child.kill("SIGTERM");
    await service.ended();
    const lines = service
      .output()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter((line) => line.route === "/assemble")).toHaveLength(1);
    expect(service.output()).not.toContain("zebra");
    expect(service.output()).not.toContain("Achilles");
  });
});

describe("a bad policy", () => {
  test("never serves: every problem of every file with its place, and status 1", async () => {
    cpSync("policies", join(folder, "policies"), { recursive: true });
    const intents = join(folder, "policies/coaching/intents.yaml");
    writeFileSync(
      intents,
      readFileSync(intents, "utf8").replace("readiness_training, baseline_aerobic", "readiness_trainning, baseline_aerobic"),
    );
    const pieces = join(folder, "policies/coaching/pieces.yaml");
    writeFileSync(pieces, readFileSync(pieces, "utf8").replace("fresh_for: day", "fresh_fro: day"));
    const service = launch(["dist/main.js"], { POLICIES_DIR: join(folder, "policies") });
    expect((await service.ended()).code).toBe(1);
    expect(service.output()).toMatch(
      /^\/.*\/policies\/coaching\/intents\.yaml:\d+:\d+ unknown-piece: .*did you mean "readiness_training"\?$/m,
    );
    expect(service.output()).toMatch(
      /^\/.*\/policies\/coaching\/pieces\.yaml:\d+:\d+ unknown-key: .*did you mean "fresh_for"\?$/m,
    );
    expect(service.output()).not.toContain('"address"');
  });

  test("is what winnow check reports, with the same status", async () => {
    const fine = launch(["dist/cli/winnow.js", "check"]);
    expect((await fine.ended()).code).toBe(0);
    expect(fine.output()).toContain("plan_never_binds");
    const bad = launch(["dist/cli/winnow.js", "check", "--policies", join(folder, "nothing")]);
    expect((await bad.ended()).code).toBe(1);
  });
});

describe("a bad configuration", () => {
  test("refuses AUTH=off in production, and names every other problem at once", async () => {
    const service = launch(["dist/main.js"], { NODE_ENV: "production", LOG_LEVEL: "loud", PORT: "99999" });
    expect((await service.ended()).code).toBe(1);
    for (const name of ["AUTH", "LOG_LEVEL", "PORT"]) expect(service.output()).toMatch(new RegExp(`^${name}: `, "m"));
  });

  test("refuses a port that another process has, and says which", async () => {
    const first = await serve();
    const { port } = new URL(first.url);
    const second = launch(["dist/main.js"], { PORT: port, STORE_PATH: join(folder, "second.db") });
    expect(await second.ended()).toEqual({ code: 1, signal: null });
    expect(second.output()).toMatch(
      new RegExp(`^PORT: expected a free port of \\S+, got ${port}, which another process uses; `, "m"),
    );
    expect(second.output()).not.toContain("    at ");
  });

  test.each([
    ["nowhere.invalid", "which has no address"],
    ["192.0.2.7", "which is another's"],
  ])("refuses the host %s, and says what one is", async (host, why) => {
    const service = launch(["dist/main.js"], { HOST: host, STORE_PATH: join(folder, "hosts.db") });
    expect(await service.ended()).toEqual({ code: 1, signal: null });
    expect(service.output()).toContain(
      `HOST: expected an address of this machine, got ${host}, ${why}; use 127.0.0.1 or 0.0.0.0`,
    );
    expect(service.output()).not.toContain("    at ");
  });

  test("refuses a store that is something else, and leaves it as it was", async () => {
    const path = join(folder, "notes.db");
    writeFileSync(path, "These are my notes, not a database.".repeat(10));
    const service = launch(["dist/main.js"], { STORE_PATH: path });
    expect((await service.ended()).code).toBe(1);
    expect(readFileSync(path, "utf8")).toBe("These are my notes, not a database.".repeat(10));
  });
});

describe("a misspelt variable", () => {
  test.each([
    ["of a policy", "READINES_URL", "READINESS_URL"],
    ["of the service", "STORE_PTH", "STORE_PATH"],
  ])("%s is told at the start, without its value", async (_of, name, meant) => {
    const service = await serve({ [name]: "http://secret.test" });
    expect(service.output()).toContain(`warning: ${name} is not read. Did you mean ${meant}?`);
    expect(service.output()).not.toContain("secret.test");
  });

  test("is told beside the problems of a start that fails", async () => {
    const service = launch(["dist/main.js"], { PORT: "x", STORE_PTH: "y" });
    expect((await service.ended()).code).toBe(1);
    expect(service.output()).toContain("warning: STORE_PTH is not read. Did you mean STORE_PATH?");
  });
});

describe("a machine that is not ready", () => {
  test.each([
    [
      "was compiled for another version of Node",
      `Object.assign(new Error("NODE_MODULE_VERSION 115"), { code: "ERR_DLOPEN_FAILED" })`,
    ],
    ["was not compiled", `new Error("Could not locate the bindings file. Tried: …")`],
  ])("is told what to do when the database %s", async (_, error) => {
    const before = `data:text/javascript,${encodeURIComponent(`process.dlopen = () => { throw ${error}; };`)}`;
    const service = launch(["--import", before, "dist/main.js"]);
    expect((await service.ended()).code).toBe(1);
    expect(service.output()).toContain(`better-sqlite3 is not compiled for Node ${process.version}. Run \`npm rebuild`);
  });
});

describe("winnow", () => {
  test("runs the policies' own questions", async () => {
    const run = launch(["dist/cli/winnow.js", "test"]);
    expect((await run.ended()).code).toBe(0);
    expect(run.output()).toMatch(/\d+ passed, 0 failed/);
  });

  test("asks a running service whether it lives, and says 1 when none runs", async () => {
    const service = await serve();
    const port = new URL(service.url).port;
    expect((await launch(["dist/cli/winnow.js", "healthcheck"], { PORT: port }).ended()).code).toBe(0);
    service.child.kill("SIGTERM");
    await service.ended();
    expect((await launch(["dist/cli/winnow.js", "healthcheck"], { PORT: port }).ended()).code).toBe(1);
  });

  test("prints its verbs for one it does not know", async () => {
    const run = launch(["dist/cli/winnow.js", "destroy"]);
    expect((await run.ended()).code).toBe(2);
    expect(run.output()).toContain("healthcheck");
  });
});
