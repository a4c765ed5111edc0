/** Brings the schema of the PostgreSQL store up to date, as the role that owns it, once however many instances start. IO. */
import { type Client, escapeIdentifier } from "pg";
import { auditUnavailable } from "../store-errors.ts";
import { grants, STEPS } from "./schema.ts";

/** "Winnow" in ASCII: the lock that migrations of one database wait for each other on. */
const LOCK = "96083183759223";
const LOCK_TIMEOUT_MS = 20_000;

export const SCHEMA_VERSION = STEPS.length;

export interface Meta {
  readonly schema_version: number;
  readonly compatible_from: number;
  readonly service_version: string;
}

/**
 * One transaction under an advisory lock, so that it takes place whole, once, or not at all. `serviceRole` gets the rights that the
 * service needs. Returns the schema's version. Throws AppError `audit_unavailable` for a schema of another program and one that this version cannot work with.
 */
export async function migrate(owner: Client, serviceRole: string, serviceVersion: string): Promise<number> {
  await owner.query("BEGIN");
  try {
    await owner.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await owner.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    const found = await readMeta(owner);
    if (found === null) await makeSchema(owner);
    else checkMeta(found);
    await takeSteps(owner, found?.schema_version ?? 0, serviceVersion);
    await owner.query(grants(escapeIdentifier(serviceRole)));
    await owner.query("COMMIT");
    return Math.max(found?.schema_version ?? 0, SCHEMA_VERSION);
  } catch (error) {
    await owner.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Null where there is no schema of ours yet. */
export async function readMeta(client: Client): Promise<Meta | null> {
  const { rows } = await client.query<{ present: boolean }>("SELECT to_regclass('winnow.meta') IS NOT NULL AS present");
  if (rows[0]?.present !== true) return null;
  const meta = await client.query<Meta>("SELECT schema_version, compatible_from, service_version FROM winnow.meta");
  return meta.rows[0] ?? null;
}

/** A newer schema serves as long as it says that this version can work with it. */
export function checkMeta({ schema_version, compatible_from, service_version }: Meta): void {
  if (schema_version <= SCHEMA_VERSION || compatible_from <= SCHEMA_VERSION) return;
  throw auditUnavailable(
    `The database has schema ${schema_version}, written by version ${service_version}, which works with services of schema ` +
      `${compatible_from} and later; this version has schema ${SCHEMA_VERSION}. Run that version or a later one.`,
  );
}

/** A database administrator may have made the schema for the owner; nobody else's tables may be in it. */
async function makeSchema(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ present: boolean; tables: boolean }>(
    `SELECT to_regnamespace('winnow') IS NOT NULL AS present,
            EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('winnow')) AS tables`,
  );
  if (rows[0]?.tables === true) {
    throw auditUnavailable("The database has a schema called winnow with tables of another program. Choose another database.");
  }
  if (rows[0]?.present !== true) await owner.query("CREATE SCHEMA winnow");
  await owner.query(`
    CREATE TABLE winnow.meta (
      only_row int PRIMARY KEY CHECK (only_row = 1),
      schema_version int NOT NULL,
      compatible_from int NOT NULL,
      service_version text NOT NULL
    );
    INSERT INTO winnow.meta VALUES (1, 0, 0, '')`);
}

async function takeSteps(owner: Client, found: number, serviceVersion: string): Promise<void> {
  if (found >= SCHEMA_VERSION) return;
  for (const { sql } of STEPS.slice(found)) await owner.query(sql);
  await owner.query("UPDATE winnow.meta SET schema_version = $1, compatible_from = $2, service_version = $3", [
    SCHEMA_VERSION,
    STEPS.at(-1)?.compatibleFrom,
    serviceVersion,
  ]);
}
