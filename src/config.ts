/** The environment as a checked, frozen configuration; every problem at once, no secret in any of them. Pure. */
import type { z } from "zod";
import { type LOG_LEVELS, NAMES, type Name, rowOf, SCHEMA } from "./config-variables.ts";
import { KEEP_ALL, type Retention } from "./store/retention.ts";

export interface Config {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  /** Absolute, without a slash at the end; null: to be derived from host and port. */
  readonly publicUrl: string | null;
  readonly policiesDir: string;
  readonly storePath: string;
  /** PostgreSQL instead of the file; null: the file. */
  readonly database: {
    readonly url: string;
    /** Login of the owner of the tables; null: nothing is migrated. */
    readonly migrationUrl: string | null;
    readonly connections: number;
    readonly timeoutMs: number;
  } | null;
  /** Null: the key file beside the store. */
  readonly hashKey: string | null;
  readonly retention: Retention;
  readonly auth: "off";
  readonly production: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** The model that uncertain questions are shown to; null: none. */
  readonly model: {
    /** Absolute, without a slash at the end; `/chat/completions` is put behind it. */
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly name: string;
    readonly deadlineMs: number;
  } | null;
  /** The model that says how near a section's meaning is to a question's; null: the words rank alone. */
  readonly embeddings: {
    /** Absolute, without a slash at the end; `/embeddings` is put behind it. */
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly model: string;
    /** For the vector of a question. */
    readonly deadlineMs: number;
    /** Most texts in one call. */
    readonly batch: number;
  } | null;
  readonly requestDeadlineMs: number;
  readonly bodyLimitBytes: number;
  readonly maxCandidates: number;
  readonly maxCandidateBytes: number;
  readonly maxInFlight: number;
  readonly cacheBytes: number;
  readonly shutdownGraceMs: number;
}

export type ConfigResult = { readonly config: Config } | { readonly problems: readonly string[] };

/** How much of a wrong value a message shows. */
const SHOWN_CHARACTERS = 40;

export interface ConfigVariable {
  readonly name: string;
  readonly default: string | null;
  readonly expected: string;
  readonly does: string;
  readonly secret: boolean;
}

/** What the service reads from its environment, apart from what policies name. */
export const CONFIG_VARIABLES: readonly ConfigVariable[] = NAMES.map((name) => {
  const { fallback, expected, does, secret } = rowOf(name);
  return { name, default: fallback, expected, does, secret: secret === true };
});

/** The names that the service itself reads: those of the policies come beside them. */
export const NAMES_READ: readonly string[] = CONFIG_VARIABLES.flatMap(({ name, secret }) =>
  secret ? [name, `${name}_FILE`] : [name],
);

/**
 * Reads the configuration. `readFile` gives the text of the file that a `*_FILE` variable names, and throws when it cannot.
 * An empty value counts as absent, as compose files write it. Never throws.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): ConfigResult {
  const problems: string[] = [];
  const values: Record<string, string | null> = {};
  /** Where a value came from, as messages name it. */
  const origin: Record<string, string> = {};
  for (const name of NAMES) {
    const direct = given(environment, name);
    const file = rowOf(name).secret === true ? given(environment, `${name}_FILE`) : null;
    if (direct !== null && file !== null) problems.push(`${name}: expected ${name} or ${name}_FILE, got both.`);
    const content = file === null ? null : contentOf(`${name}_FILE`, file, readFile, problems);
    values[name] = direct ?? content ?? rowOf(name).fallback;
    origin[name] = direct === null && file !== null ? `${name}_FILE` : name;
  }
  const parsed = SCHEMA.safeParse(values);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]));
    const named = NAMES.filter((name) => wrong.has(name));
    problems.push(...named.map((name) => problemOf(name, origin[name] as string, values[name] ?? "")));
  }
  if (values["AUTH"] === "off" && values["NODE_ENV"] === "production" && values["ALLOW_INSECURE"] !== "yes") {
    problems.push(
      "AUTH: expected a mode that checks who calls, since NODE_ENV is production; got off. ALLOW_INSECURE=yes allows it.",
    );
  }
  problems.push(...databaseProblems(values));
  problems.push(...halfSet(values, { address: "MODEL_BASE_URL", name: "MODEL_NAME", key: "MODEL_API_KEY" }));
  problems.push(...halfSet(values, { address: "EMBEDDINGS_BASE_URL", name: "EMBEDDINGS_MODEL", key: "EMBEDDINGS_API_KEY" }));
  if (!parsed.success || problems.length > 0) return { problems };
  return { config: configOf(parsed.data) };
}

