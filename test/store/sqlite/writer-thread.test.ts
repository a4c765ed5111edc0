/** The writer as a thread: the event loop goes on while it waits, and what it did not acknowledge when it ended is refused. */
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../src/store/sqlite/open-database.ts";
import { startWriter, type WriterThread } from "../../../src/store/sqlite/writer-thread.ts";
import { temporaryFolder } from "../../support/test-end.ts";
import { callerOf, KEY, manifestOf, openTemporaryStore } from "../manifest-fixture.ts";

const unavailable = { code: "audit_unavailable", details: { retryAfterSeconds: 1 } };
const snapshot = (digest: string) => ({ kind: "snapshot" as const, digest, files: "[]", filesHash: "00" });

async function startTemporaryWriter(): Promise<{ writer: WriterThread; path: string }> {
  const path = `${temporaryFolder()}/winnow.db`;
  const { database } = await openDatabase({ path, serviceVersion: "test", maxPages: null, hashKey: KEY });
  database.close();
  const writer = startWriter({ path, maxPages: null, masterKey: KEY, reserveBytes: 0 });
  onTestFinished(() => writer.close());
  return { writer, path };
}

test("while a commit waits for another process's lock, the event loop does not", async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north");
  await store.save(anna, manifestOf(store, anna, "m-0"));
  const locker = new Database(path);
  locker.exec("BEGIN IMMEDIATE");
  const saving = store.save(anna, manifestOf(store, anna, "m-1"));
  let longestMs = 0;
  const started = performance.now();
  for (let last = started; last - started < 300; ) {
    await pause(1);
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
    expect((await store.read(anna, "m-0"))?.envelope.manifest_id).toBe("m-0");
  }
  locker.exec("ROLLBACK");
  locker.close();
  await saving;
  // On this thread the lock alone would be waited for 300 ms and more.
  expect(longestMs).toBeLessThan(250);
});

test("a thread that ends refuses what waited, is unhealthy, is started again, and then writes", async () => {
  const { writer, path } = await startTemporaryWriter();
  expect(await writer.write([snapshot("sha256:1")])).toEqual([{ value: { kind: "snapshot" } }]);
  // What it cannot be asked ends it, as any fault of ours in it would.
  const fatal = writer.write(null as never);
  const waiting = writer.write([snapshot("sha256:2")]);
  await expect(fatal).rejects.toMatchObject(unavailable);
  await expect(waiting).rejects.toMatchObject(unavailable);
  expect(writer.healthy()).toBe(false);
  await expect(writer.write([snapshot("sha256:3")])).rejects.toMatchObject(unavailable);
  await expect(writer.clean()).rejects.toMatchObject(unavailable);
  await vi.waitFor(async () => expect(await writer.write([snapshot("sha256:4")])).toHaveLength(1), { timeout: 10_000 });
  expect(writer.healthy()).toBe(true);
  const database = new Database(path, { readonly: true });
  const digests = database.prepare("SELECT digest FROM snapshots ORDER BY digest").pluck().all();
  database.close();
  expect(digests).toEqual(["sha256:1", "sha256:4"]);
});

test("a thread that cannot open its file is unhealthy and writes nothing", async () => {
  const writer = startWriter({ path: temporaryFolder(), maxPages: null, masterKey: KEY, reserveBytes: 0 });
  await expect(writer.write([snapshot("sha256:1")])).rejects.toMatchObject(unavailable);
  expect(writer.healthy()).toBe(false);
  await writer.close();
});

test("close waits for what was asked before, and again it does nothing", async () => {
  const { writer, path } = await startTemporaryWriter();
  const written = writer.write([snapshot("sha256:1")]);
  await writer.close();
  expect(await written).toHaveLength(1);
  await writer.close();
  await expect(writer.write([snapshot("sha256:2")])).rejects.toMatchObject(unavailable);
  const database = new Database(path, { readonly: true });
  expect(database.prepare("SELECT count(*) FROM snapshots").pluck().get()).toBe(1);
  database.close();
});
