/** Opens the store that the configuration names: PostgreSQL where it has a database, else the SQLite file. IO. */

import type { Retention } from "./retention.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";
import { auditUnavailable } from "./store-errors.ts";

/** Of disk, for erasing people on a full one. */
const RESERVE_BYTES = 8 * 1024 * 1024;

export interface StoreSettings {
  /** The SQLite file. */
  readonly storePath: string;
  /** Null: the key file beside the SQLite file; not for a database. */
  readonly hashKey: string | null;
  readonly retention: Retention;
  readonly database: {
    readonly url: string;
    readonly migrationUrl: string | null;
    readonly connections: number;
    readonly timeoutMs: number;
  } | null;
}

/** `version`: of the service. Throws AppError `audit_unavailable` that says what to change. */
export async function openStore({ storePath, hashKey, retention, database }: StoreSettings, version: string): Promise<Store> {
  if (database === null) return openSqliteStore({ path: storePath, hashKey, version, retention, reserveBytes: RESERVE_BYTES });
  if (hashKey === null) throw auditUnavailable("A database needs HASH_KEY: every instance has the same.");
  // The client is loaded only where there is a database.
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore({ ...database, hashKey, version, retention });
}
