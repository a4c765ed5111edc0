/** Each step from one schema to the next, with what the version before had written; and versions side by side on one file. */
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { keyedHash } from "../../../src/store/keyed-hash.ts";
import { seals } from "../../../src/store/seal.ts";
import { toSchema3 } from "../../../src/store/sqlite/schema-3.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { CORE } from "../../http/canned-answer.ts";
import { temporaryFolder } from "../../support/test-end.ts";
import { callerOf, KEY, manifestOf, memoryOf } from "../manifest-fixture.ts";
import { CREATED, oldStore } from "./old-store.ts";

const anna = callerOf("north");
const NEWEST = 8;

async function open(path: string): Promise<Store> {
  const store = await openSqliteStore({ path, hashKey: KEY, version: "0.3.0" });
  onTestFinished(() => store.close());
  return store;
}

/** What the file holds; names and definitions, without what SQLite keeps for itself. */
function definitions(path: string): unknown {
  const database = new Database(path, { readonly: true });
  const rows = database.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").all();
  const version = database.prepare("SELECT schema_version FROM meta").pluck().get();
  database.close();
  return { rows, version };
}

async function freshDefinitions(): Promise<unknown> {
  const path = `${temporaryFolder()}/winnow.db`;
  await (await open(path)).close();
  return definitions(path);
}

/** The file as the version before schema 5 left it. */
function backToSchema4(path: string): void {
  const database = new Database(path);
  database.exec(`DROP TABLE learnt; DROP TABLE shadows; DROP INDEX memories_standing; DROP INDEX memories_ended;
    DROP INDEX memories_by_trace_version; DROP INDEX memories_replaced; DROP INDEX memories_deleted; ALTER TABLE memories DROP COLUMN trace_version; ALTER TABLE memories DROP COLUMN traces; ALTER TABLE meta DROP COLUMN compatible_from; UPDATE meta SET schema_version = 4, service_version = '0.2.0'`);
  database.close();
}

/** As `backToSchema4`, to the one before memory. */
function backToSchema3(path: string): void {
  backToSchema4(path);
  const database = new Database(path);
  database.exec("DROP TABLE memories; DROP TABLE memory_keys; DROP TABLE memory_requests; UPDATE meta SET schema_version = 3");
  database.close();
}

test("a store of the third schema keeps what it has, and takes memory from then on", async () => {
  const path = `${temporaryFolder()}/winnow.db`;
  const before = await open(path);
  await before.save(anna, manifestOf(before, anna, "m-1", { texts: ["knee"], envelope: { conversation: "talk" } }));
  await before.putAnswer(anna, "m-1", { record: { cited: 1 }, received_at: CREATED, texts: new Map() });
  await before.close();
  backToSchema3(path);
  const store = await open(path);
  expect((await store.latest(anna, "talk"))?.envelope.manifest_id).toBe("m-1");
  expect(await store.readText(anna, store.hash(anna, "knee"))).toBe("knee");
  expect((await store.readAnswer(anna, "m-1"))?.record).toEqual({ cited: 1 });
  await store.remember(anna, memoryOf("Runs"));
  expect((await store.erase(anna, CREATED)).counts).toEqual({ manifests: 1, answers: 1, texts: 1, memories: 1 });
});

test("the third step by itself, then all others: the same definitions as in a new store", async () => {
  const { database, path, save } = oldStore();
  save("m-1", "knee", null);
  const keys = { hash: keyedHash(KEY), seals: seals(KEY) };
  database.transaction(() => toSchema3(database, keys))();
  database.exec("UPDATE meta SET schema_version = 3");
  database.close();
  const store = await open(path);
  expect((await store.read(anna, "m-1"))?.core.policy).toEqual(CORE.policy);
  expect(await store.readText(anna, store.hash(anna, "knee"))).toBe("knee");
  await store.close();
  const { rows } = definitions(path) as { rows: readonly { name: string }[] };
  const fresh = (await freshDefinitions()) as { rows: readonly { name: string }[]; version: number };
  expect(rows.map(({ name }) => name)).toEqual(fresh.rows.map(({ name }) => name));
  expect(fresh.version).toBe(NEWEST);
});

