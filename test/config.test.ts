/** The configuration: defaults, every problem at once, no secret in a message. */
import { describe, expect, test } from "vitest";
import { CONFIG_VARIABLES, type Config, configurationReference, readConfig } from "../src/config.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const noFile = (): string => {
  throw new Error("no file was expected to be read");
};
const resultOf = (environment: Environment, readFile = noFile as (path: string) => string) => readConfig(environment, readFile);
const problemsOf = (environment: Environment, readFile?: (path: string) => string): readonly string[] => {
  const result = resultOf(environment, readFile);
  return "problems" in result ? result.problems : [];
};
function configOf(environment: Environment, readFile?: (path: string) => string): Config {
  const result = resultOf(environment, readFile);
  if ("problems" in result) throw new Error(result.problems.join("\n"));
  return result.config;
}

const SECRET = "correct-horse-battery-staple-0123456789";

describe("values", () => {
  test("an empty environment gives the defaults, frozen", () => {
    const config = configOf({});
    expect(config).toEqual({
      host: "127.0.0.1",
      port: 8080,
      publicUrl: null,
      policiesDir: "./policies",
      retention: { manifests: null, texts: null, answers: null, views: null, memory: null },
      storePath: "./data/winnow.db",
      database: null,
      hashKey: null,
      auth: "off",
      production: false,
      logLevel: "info",
      model: null,
      embeddings: null,
      requestDeadlineMs: 1_500,
      bodyLimitBytes: 4_194_304,
      maxCandidates: 5_000,
      maxCandidateBytes: 2_097_152,
      maxInFlight: 512,
      cacheBytes: 67_108_864,
      shutdownGraceMs: 10_000,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test("an empty or blank value counts as absent, and blanks around a value do not count", () => {
    expect(configOf({ PORT: "", HOST: "  ", HASH_KEY: "", HASH_KEY_FILE: "" })).toEqual(configOf({}));
    expect(configOf({ PORT: " 81 " }).port).toBe(81);
  });

  test.each([
    ["PORT", 0, 65_535, "port"],
    ["REQUEST_DEADLINE_MS", 50, 60_000, "requestDeadlineMs"],
    ["BODY_LIMIT_BYTES", 1_024, 16_777_216, "bodyLimitBytes"],
    ["MAX_IN_FLIGHT", 1, 65_535, "maxInFlight"],
    ["CACHE_BYTES", 1_048_576, 4_294_967_296, "cacheBytes"],
    ["SHUTDOWN_GRACE_MS", 0, 600_000, "shutdownGraceMs"],
  ] as const)("%s takes whole numbers from %i to %i", (name, least, most, field) => {
    for (const value of [least, most]) expect(configOf({ [name]: String(value) })[field]).toBe(value);
    for (const value of [least - 1, most + 1, "1e3", "0x10", "1.5", "ten"]) {
      expect(problemsOf({ [name]: String(value) })).toEqual([
        `${name}: expected a whole number from ${least} to ${most}, got "${value}".`,
      ]);
    }
  });

  test("PUBLIC_URL is a plain base without a slash at the end", () => {
    expect(configOf({ PUBLIC_URL: "https://winnow.example/" }).publicUrl).toBe("https://winnow.example");
    expect(configOf({ PUBLIC_URL: "http://localhost:8080/a/b//" }).publicUrl).toBe("http://localhost:8080/a/b");
    for (const value of ["winnow.example", "ftp://a", "https:a", "http://", "https://a?b", "https://a#b", "https://u:pa55@a"]) {
      expect(problemsOf({ PUBLIC_URL: value })).toEqual([
        "PUBLIC_URL: expected an absolute http or https URL without user, query and fragment.",
      ]);
    }
  });
});

describe("problems", () => {
  test("every problem is reported at once, by name, with what was expected", () => {
    const problems = problemsOf({
      PORT: "http",
      HOST: "http://a",
      LOG_LEVEL: "loud",
      NODE_ENV: "prod",
      HASH_KEY: "short",
      AUTH: "jwt",
    });
    expect(problems.map((problem) => problem.split(":")[0])).toEqual([
      "HOST",
      "PORT",
      "HASH_KEY",
      "AUTH",
      "NODE_ENV",
      "LOG_LEVEL",
    ]);
    for (const problem of problems) expect(problem).toMatch(/: expected .+, got .+\.$/);
    expect(problems).toContain('AUTH: expected off (the only mode this version has), got "jwt".');
  });

  test("a long value is shown by its beginning", () => {
    expect(problemsOf({ LOG_LEVEL: "x".repeat(500) })[0]).toMatch(/got "x{40}…"\.$/);
  });

  test("AUTH=off in production is refused unless ALLOW_INSECURE=yes", () => {
    for (const environment of [{ AUTH: "off" }, {}, { ALLOW_INSECURE: "no" }]) {
      expect(problemsOf({ NODE_ENV: "production", ...environment })).toEqual([
        expect.stringMatching(/^AUTH: .*ALLOW_INSECURE=yes/),
      ]);
    }
    expect(configOf({ NODE_ENV: "production", ALLOW_INSECURE: "yes" }).production).toBe(true);
    expect(problemsOf({ ALLOW_INSECURE: "true" })).toEqual(['ALLOW_INSECURE: expected yes or no, got "true".']);
  });
});

describe("secrets", () => {
  test("RETENTION is milliseconds by kind, everything for ever by default, and a mistake says what is expected", () => {
    const forever = { manifests: null, texts: null, answers: null, views: null, memory: null };
    expect(configOf({}).retention).toEqual(forever);
    expect(configOf({ RETENTION: "texts=30d,views=3h" }).retention).toEqual({
      ...forever,
      texts: 2_592_000_000,
      views: 10_800_000,
    });
    expect(problemsOf({ RETENTION: "texts=30" })).toEqual([
      'RETENTION: expected durations by kind, as manifests=180d,texts=30d; kinds: manifests, texts, answers, views, memory; whole days (d) or hours (h), 2h at least, got "texts=30".',
    ]);
  });

  test("HASH_KEY has at least 32 characters and is in no message", () => {
    expect(configOf({ HASH_KEY: "k".repeat(32) }).hashKey).toBe("k".repeat(32));
    const short = SECRET.slice(0, 31);
    expect(problemsOf({ HASH_KEY: short })).toEqual(["HASH_KEY: expected at least 32 characters, got 31 characters."]);
    const everything = JSON.stringify(
      resultOf({ HASH_KEY: short, HASH_KEY_FILE: "/key", HASH_KEYS: SECRET, PORT: "x" }, () => short),
    );
    expect(everything).not.toContain(short);
  });

  test("HASH_KEY_FILE names a file that holds it, the line end not counting", () => {
    const readFile = (path: string): string => (path === "/run/secrets/key" ? `${SECRET}\n` : noFile());
    expect(configOf({ HASH_KEY_FILE: "/run/secrets/key" }, readFile).hashKey).toBe(SECRET);
  });

  test.each([
    ["too short", () => "short-secret", "HASH_KEY_FILE: expected at least 32 characters, got 12 characters."],
    ["empty", () => "\n", "HASH_KEY_FILE: expected a file with the secret in it, got an empty file."],
    [
      "absent",
      () => {
        throw Object.assign(new Error(SECRET), { code: "ENOENT" });
      },
      "HASH_KEY_FILE: expected the path of a file that can be read, and it cannot be (ENOENT).",
    ],
  ])("a file that is %s is a problem of HASH_KEY_FILE", (_, readFile, problem) => {
    expect(problemsOf({ HASH_KEY_FILE: "/key" }, readFile)).toEqual([problem]);
  });

  test("HASH_KEY and HASH_KEY_FILE together are refused", () => {
    expect(problemsOf({ HASH_KEY: SECRET, HASH_KEY_FILE: "/key" }, () => SECRET)).toEqual([
      "HASH_KEY: expected HASH_KEY or HASH_KEY_FILE, got both.",
    ]);
  });
});

test("the reference says what the type of errors is without PUBLIC_URL", () => {
  expect(configurationReference()).toContain("Absent: the `type` is relative.");
});

test("the reference lists every variable once, with its default", () => {
  const lines = configurationReference().trimEnd().split("\n").slice(2);
  expect(lines).toHaveLength(CONFIG_VARIABLES.length);
  for (const [index, { name, default: fallback }] of CONFIG_VARIABLES.entries()) {
    expect(lines[index]).toMatch(new RegExp(`^\\| \`${name}\``));
    expect(lines[index]).toContain(fallback === null ? "| none |" : `| \`${fallback}\` |`);
  }
});

describe("the database", () => {
  const URL_OF_SERVICE = "postgres://winnow:s3cr3t-of-service@db.example/winnow";
  const URL_OF_OWNER = "postgresql://owner:s3cr3t-of-owner@db.example/winnow?sslmode=verify-full";

  test("is read as one thing, with a limit and a deadline of its own", () => {
    const { database } = configOf({ DATABASE_URL: URL_OF_SERVICE, HASH_KEY: SECRET });
    expect(database).toEqual({ url: URL_OF_SERVICE, migrationUrl: null, connections: 10, timeoutMs: 1_000 });
    const files = { DATABASE_URL_FILE: "/service", DATABASE_MIGRATION_URL_FILE: "/owner", HASH_KEY: SECRET };
    const given = { ...files, DATABASE_CONNECTIONS: "20", DATABASE_TIMEOUT_MS: "700" };
    const readFile = (path: string) => `${path === "/owner" ? URL_OF_OWNER : URL_OF_SERVICE}\n`;
    expect(configOf(given, readFile).database).toEqual({
      url: URL_OF_SERVICE,
      migrationUrl: URL_OF_OWNER,
      connections: 20,
      timeoutMs: 700,
    });
  });

  test("needs the key that every instance shares, and the service's own login", () => {
    expect(problemsOf({ DATABASE_URL: URL_OF_SERVICE })).toEqual([
      "HASH_KEY: expected a key, since DATABASE_URL is set and every instance needs the same; got nothing.",
    ]);
    expect(problemsOf({ DATABASE_MIGRATION_URL: URL_OF_OWNER })).toEqual([
      "DATABASE_URL: expected a URL, since DATABASE_MIGRATION_URL is set; got nothing.",
    ]);
  });

  test.each(["mysql://db.example/winnow", "postgres:///", "db.example", "postgres://a b@:x:y/"])(
    "%j is refused, and no part of a login is in a message",
    (url) => {
      const problems = problemsOf({ DATABASE_URL: url, HASH_KEY: SECRET });
      expect(problems).toEqual([`DATABASE_URL: expected a postgres:// URL, got ${url.length} characters.`]);
    },
  );
});

describe("the model", () => {
  const SET = { MODEL_BASE_URL: "https://models.example/v1/", MODEL_NAME: "small" };

  test("is read as one thing, with a deadline of its own", () => {
    expect(configOf({ ...SET, MODEL_API_KEY: "sk-1", MODEL_DEADLINE_MS: "500" }).model).toEqual({
      baseUrl: "https://models.example/v1",
      name: "small",
      apiKey: "sk-1",
      deadlineMs: 500,
    });
    expect(configOf(SET).model).toMatchObject({ apiKey: null, deadlineMs: 800 });
  });

  test.each([
    [{ MODEL_BASE_URL: SET.MODEL_BASE_URL }, "MODEL_NAME"],
    [{ MODEL_NAME: "small" }, "MODEL_BASE_URL"],
    [{ MODEL_API_KEY: SECRET }, "MODEL_BASE_URL"],
    [{ ...SET, MODEL_API_KEY: "two words" }, "MODEL_API_KEY"],
  ])("half set, or wrong, is refused: %j", (environment, name) => {
    const { problems } = resultOf(environment) as { problems: readonly string[] };
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
    expect(problems[0]).not.toContain(SECRET);
  });
});

describe("the model of embeddings", () => {
  const SET = { EMBEDDINGS_BASE_URL: "https://vectors.example/v1/", EMBEDDINGS_MODEL: "small-vectors" };

  test("is read as one thing, with a deadline and a batch of its own, and is apart from the model of verdicts", () => {
    const own = { EMBEDDINGS_API_KEY: "sk-1", EMBEDDINGS_DEADLINE_MS: "150", EMBEDDINGS_BATCH: "16" };
    expect(configOf({ ...SET, ...own }).embeddings).toEqual({
      baseUrl: "https://vectors.example/v1",
      model: "small-vectors",
      apiKey: "sk-1",
      deadlineMs: 150,
      batch: 16,
    });
    expect(configOf(SET)).toMatchObject({ model: null, embeddings: { apiKey: null, deadlineMs: 300, batch: 64 } });
  });

  test.each([
    [{ EMBEDDINGS_BASE_URL: SET.EMBEDDINGS_BASE_URL }, "EMBEDDINGS_MODEL", "EMBEDDINGS_BASE_URL"],
    [{ EMBEDDINGS_MODEL: "small-vectors" }, "EMBEDDINGS_BASE_URL", "EMBEDDINGS_MODEL"],
    [{ EMBEDDINGS_API_KEY: SECRET }, "EMBEDDINGS_BASE_URL", "EMBEDDINGS_API_KEY"],
    [{ ...SET, EMBEDDINGS_API_KEY: "two words" }, "EMBEDDINGS_API_KEY", "printable"],
    [{ ...SET, EMBEDDINGS_BATCH: "0" }, "EMBEDDINGS_BATCH", "from 1 to 256"],
    [{ ...SET, EMBEDDINGS_BATCH: "257" }, "EMBEDDINGS_BATCH", "from 1 to 256"],
    [{ ...SET, EMBEDDINGS_DEADLINE_MS: "49" }, "EMBEDDINGS_DEADLINE_MS", "from 50 to 60000"],
  ])("half set, or wrong, is refused: %j", (environment, name, said) => {
    const problems = problemsOf(environment);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: .*${said}`));
    expect(problems[0]).not.toContain(SECRET);
  });
});