/** The table of docs/configuration.md, in Markdown. */
export function configurationReference(): string {
  const cell = (value: string): string => value.replaceAll("|", "\\|");
  const lines = CONFIG_VARIABLES.map((variable) => {
    const name = variable.secret ? `\`${variable.name}\` or \`${variable.name}_FILE\`` : `\`${variable.name}\``;
    const fallback = variable.default === null ? "none" : `\`${variable.default}\``;
    return `| ${name} | ${fallback} | ${cell(variable.expected)} | ${cell(variable.does)} |`;
  });
  return ["| variable | default | value | what it does |", "|---|---|---|---|", ...lines, ""].join("\n");
}

function configOf(values: z.output<typeof SCHEMA>): Config {
  return Object.freeze({
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    policiesDir: values.POLICIES_DIR,
    storePath: values.STORE_PATH,
    database: databaseOf(values),
    hashKey: values.HASH_KEY,
    retention: values.RETENTION ?? KEEP_ALL,
    auth: values.AUTH,
    production: values.NODE_ENV === "production",
    logLevel: values.LOG_LEVEL,
    model: modelOf(values),
    embeddings: embeddingsOf(values),
    requestDeadlineMs: values.REQUEST_DEADLINE_MS,
    bodyLimitBytes: values.BODY_LIMIT_BYTES,
    maxCandidates: values.MAX_CANDIDATES,
    maxCandidateBytes: values.MAX_CANDIDATE_BYTES,
    maxInFlight: values.MAX_IN_FLIGHT,
    cacheBytes: values.CACHE_BYTES,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
  });
}

/** A model needs an address and a name; the key alone, or one without the other, is a mistake. */
function halfSet(
  values: Readonly<Record<string, string | null>>,
  variables: Readonly<Record<"address" | "name" | "key", Name>>,
): readonly string[] {
  const isSet = (which: keyof typeof variables): boolean => (values[variables[which]] ?? null) !== null;
  if (isSet("address") && !isSet("name"))
    return [`${variables.name}: expected the name of a model, since ${variables.address} is set; got nothing.`];
  if (isSet("address") || !(isSet("name") || isSet("key"))) return [];
  const lonely = variables[isSet("name") ? "name" : "key"];
  return [`${variables.address}: expected an address, since ${lonely} is set; got nothing.`];
}

/** Every instance needs the one key that all records are written under, so no file of one machine can hold it. */
function databaseProblems(values: Readonly<Record<string, string | null>>): readonly string[] {
  const isSet = (name: Name): boolean => (values[name] ?? null) !== null;
  if (isSet("DATABASE_URL")) {
    return isSet("HASH_KEY")
      ? []
      : ["HASH_KEY: expected a key, since DATABASE_URL is set and every instance needs the same; got nothing."];
  }
  return isSet("DATABASE_MIGRATION_URL")
    ? ["DATABASE_URL: expected a URL, since DATABASE_MIGRATION_URL is set; got nothing."]
    : [];
}

function databaseOf(values: z.output<typeof SCHEMA>): Config["database"] {
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl } = values;
  const { DATABASE_CONNECTIONS: connections, DATABASE_TIMEOUT_MS: timeoutMs } = values;
  return url === null ? null : Object.freeze({ url, migrationUrl, connections, timeoutMs });
}

function modelOf(values: z.output<typeof SCHEMA>): Config["model"] {
  const { MODEL_BASE_URL: baseUrl, MODEL_NAME: name, MODEL_API_KEY: apiKey, MODEL_DEADLINE_MS: deadlineMs } = values;
  return baseUrl === null || name === null ? null : Object.freeze({ baseUrl, name, apiKey, deadlineMs });
}

function embeddingsOf(values: z.output<typeof SCHEMA>): Config["embeddings"] {
  const { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = values;
  const { EMBEDDINGS_DEADLINE_MS: deadlineMs, EMBEDDINGS_BATCH: batch } = values;
  return baseUrl === null || model === null ? null : Object.freeze({ baseUrl, model, apiKey, deadlineMs, batch });
}

function given(environment: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === "" ? null : value;
}

/** The message of a file error may hold anything; its code does not. */
function contentOf(name: string, path: string, readFile: (path: string) => string, problems: string[]): string | null {
  try {
    const content = readFile(path).trim();
    if (content !== "") return content;
    problems.push(`${name}: expected a file with the secret in it, got an empty file.`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    problems.push(`${name}: expected the path of a file that can be read, and it cannot be${code}.`);
  }
  return null;
}

function problemOf(name: Name, origin: string, value: string): string {
  const { expected, secret, hidden } = rowOf(name);
  if (secret === true) return `${origin}: expected ${expected}, got ${value.length} characters.`;
  if (hidden === true) return `${origin}: expected ${expected}.`;
  const shown = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value;
  return `${origin}: expected ${expected}, got ${JSON.stringify(shown)}.`;
}
