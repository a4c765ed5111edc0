/** What must be true of the database before the service works with it: its schema, our role, forced row-level security, durable commits. */
import type { Client } from "pg";
import { auditUnavailable } from "../store-errors.ts";
import { checkMeta, readMeta, SCHEMA_VERSION } from "./migrate.ts";
import { TENANT_TABLES } from "./schema.ts";

const HOW_TO_MIGRATE = "Start one instance with DATABASE_MIGRATION_URL, the login of the owner, or run winnow migrate.";

/** Throws AppError `audit_unavailable` that says what to change. */
export async function guard(service: Client, hashKeyId: string): Promise<void> {
  await checkSchema(service);
  await checkRole(service);
  await checkTables(service);
  await checkDurability(service);
  await bindKey(service, hashKeyId);
}

async function checkSchema(service: Client): Promise<void> {
  const meta = await readMeta(service);
  if (meta === null) throw auditUnavailable(`The database has no schema of Winnow's yet. ${HOW_TO_MIGRATE}`);
  if (meta.schema_version < SCHEMA_VERSION) {
    throw auditUnavailable(
      `The database has schema ${meta.schema_version}, this version needs schema ${SCHEMA_VERSION}. ${HOW_TO_MIGRATE}`,
    );
  }
  checkMeta(meta);
}

/** Row-level security does not bind a superuser, nor a role that bypasses it. */
async function checkRole(service: Client): Promise<void> {
  const { rows } = await service.query<{ name: string; free: boolean }>(
    "SELECT rolname AS name, rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname = current_user",
  );
  if (rows[0]?.free === false) return;
  throw auditUnavailable(
    `DATABASE_URL: the role ${rows[0]?.name ?? "of the login"} is a superuser or bypasses row-level security. Use a role that does ` +
      "neither, and give the owner's login as DATABASE_MIGRATION_URL.",
  );
}

async function checkTables(service: Client): Promise<void> {
  const { rows } = await service.query<{ name: string; secured: boolean; owned: boolean }>(
    `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS secured, pg_has_role(current_user, relowner, 'MEMBER') AS owned
     FROM pg_class WHERE relnamespace = to_regnamespace('winnow') AND relkind = 'r' AND relname = ANY($1::text[])`,
    [TENANT_TABLES],
  );
  const open = TENANT_TABLES.filter((table) => rows.find(({ name }) => name === table)?.secured !== true);
  if (open.length > 0) {
    throw auditUnavailable(
      `Row-level security is not forced on ${open.join(", ")} in the schema winnow. Restore it; see docs/operations.md.`,
    );
  }
  if (!rows.some(({ owned }) => owned)) return;
  throw auditUnavailable(
    "DATABASE_URL: the role owns the tables, so it could switch row-level security off. Use another role, and give the owner's " +
      "login as DATABASE_MIGRATION_URL.",
  );
}

/** With either off, what was acknowledged could be lost. */
async function checkDurability(service: Client): Promise<void> {
  const { rows } = await service.query<{ commits: string; fsync: string }>(
    "SELECT current_setting('synchronous_commit') AS commits, current_setting('fsync') AS fsync",
  );
  if (rows[0]?.commits !== "off" && rows[0]?.fsync === "on") return;
  throw auditUnavailable(
    "The server acknowledges what is not on disk: set fsync and synchronous_commit to on for this database.",
  );
}

/** Every instance has the same key: under another one each record would look damaged. */
async function bindKey(service: Client, keyId: string): Promise<void> {
  await service.query("INSERT INTO winnow.hash_key VALUES (1, $1) ON CONFLICT (only_row) DO NOTHING", [keyId]);
  const { rows } = await service.query<{ key_id: string }>("SELECT key_id FROM winnow.hash_key");
  if (rows[0]?.key_id === keyId) return;
  throw auditUnavailable(
    `The database was written under hash key ${rows[0]?.key_id}, and this process has hash key ${keyId}. Set HASH_KEY to the earlier ` +
      "key, or DATABASE_URL to another database.",
  );
}
