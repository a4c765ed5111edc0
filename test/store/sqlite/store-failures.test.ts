/** A store that cannot write: every save is refused with 503, reads go on, and nothing tells what the texts were. */
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { inspect } from "node:util";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { ManifestWrite } from "../../../src/store/manifest-store.ts";
import { callerOf, manifestOf, openTemporaryStore } from "../manifest-fixture.ts";

const anna = callerOf("north");
const CANARY = "canary-in-the-coal-mine";
const unavailable = { code: "audit_unavailable", details: { retryAfterSeconds: 1 } };

test("disk full: saves are refused with the cause, what was stored stays readable, and room makes it work again", async () => {
  const { store } = await openTemporaryStore({ maxPages: 60 });
  await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
  const big = manifestOf(store, anna, "m-2", [CANARY.repeat(20_000)]);
  const error = await store.save(anna, big).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ ...unavailable, cause: { code: "SQLITE_FULL" } });
  expect(inspect(error, { depth: 9 })).not.toContain(CANARY);
  expect(await store.readText(anna, store.hash(anna, "knee"))).toBe("knee");
  await store.save(anna, manifestOf(store, anna, "m-3"));
  expect(await store.read(anna, "m-2")).toBeNull();
  expect(await store.read(anna, "m-3")).not.toBeNull();
});

test.each([
  ["removed", (path: string) => rmSync(path)],
  [
    "replaced by a copy",
    (path: string) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
])("a file that was %s under the store: nothing more is acknowledged, and what was stored is read", async (_, take) => {
  const { store, path } = await openTemporaryStore();
  await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
  take(path);
  const error = await store.save(anna, manifestOf(store, anna, "m-2")).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ ...unavailable, cause: { code: "SQLITE_READONLY_DBMOVED" } });
  expect(store.healthy()).toBe(false);
  expect(await store.read(anna, "m-1")).not.toBeNull();
});

test("a text whose transaction failed is not taken as stored", async () => {
  const { store } = await openTemporaryStore();
  await store.save(anna, manifestOf(store, anna, "m-1"));
  await expect(store.save(anna, manifestOf(store, anna, "m-1", ["knee"]))).rejects.toMatchObject(unavailable);
  await store.save(anna, manifestOf(store, anna, "m-2", ["knee"]));
  expect(await store.readText(anna, store.hash(anna, "knee"))).toBe("knee");
});

test("locked by another process: refused after the busy timeout, then works again", async () => {
  const { store, path } = await openTemporaryStore();
  const locker = new Database(path);
  locker.exec("BEGIN IMMEDIATE");
  const saves = ["m-1", "m-2"].map((id) => store.save(anna, manifestOf(store, anna, id)));
  for (const result of await Promise.allSettled(saves))
    expect(result).toMatchObject({ reason: { cause: { code: "SQLITE_BUSY" } } });
  locker.exec("ROLLBACK");
  locker.close();
  await store.save(anna, manifestOf(store, anna, "m-1"));
});

test("a damaged table is refused, and the message is the same for every record", async () => {
  const { store, path } = await openTemporaryStore();
  const other = new Database(path);
  other.exec("DROP TABLE texts");
  other.close();
  await expect(store.save(anna, manifestOf(store, anna, "m-1", [CANARY]))).rejects.toMatchObject(unavailable);
  await expect(store.readText(anna, store.hash(anna, CANARY))).rejects.toMatchObject({ code: "internal" });
  expect(await store.read(anna, "m-1")).toBeNull();
});

test.each<[string, (sound: ManifestWrite) => ManifestWrite]>([
  ["an id of no form", (sound) => ({ ...sound, envelope: { ...sound.envelope, manifest_id: "a b" } })],
  ["a text under a plain hash", (sound) => ({ ...sound, texts: new Map([["sha256:00", CANARY]]) })],
  [
    "a text without a UTF-8 form",
    (sound) => ({ ...sound, texts: new Map([[`hmac-sha256:${"0".repeat(64)}`, `${CANARY}\uD800`]]) }),
  ],
  ["a missing time", (sound) => ({ ...sound, envelope: { ...sound.envelope, created_at: null as unknown as string } })],
])("%s is refused without the text in the error", async (_, spoil) => {
  const { store } = await openTemporaryStore();
  const error = await store.save(anna, spoil(manifestOf(store, anna, "m-1"))).catch((reason: unknown) => reason);
  expect(error).toMatchObject(unavailable);
  expect(inspect(error, { depth: 9 })).not.toContain(CANARY);
});

test("close stores what waits, leaves one file without a log, and refuses what comes after", async () => {
  const { store, path } = await openTemporaryStore();
  const waiting = Promise.all(["m-1", "m-2"].map((id) => store.save(anna, manifestOf(store, anna, id))));
  const closing = store.close();
  await Promise.all([waiting, closing, store.close()]);
  await expect(store.save(anna, manifestOf(store, anna, "m-3"))).rejects.toMatchObject(unavailable);
  await expect(store.keepSnapshot("sha256:s", new Map())).rejects.toMatchObject(unavailable);
  await expect(store.read(anna, "m-1")).rejects.toMatchObject({ code: "shutting_down" });
  const again = new Database(path, { readonly: true });
  expect(again.prepare("SELECT count(*) FROM manifests").pluck().get()).toBe(2);
  again.close();
});
