/** Opening: migrations once and together with the version before, and every database that is refused with what to change. */
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { migrate, SCHEMA_VERSION } from "../../../src/store/postgres/migrate.ts";
import { openPostgresStore } from "../../../src/store/postgres/postgres-store.ts";
import { openTestStore, PATIENT_MS, query, type TestDatabase, usePostgres } from "../../support/postgres.ts";
import { NOON } from "../contract/open-contract-store.ts";
import { callerOf, KEY, manifestOf, memoryOf } from "../manifest-fixture.ts";

const postgres = usePostgres();
const anna = callerOf("north");
const unavailable = (part: string) => ({ code: "audit_unavailable", message: expect.stringContaining(part) });

/** As an instance without the owner's login opens it. */
const openPlain = (database: TestDatabase, url = database.url) =>
  openPostgresStore({ url, migrationUrl: null, hashKey: KEY, version: "0.1.0", connections: 2, timeoutMs: PATIENT_MS });

const nameOf = (url: string): string => new URL(url).pathname.slice(1);
const roleOf = (url: string): string => new URL(url).username;

describe("migrations", () => {
  test("five instances that start at once on an empty database migrate it once, and all write", async () => {
    const database = await postgres.database();
    const stores = await Promise.all(Array.from({ length: 5 }, () => openTestStore(database)));
    await Promise.all(stores.map((store, at) => store.save(anna, manifestOf(store, anna, `m-${at}`, ["knee"]))));
    for (const [at, store] of stores.entries()) {
      expect((await store.read(anna, `m-${(at + 1) % 5}`))?.envelope.manifest_id).toBe(`m-${(at + 1) % 5}`);
    }
    const rows = await query(database.adminUrl, "SELECT schema_version, compatible_from, service_version FROM winnow.meta");
    expect(rows).toEqual([{ schema_version: SCHEMA_VERSION, compatible_from: 1, service_version: "0.1.0" }]);
    const sizes = await query<{ n: string }>(database.adminUrl, "SELECT count(*) AS n FROM winnow.texts");
    expect(sizes).toEqual([{ n: "1" }]);
  });

  test("one that fails half way leaves nothing, and the next one makes it whole", async () => {
    const database = await postgres.database();
    const owner = new Client(database.migrationUrl);
    await owner.connect();
    await expect(migrate(owner, "no such role", "0.1.0")).rejects.toMatchObject({ code: "42704" });
    await owner.end();
    expect(await query(database.adminUrl, "SELECT to_regnamespace('winnow') AS schema")).toEqual([{ schema: null }]);
    expect((await openTestStore(database)).healthy()).toBe(true);
  });

  test("without the owner's login an instance works on a schema that is there, and says what to do where there is none", async () => {
    const database = await postgres.database();
    await expect(openPlain(database)).rejects.toMatchObject(
      unavailable("no schema of Winnow's yet. Start one instance with DATABASE_MIGRATION_URL"),
    );
    await openTestStore(database);
    const store = await openPlain(database);
    await store.save(anna, manifestOf(store, anna, "m-1"));
    await store.close();
  });

  test("a newer schema that says this version works with it serves, with and without the owner's login", async () => {
    const database = await postgres.database();
    await openTestStore(database);
    await query(
      database.adminUrl,
      `UPDATE winnow.meta SET schema_version = ${SCHEMA_VERSION + 1}, compatible_from = ${SCHEMA_VERSION}, service_version = '0.2.0'`,
    );
    await query(database.adminUrl, "ALTER TABLE winnow.manifests ADD COLUMN later text");
    const store = await openTestStore(database);
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    expect((await store.read(anna, "m-1"))?.envelope.manifest_id).toBe("m-1");
    const meta = await query(database.adminUrl, "SELECT schema_version, service_version FROM winnow.meta");
    expect(meta).toEqual([{ schema_version: SCHEMA_VERSION + 1, service_version: "0.2.0" }]);
  });

  test("who works on the database while a later version brings it up to date goes on", async () => {
    const database = await postgres.database();
    const running = await openTestStore(database);
    await running.save(anna, manifestOf(running, anna, "m-1", ["knee"]));
    await query(
      database.migrationUrl,
      `ALTER TABLE winnow.manifests ADD COLUMN later text; CREATE TABLE winnow.later (row int);
       UPDATE winnow.meta SET schema_version = ${SCHEMA_VERSION + 1}, compatible_from = ${SCHEMA_VERSION}`,
    );
    await running.save(anna, manifestOf(running, anna, "m-2", ["hip"]));
    await running.remember(anna, memoryOf("Runs"));
    expect(await running.readText(anna, running.hash(anna, "hip"))).toBe("hip");
    expect((await running.erase(anna, NOON)).counts).toEqual({ manifests: 2, answers: 0, texts: 2, memories: 1 });
  });

  test("a database of the second schema keeps its memory, and takes shadows from then on", async () => {
    const database = await postgres.database();
    const before = await openTestStore(database);
    const [old, next] = [memoryOf("Old street", { key: "address" }), memoryOf("New street", { key: "address" })];
    for (const each of [old, next]) await before.remember(anna, each);
    await before.save(anna, manifestOf(before, anna, "m-1"));
    await before.close();
    await query(
      database.migrationUrl,
      `DROP TABLE winnow.learnt; ALTER TABLE winnow.memories DROP COLUMN traces, DROP COLUMN trace_version; DROP TABLE winnow.shadows; DROP INDEX winnow.memories_standing; DROP INDEX winnow.memories_ended;
       UPDATE winnow.meta SET schema_version = 2`,
    );
    await expect(openPlain(database)).rejects.toMatchObject(
      unavailable(`has schema 2, this version needs schema ${SCHEMA_VERSION}`),
    );
    const store = await openTestStore(database);
    const recalled = await store.recall(anna, { most: 9, atMs: Date.parse(NOON), ids: [old.id], compares: false });
    expect([recalled.items.map(({ id }) => id), [...recalled.gone]]).toEqual([[next.id], [[old.id, next.id]]]);
    const shadow = { experiment: "order", variant: "two", result: {}, isOther: true, computed_at: NOON };
    expect(await store.keepShadow(anna, "m-1", shadow)).toBe(true);
  });

  test("a newer schema that needs a newer service, and an older one without the owner's login, are refused", async () => {
    const database = await postgres.database();
    await openTestStore(database);
    await query(database.adminUrl, "UPDATE winnow.meta SET schema_version = 99, compatible_from = 98, service_version = '9.0.0'");
    const refused = unavailable("schema 99, written by version 9.0.0, which works with services of schema 98 and later");
    await expect(openTestStore(database)).rejects.toMatchObject(refused);
    await expect(openPlain(database)).rejects.toMatchObject(refused);
    await query(database.adminUrl, "UPDATE winnow.meta SET schema_version = 0, compatible_from = 0");
    await expect(openPlain(database)).rejects.toMatchObject(unavailable("has schema 0, this version needs schema"));
  });

  test("a schema of that name with tables of another program is left alone", async () => {
    const database = await postgres.database();
    await query(database.migrationUrl, "CREATE SCHEMA winnow");
    await query(database.migrationUrl, "CREATE TABLE winnow.orders (id int)");
    await expect(openTestStore(database)).rejects.toMatchObject(unavailable("tables of another program"));
    expect(await query(database.adminUrl, "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('winnow')")).toEqual(
      [{ relname: "orders" }],
    );
  });

  test("an empty schema that was made for the owner is used", async () => {
    const database = await postgres.database();
    await query(database.adminUrl, `CREATE SCHEMA winnow AUTHORIZATION ${roleOf(database.migrationUrl)}`);
    await query(database.adminUrl, `REVOKE CREATE ON DATABASE ${nameOf(database.url)} FROM ${roleOf(database.migrationUrl)}`);
    expect((await openTestStore(database)).healthy()).toBe(true);
  });
});

