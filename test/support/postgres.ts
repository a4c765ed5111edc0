/** A PostgreSQL server for one test file, and databases on it with the two roles that the service is run with. IO. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { openPostgresStore, type PostgresStoreOptions } from "../../src/store/postgres/postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { KEY } from "../store/manifest-fixture.ts";
import { openPostgresServer, type PostgresServer } from "./postgres-server.ts";

export interface TestDatabase {
  /** Login of the service. */
  readonly url: string;
  /** Login of the owner of the tables. */
  readonly migrationUrl: string;
  /** Login of the administrator, whom no row-level security binds. */
  readonly adminUrl: string;
}

export interface TestPostgres {
  server(): PostgresServer;
  /** A new one, without a schema; dropped after the test. */
  database(): Promise<TestDatabase>;
}

/** Call at the top of a test file. */
export function usePostgres(): TestPostgres {
  let server: PostgresServer | null = null;
  const roles = `winnow_${randomBytes(6).toString("hex")}`;
  beforeAll(async () => {
    server = await openPostgresServer();
    const made = [`${roles}_owner`, `${roles}_service`].map((role) => `CREATE ROLE ${role} LOGIN PASSWORD '${roles}'`);
    await asAdmin(server.url, made);
  });
  afterAll(async () => {
    if (server?.isOurs === false) await asAdmin(server.url, [`DROP ROLE ${roles}_owner`, `DROP ROLE ${roles}_service`]);
    await server?.remove();
  });
  const running = (): PostgresServer => {
    if (server === null) throw new Error("the server is started before the first test");
    return server;
  };
  return { server: running, database: () => makeDatabase(running(), roles) };
}

async function makeDatabase({ url }: PostgresServer, roles: string): Promise<TestDatabase> {
  const name = `winnow_${randomBytes(6).toString("hex")}`;
  await asAdmin(url, [`CREATE DATABASE ${name} OWNER ${roles}_owner`]);
  onTestFinished(() => asAdmin(url, [`DROP DATABASE ${name} WITH (FORCE)`]));
  const login = (role: string | null): string => {
    const at = new URL(url);
    at.pathname = `/${name}`;
    if (role !== null) at.username = `${roles}_${role}`;
    if (role !== null) at.password = roles;
    return at.href;
  };
  return { url: login("service"), migrationUrl: login("owner"), adminUrl: login(null) };
}

async function asAdmin(url: string, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await query(url, statement);
}

/** Runs one statement on a connection of its own. */
export async function query<Row>(url: string, sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Of a test that is not about time: the machine runs others beside it. */
export const PATIENT_MS = 20_000;

/** A store of this database, closed after the test. */
export async function openTestStore(database: TestDatabase, options: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  const { url, migrationUrl } = database;
  const store = await openPostgresStore({
    url,
    migrationUrl,
    hashKey: KEY,
    version: "0.1.0",
    connections: 6,
    timeoutMs: PATIENT_MS,
    ...options,
  });
  onTestFinished(() => store.close());
  return store;
}