test("a store of the fourth schema keeps its memory, what was replaced too, and takes shadows from then on", async () => {
  const path = `${temporaryFolder()}/winnow.db`;
  const before = await open(path);
  const [old, next] = [memoryOf("Old street", { key: "address" }), memoryOf("New street", { key: "address" })];
  for (const each of [old, next]) await before.remember(anna, each);
  await before.save(anna, manifestOf(before, anna, "m-1"));
  await before.close();
  backToSchema4(path);
  const store = await open(path);
  const recalled = await store.recall(anna, { most: 9, atMs: Date.parse(CREATED), ids: [old.id], compares: true });
  expect([recalled.items.map(({ id }) => id), recalled.inForce, [...recalled.gone]]).toEqual([[next.id], 1, [[old.id, next.id]]]);
  const shadow = { experiment: "order", variant: "two", result: {}, isOther: true, computed_at: CREATED };
  expect(await store.keepShadow(anna, "m-1", shadow)).toBe(true);
  await store.close();
  expect(definitions(path)).toEqual(await freshDefinitions());
});

/** As a later version would leave it: something more, and who can go on with it. */
function ahead(path: string, compatibleFrom: number): void {
  const database = new Database(path);
  database.exec(`ALTER TABLE manifests ADD COLUMN later TEXT; CREATE TABLE later (row INTEGER PRIMARY KEY);
    UPDATE meta SET schema_version = ${NEWEST + 1}, service_version = '0.4.0', compatible_from = ${compatibleFrom}`);
  database.close();
}

test("a file that a later version brought up to date: who has it open works on, and who opens it afterwards too", async () => {
  const path = `${temporaryFolder()}/winnow.db`;
  const running = await open(path);
  await running.save(anna, manifestOf(running, anna, "m-1", ["knee"]));
  ahead(path, NEWEST);
  await running.save(anna, manifestOf(running, anna, "m-2", ["hip"]));
  await running.remember(anna, memoryOf("Runs"));
  const opened = await open(path);
  await opened.save(anna, manifestOf(opened, anna, "m-3"));
  for (const store of [running, opened]) {
    const { items } = await store.list(anna, {}, { limit: 9, after: null });
    expect(items.map(({ manifest_id }) => manifest_id).sort()).toEqual(["m-1", "m-2", "m-3"]);
    expect(await store.readText(anna, store.hash(anna, "hip"))).toBe("hip");
  }
  expect((await running.erase(anna, CREATED)).counts).toEqual({ manifests: 3, answers: 0, texts: 2, memories: 1 });
  expect(definitions(path)).toMatchObject({ version: NEWEST + 1 });
});

test("a file that needs a later version is refused, with which one, and left as it was", async () => {
  const path = `${temporaryFolder()}/winnow.db`;
  await (await open(path)).close();
  ahead(path, NEWEST + 1);
  const before = definitions(path);
  await expect(open(path)).rejects.toMatchObject({
    code: "audit_unavailable",
    message: expect.stringContaining(
      `schema ${NEWEST + 1}, written by version 0.4.0, which works with services of schema ${NEWEST + 1} and later`,
    ),
  });
  expect(definitions(path)).toEqual(before);
});

test("shadows whose manifest a version of before shadows swept or erased beside this one go with a later sweep; others stay", async () => {
  const path = `${temporaryFolder()}/winnow.db`;
  const store = await open(path);
  const shadow = { experiment: "order", variant: "two", result: {}, isOther: true, computed_at: CREATED };
  for (const id of ["m-1", "m-2", "m-3"]) {
    await store.save(anna, manifestOf(store, anna, id));
    await store.keepShadow(anna, id, shadow);
  }
  const older = new Database(path);
  onTestFinished(() => void older.close());
  older.exec("DELETE FROM manifests WHERE id = 'm-1'");
  older.prepare("UPDATE manifests SET erased_at = ? WHERE id = 'm-2'").run(CREATED);
  const left = () => older.prepare("SELECT manifest_id FROM shadows ORDER BY manifest_id").pluck().all();
  expect(left()).toEqual(["m-1", "m-2", "m-3"]);
  await store.sweep();
  expect(left()).toEqual(["m-3"]);
  expect(await store.shadows(anna, "m-3")).toHaveLength(1);
});