describe("refused", () => {
  test("a login that row-level security does not bind: the administrator's, the owner's, one that bypasses it", async () => {
    const database = await postgres.database();
    await openTestStore(database);
    await expect(openPlain(database, database.adminUrl)).rejects.toMatchObject(unavailable("is a superuser or bypasses"));
    await expect(openPlain(database, database.migrationUrl)).rejects.toMatchObject(unavailable("the role owns the tables"));
    await query(database.adminUrl, `ALTER ROLE ${roleOf(database.url)} BYPASSRLS`);
    try {
      await expect(openPlain(database)).rejects.toMatchObject(unavailable("is a superuser or bypasses"));
    } finally {
      await query(database.adminUrl, `ALTER ROLE ${roleOf(database.url)} NOBYPASSRLS`);
    }
  });

  test("tables on which row-level security is off, or does not bind their owner", async () => {
    const database = await postgres.database();
    await openTestStore(database);
    await query(database.migrationUrl, "ALTER TABLE winnow.texts NO FORCE ROW LEVEL SECURITY");
    await query(database.migrationUrl, "ALTER TABLE winnow.views DISABLE ROW LEVEL SECURITY");
    await expect(openPlain(database)).rejects.toMatchObject(unavailable("not forced on texts, views in the schema winnow"));
  });

  test("another hash key than the one the database was written under; it stays with the first", async () => {
    const database = await postgres.database();
    await openTestStore(database);
    const other = { hashKey: `${KEY}!` };
    await expect(openTestStore(database, other)).rejects.toMatchObject(unavailable("was written under hash key"));
    expect((await openTestStore(database)).healthy()).toBe(true);
  });

  test("a server that acknowledges what is not on disk", async () => {
    const database = await postgres.database();
    await openTestStore(database);
    await query(database.adminUrl, `ALTER DATABASE ${nameOf(database.url)} SET synchronous_commit = off`);
    await expect(openPlain(database)).rejects.toMatchObject(unavailable("acknowledges what is not on disk"));
  });

  test("a wrong password and a database that is not there, at once and without the login in the error", async () => {
    const database = await postgres.database();
    const wrong = new URL(database.url);
    wrong.password = "s3cr3t-and-wrong";
    const started = performance.now();
    const error = await openPlain(database, wrong.href).catch((reason: Error) => reason);
    expect(error).toMatchObject(unavailable("DATABASE_URL: the database cannot be opened (28P01)"));
    expect(JSON.stringify([error, String(error)])).not.toContain("s3cr3t");
    const absent = new URL(database.url);
    absent.pathname = "/nowhere";
    await expect(openPlain(database, absent.href)).rejects.toMatchObject(unavailable("(3D000)"));
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("a server that is not there, after some seconds of patience", { timeout: 30_000 }, async () => {
    const database = await postgres.database();
    const nobody = new URL(database.url);
    nobody.port = "1";
    await expect(openPlain(database, nobody.href)).rejects.toMatchObject(unavailable("(ECONNREFUSED)"));
  });
});

test("with one login only, the service works as another role that the login names", async () => {
  const database = await postgres.database();
  const service = roleOf(database.url);
  const one = new URL(database.migrationUrl);
  await query(database.adminUrl, `GRANT ${service} TO ${one.username}`);
  one.searchParams.set("options", `-c role=${service}`);
  const store = await openTestStore({ ...database, url: one.href });
  await store.save(anna, manifestOf(store, anna, "m-1"));
  expect((await store.read(anna, "m-1"))?.envelope.manifest_id).toBe("m-1");
  await query(database.adminUrl, `REVOKE ${service} FROM ${one.username}`);
});
