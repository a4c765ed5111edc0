/** An empty store of either kind for a benchmark, and what ends it. IO. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openPostgresStore } from "../src/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../src/store/store.ts";
import { openPostgresServer } from "../test/support/postgres-server.ts";

export interface BenchStore {
  readonly name: string;
  readonly store: Store;
  end(): Promise<void>;
}

export async function emptySqlite(): Promise<BenchStore> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
  const store = await openSqliteStore({ path: join(folder, "winnow.db"), hashKey: null, version: "bench" });
  return {
    ...{ name: "SQLite", store },
    async end() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const PASSWORD = "bench";

/** With the roles that the service is run with: row-level security is part of what is measured. */
export async function emptyPostgres(): Promise<BenchStore> {
  const server = await openPostgresServer();
  const database = `winnow_bench_${process.pid}`;
  const roles = [`${database}_owner`, `${database}_service`] as const;
  const [owner, service] = roles;
  await asAdmin(server.url, [
    ...roles.map((role) => `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`),
    `CREATE DATABASE ${database} OWNER ${owner}`,
  ]);
  const login = (role: string): string => {
    const url = new URL(server.url);
    return Object.assign(url, { pathname: `/${database}`, username: role, password: PASSWORD }).href;
  };
  const hashKey = "a-key-of-the-benchmark-0123456789abcdef";
  const logins = { url: login(service), migrationUrl: login(owner) };
  const store = await openPostgresStore({ ...logins, hashKey, version: "bench", connections: 6, timeoutMs: 10_000 });
  return {
    ...{ name: "PostgreSQL", store },
    async end() {
      await store.close();
      await asAdmin(server.url, [`DROP DATABASE ${database} WITH (FORCE)`, ...roles.map((role) => `DROP ROLE ${role}`)]);
      await server.remove();
    },
  };
}

async function asAdmin(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
