/** Opens a PostgreSQL database for the service: brings the schema up to date where the owner's login is given, then checks everything. IO. */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { AppError } from "../../errors.ts";
import { auditUnavailable } from "../store-errors.ts";
import { guard } from "./guard.ts";
import { migrate } from "./migrate.ts";
import { codeOf, isConnectionFault, withoutValues } from "./postgres-errors.ts";

/** A database that starts together with the service is there within seconds. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 200;
const CONNECT_TIMEOUT_MS = 3_000;
/** Longer than the wait for another instance's migration. */
const QUERY_TIMEOUT_MS = 60_000;

export interface DatabaseOptions {
  /** Login of the service. */
  readonly url: string;
  /** Login of the owner of the tables; null: the schema is there already. */
  readonly migrationUrl: string | null;
  readonly serviceVersion: string;
}

/** Throws AppError `audit_unavailable`; no message shows a login. */
export async function openDatabase({ hashKeyId, ...options }: DatabaseOptions & { readonly hashKeyId: string }): Promise<void> {
  const { url, migrationUrl, serviceVersion } = options;
  if (migrationUrl !== null) await migrateDatabase({ url, migrationUrl, serviceVersion });
  await patiently(() => connected(url, "DATABASE_URL", (service) => guard(service, hashKeyId)));
}

/** The rights go to the role that the service's login works as. Throws as `openDatabase` does. */
export async function migrateDatabase({
  url,
  migrationUrl,
  serviceVersion,
}: DatabaseOptions & { readonly migrationUrl: string }): Promise<{ readonly schema: number; readonly role: string }> {
  return patiently(async () => {
    const role = await connected(url, "DATABASE_URL", async (service) => {
      const { rows } = await service.query<{ name: string }>("SELECT current_user AS name");
      return rows[0]?.name ?? "";
    });
    const schema = await connected(migrationUrl, "DATABASE_MIGRATION_URL", (owner) => migrate(owner, role, serviceVersion));
    return { schema, role };
  });
}

async function patiently<Result>(run: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const cause = error instanceof AppError ? error.details.cause : null;
      if (!(cause instanceof ConnectionFault) || performance.now() >= until) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** Worth another try. */
class ConnectionFault extends Error {}

async function connected<Result>(url: string, name: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: "winnow",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await run(client);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const cause = isConnectionFault(error) ? new ConnectionFault(codeOf(error)) : withoutValues(error);
    throw auditUnavailable(`${name}: the database cannot be opened (${codeOf(error)}).`, cause);
  } finally {
    await client.end().catch(() => {});
  }
}
