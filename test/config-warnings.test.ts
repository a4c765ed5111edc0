/** Names in the environment that look like a variable which is read: told with the one that is meant, never with their value. */
import { expect, test } from "vitest";
import { NAMES_READ } from "../src/config.ts";
import { nameWarnings } from "../src/config-warnings.ts";
import { variablesOf } from "../src/policy/read/environment.ts";
import { loadCoaching } from "./support/coaching.ts";

const SECRET = "correct-horse-battery-staple-0123456789";
const warningsOf = (environment: Readonly<Record<string, string>>, named: readonly string[] = []): readonly string[] =>
  nameWarnings(environment, [...NAMES_READ, ...named]);

test.each([
  ["REQUEST_DEADLIN_MS", "REQUEST_DEADLINE_MS"],
  ["POLICY_DIR", "POLICIES_DIR"],
  ["STORE_PTH", "STORE_PATH"],
  ["PROT", "PORT"],
  ["log_level", "LOG_LEVEL"],
  ["HASHKEY_FILE", "HASH_KEY_FILE"],
  ["WINNOW_PORT", "PORT"],
  ["WINNOW_STORE_PATH", "STORE_PATH"],
])("%s is reported, with %s", (name, meant) => {
  expect(warningsOf({ [name]: "x" })).toEqual([`${name} is not read. Did you mean ${meant}?`]);
});

test("a name that begins with WINNOW_ is reported even when nothing is close to it", () => {
  expect(warningsOf({ WINNOW_COLOUR: "red" })).toEqual(["WINNOW_COLOUR is not read; no variable begins with WINNOW_."]);
});

test("settings of later versions are reported, without a guess and without their value", () => {
  const names = ["CORS_ORIGINS", "POLICIES_WATCH"];
  const warnings = warningsOf(Object.fromEntries([...names, "CORS_ORIGINS_FILE"].map((name) => [name, SECRET])));
  expect(warnings).toEqual([...names, "CORS_ORIGINS_FILE"].map((name) => `${name} is not read by this version.`).sort());
  expect(warningsOf({ CORS_ORIGINS: " " })).toEqual([]);
});

test("names of policies, of the system and of orchestrators are left alone", () => {
  const names = [
    "PROFILE_URL",
    "READINESS_TOKEN",
    "BASELINES_URL",
    "PATH",
    "HOME",
    "HOSTNAME",
    "USER",
    "LANG",
    "TERM",
    "PWD",
    "NODE_OPTIONS",
  ];
  const links = { WINNOW_SERVICE_HOST: "10.0.0.1", WINNOW_PORT: "tcp://10.0.0.1:80", WINNOW_PORT_80_TCP_ADDR: "10.0.0.1" };
  expect(warningsOf({ ...Object.fromEntries(names.map((name) => [name, "x"])), ...links })).toEqual([]);
});

test.each([
  ["READINES_URL", "READINESS_URL"],
  ["ORDER_URL", "ORDERS_URL"],
  ["PROFILE_URL_FIEL", "PROFILE_URL_FILE"],
  ["WINNOW_PROFILE_URL", "PROFILE_URL"],
])("%s is reported, with %s of the policies, and without its value", async (name, meant) => {
  const named = variablesOf((await loadCoaching()).snapshot);
  const set = { READINESS_URL: "http://a.test", [name]: SECRET };
  expect(warningsOf(set, named)).toEqual([`${name} is not read. Did you mean ${meant}?`]);
});

test("a variable of the policies is no misspelt setting of the service", () => {
  expect(warningsOf({ MODEL_NAMES: "x" })).toEqual(["MODEL_NAMES is not read. Did you mean MODEL_NAME?"]);
  expect(warningsOf({ MODEL_NAMES: "x" }, ["MODEL_NAMES"])).toEqual([]);
});
