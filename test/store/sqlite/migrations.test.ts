/** Stores of earlier schemas are brought up to date with everything in them; what was damaged stays damaged. */
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { CORE } from "../../http/canned-answer.ts";
import { callerOf, exported, KEY } from "../manifest-fixture.ts";
import { CREATED, oldStore } from "./old-store.ts";

const anna = callerOf("north");

async function openMigrated(path: string) {
  const store = await openSqliteStore({ path, hashKey: KEY, version: "0.3.0" });
  onTestFinished(() => store.close());
  return store;
}

test("a store of the second schema keeps its manifests and texts, is searched as a new one, and has nothing in clear any more", async () => {
  const { database, path, save } = oldStore();
  for (let at = 0; at < 30; at += 1) save(`m-${at}`, `canary:${at % 3}`, at === 7 ? "canary:talk" : null);
  database.close();
  const store = await openMigrated(path);
  expect((await store.read(anna, "m-7"))?.envelope).toMatchObject({ manifest_id: "m-7", created_at: CREATED });
  for (const question of ["canary:0", "canary:1", "canary:2"]) {
    expect(await store.readText(anna, store.hash(anna, question))).toBe(question);
  }
  const reason = CORE.dropped[0]?.reason as string;
  for (const [filter, count] of [
    [{}, 30],
    [{ reason }, 30],
    [{ intent: CORE.routing.intent }, 30],
    [{ conversation: "canary:talk" }, 1],
    [{ request_id: "request-m-9" }, 1],
    [{ reason: "stale" }, 0],
  ] as const) {
    expect((await store.list(anna, filter, { limit: 200, after: null })).items.length).toBe(count);
  }
  expect((await store.latest(anna, "canary:talk"))?.envelope.manifest_id).toBe("m-7");
  await store.close();
  expect(readFileSync(path).includes("canary:")).toBe(false);
});

test("a person of an earlier schema is erased whole", async () => {
  const { database, path, save } = oldStore();
  for (const id of ["m-1", "m-2"]) save(id, "knee", null);
  database.close();
  const store = await openMigrated(path);
  expect(await exported(store, anna)).toHaveLength(2 + 3);
  expect((await store.erase(anna, CREATED)).counts).toEqual({ manifests: 2, answers: 0, texts: 3, memories: 0 });
  expect(await store.readText(anna, store.hash(anna, "knee"))).toBeNull();
});

test("what was damaged in an earlier schema is told as damaged in this one", async () => {
  const { database, path, save } = oldStore();
  for (const id of ["m-1", "m-2", "m-3"]) save(id, `of ${id}`, null);
  database.exec("UPDATE manifests SET body = replace(body, 'injury', 'injurx') WHERE id = 'm-1'");
  database.exec("UPDATE manifests SET body = 'not json' WHERE id = 'm-2'");
  database.exec("UPDATE texts SET body = 'of m-4' WHERE body = 'of m-3'");
  database.close();
  const store = await openMigrated(path);
  const mismatch = { code: "hash_mismatch" };
  for (const id of ["m-1", "m-2"]) await expect(store.read(anna, id)).rejects.toMatchObject(mismatch);
  await expect(store.readText(anna, store.hash(anna, "of m-3"))).rejects.toMatchObject(mismatch);
  expect((await store.read(anna, "m-3"))?.envelope.manifest_id).toBe("m-3");
});

test("under another key an earlier schema is refused and left as it was", async () => {
  const { database, path, save } = oldStore();
  save("m-1", "knee", null);
  database.close();
  await expect(openSqliteStore({ path, hashKey: `${KEY}!`, version: "0.3.0" })).rejects.toMatchObject({
    code: "audit_unavailable",
  });
  const again = new Database(path, { readonly: true });
  expect(again.prepare("SELECT schema_version FROM meta").pluck().get()).toBe(2);
  again.close();
});
