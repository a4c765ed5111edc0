/** The environment variables of the service: the only list of their names, defaults, values and meaning. Pure. */
import { z } from "zod";
import { MIN_KEY_CHARACTERS } from "./store/keyed-hash.ts";
import { parseRetention, RETENTION_KINDS } from "./store/retention.ts";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const MIB = 1024 * 1024;

export interface Row<Schema extends z.ZodType> {
  /** Written as in the environment; null: none. */
  readonly fallback: string | null;
  readonly expected: string;
  readonly does: string;
  readonly schema: Schema;
  /** Its value is in no message, and it may come from the file that `<NAME>_FILE` names. */
  readonly secret?: true;
  /** Its value is in no message. */
  readonly hidden?: true;
}

const text = z.string().regex(/^[^\0]+$/);
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));
const wholeRow = (fallback: number, [least, most]: readonly [number, number], does: string): Row<ReturnType<typeof whole>> => ({
  fallback: String(fallback),
  expected: `a whole number from ${least} to ${most}`,
  does,
  schema: whole(least, most),
});
const row = <Schema extends z.ZodType>(fields: Row<Schema>): Row<Schema> => fields;

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/[^/]/)
  .refine((value) => URL.canParse(value));

const VARIABLES = {
  HOST: row({
    fallback: "127.0.0.1",
    expected: "an IP address or a host name, without a scheme",
    does: "Address to listen on. The container image sets 0.0.0.0.",
    schema: z.string().regex(/^[A-Za-z0-9._:%-]+$/),
  }),
  PORT: wholeRow(8080, [0, 65_535], "Port to listen on; 0 takes a free one."),
  PUBLIC_URL: row({
    fallback: null,
    expected: "an absolute http or https URL without user, query and fragment",
    does: "Where clients reach the service; the base of the `type` of errors. Absent: the `type` is relative.",
    schema: z.string().transform(baseUrl).pipe(z.string()),
    hidden: true,
  }),
  POLICIES_DIR: row({
    fallback: "./policies",
    expected: "a folder",
    does: "Folder of the policies, one folder each.",
    schema: text,
  }),
  STORE_PATH: row({
    fallback: "./data/winnow.db",
    expected: "a file",
    does: "SQLite file of the manifests; made, with its folder, when absent.",
    schema: text,
  }),
  DATABASE_URL: row({
    fallback: null,
    expected: "a postgres:// URL",
    does: "PostgreSQL database of the manifests, instead of the file; for several instances. The login owns no table and needs `HASH_KEY`.",
    schema: postgresUrl,
    secret: true,
  }),
  DATABASE_MIGRATION_URL: row({
    fallback: null,
    expected: "a postgres:// URL",
    does: "The same database with the login of the tables' owner, who brings the schema up to date at the start. Absent: it is up to date.",
    schema: postgresUrl,
    secret: true,
  }),
  DATABASE_CONNECTIONS: wholeRow(10, [2, 200], "Most connections to the database, of one instance."),
  DATABASE_TIMEOUT_MS: wholeRow(
    1_000,
    [50, 60_000],
    "Most milliseconds that a write or a read waits for the database; then the answer is 503.",
  ),
  HASH_KEY: row({
    fallback: null,
    expected: `at least ${MIN_KEY_CHARACTERS} characters`,
    does: "Key of the hashes of people's texts. Absent: the key in the file `<STORE_PATH>.key`, made once; with `DATABASE_URL` it is needed.",
    schema: z.string().min(MIN_KEY_CHARACTERS),
    secret: true,
  }),
  RETENTION: row({
    fallback: null,
    expected: `durations by kind, as manifests=180d,texts=30d; kinds: ${RETENTION_KINDS.join(", ")}; whole days (d) or hours (h), 2h at least`,
    does: "How long records are kept; what is past its time is gone for every reader, and its space is freed in the background. A kind that is not named, and everything by default, is kept until it is erased. Texts and answers never outlive their manifests.",
    schema: z
      .string()
      .transform(parseRetention)
      .pipe(z.record(z.enum(RETENTION_KINDS), z.number().nullable())),
  }),
  AUTH: row({
    fallback: "off",
    expected: "off (the only mode this version has)",
    does: "How callers prove who they are. `off`: they do not; with `NODE_ENV=production` this needs `ALLOW_INSECURE=yes`.",
    schema: z.literal("off"),
  }),
  ALLOW_INSECURE: row({
    fallback: "no",
    expected: "yes or no",
    does: "`yes` allows `AUTH=off` in production, behind something else that keeps strangers out.",
    schema: z.enum(["yes", "no"]),
  }),
  NODE_ENV: row({
    fallback: "development",
    expected: "production, development or test",
    does: "`production` refuses settings that are only safe on a desk.",
    schema: z.enum(["production", "development", "test"]),
  }),
  LOG_LEVEL: row({
    fallback: "info",
    expected: `one of ${LOG_LEVELS.join(", ")}`,
    does: "Least level that is logged.",
    schema: z.enum(LOG_LEVELS),
  }),
  MODEL_BASE_URL: row({
    fallback: null,
    expected: "an absolute http or https URL without user, query and fragment",
    does: "Address of an OpenAI-compatible API, up to `/v1`; a model is asked about uncertain questions only. Absent: none is asked.",
    schema: z.string().transform(baseUrl).pipe(z.string()),
    hidden: true,
  }),
  MODEL_NAME: row({
    fallback: null,
    expected: "a model's name",
    does: "The model that is asked; a small one that does not reason first answers in time.",
    schema: text,
  }),
  MODEL_API_KEY: row({
    fallback: null,
    expected: "printable ASCII characters without spaces",
    does: "Its key, sent as a bearer token. Absent: none is sent.",
    schema: z.string().regex(/^[\x21-\x7E]+$/),
    secret: true,
  }),
  MODEL_DEADLINE_MS: wholeRow(800, [50, 60_000], "Most milliseconds for the model's answer; without it the rules decide alone."),
  EMBEDDINGS_BASE_URL: row({
    fallback: null,
    expected: "an absolute http or https URL without user, query and fragment",
    does: "Address of an OpenAI-compatible API, up to `/v1`, that sections and questions are sent to, to rank sections by meaning beside their words. Absent: the words rank alone.",
    schema: z.string().transform(baseUrl).pipe(z.string()),
    hidden: true,
  }),
  EMBEDDINGS_MODEL: row({
    fallback: null,
    expected: "a model's name",
    does: "The model of the vectors. Another name: every section is sent again.",
    schema: text,
  }),
  EMBEDDINGS_API_KEY: row({
    fallback: null,
    expected: "printable ASCII characters without spaces",
    does: "Its key, sent as a bearer token. Absent: none is sent.",
    schema: z.string().regex(/^[\x21-\x7E]+$/),
    secret: true,
  }),
  EMBEDDINGS_DEADLINE_MS: wholeRow(
    300,
    [50, 60_000],
    "Most milliseconds for the vector of a question, within the request's own; without it the words rank alone.",
  ),
  EMBEDDINGS_BATCH: wholeRow(64, [1, 256], "Most sections sent in one call, when a folder is read."),
  REQUEST_DEADLINE_MS: wholeRow(1_500, [50, 60_000], "Most milliseconds one request may take, sources included."),
  BODY_LIMIT_BYTES: wholeRow(4 * MIB, [1_024, 16 * MIB], "Largest request body, in bytes."),
  MAX_CANDIDATES: wholeRow(5_000, [0, 100_000], "Most candidates in one request."),
  MAX_CANDIDATE_BYTES: wholeRow(2 * MIB, [0, 16 * MIB], "Most bytes of all candidates' texts together, in UTF-8."),
  MAX_IN_FLIGHT: wholeRow(512, [1, 65_535], "Most requests at once; further ones get 503."),
  CACHE_BYTES: wholeRow(64 * MIB, [MIB, 4_096 * MIB], "Most memory for cached source answers, in bytes."),
  SHUTDOWN_GRACE_MS: wholeRow(10_000, [0, 600_000], "Most milliseconds for open requests at shutdown."),
} as const;

export type Name = keyof typeof VARIABLES;
export const NAMES = Object.keys(VARIABLES) as readonly Name[];
export const rowOf = (name: Name): Row<z.ZodType> => VARIABLES[name];
/** Null only where there is no default. */
export const SCHEMA = z.object({
  ...(Object.fromEntries(NAMES.map((name) => [name, VARIABLES[name].schema])) as {
    [N in Name]: (typeof VARIABLES)[N]["schema"];
  }),
  PUBLIC_URL: VARIABLES.PUBLIC_URL.schema.nullable(),
  DATABASE_URL: VARIABLES.DATABASE_URL.schema.nullable(),
  DATABASE_MIGRATION_URL: VARIABLES.DATABASE_MIGRATION_URL.schema.nullable(),
  HASH_KEY: VARIABLES.HASH_KEY.schema.nullable(),
  RETENTION: VARIABLES.RETENTION.schema.nullable(),
  MODEL_BASE_URL: VARIABLES.MODEL_BASE_URL.schema.nullable(),
  MODEL_NAME: VARIABLES.MODEL_NAME.schema.nullable(),
  MODEL_API_KEY: VARIABLES.MODEL_API_KEY.schema.nullable(),
  EMBEDDINGS_BASE_URL: VARIABLES.EMBEDDINGS_BASE_URL.schema.nullable(),
  EMBEDDINGS_MODEL: VARIABLES.EMBEDDINGS_MODEL.schema.nullable(),
  EMBEDDINGS_API_KEY: VARIABLES.EMBEDDINGS_API_KEY.schema.nullable(),
});

/** Without the slash at the end; null for anything else than a plain base. */
function baseUrl(value: string): string | null {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.username + url.password + url.search + url.hash !== "") return null;
  return url.href.replace(/\/+$/, "");
}
