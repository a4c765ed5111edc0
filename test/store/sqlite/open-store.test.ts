/** Opening: pragmas, the key file, and every file that is refused and left alone. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { temporaryFolder } from "../../support/test-end.ts";
import { callerOf, KEY, manifestOf, openTemporaryStore } from "../manifest-fixture.ts";

const anna = callerOf("north");
const unavailable = (part: string) => ({ code: "audit_unavailable", message: expect.stringContaining(part) });
const open = (path: string, hashKey: string | null = KEY) => openSqliteStore({ path, hashKey, version: "0.1.0" });

afterEach(() => {
  vi.restoreAllMocks();
});

test("the pragmas are set on every open, the second one included", async () => {
  const pragma = vi.spyOn(Database.prototype, "pragma");
  const path = join(temporaryFolder(), "winnow.db");
  for (let time = 0; time < 2; time++) {
    const store = await open(path);
    const connection = pragma.mock.contexts.at(-1) as Database.Database;
    const value = (name: string) => connection.pragma(name, { simple: true });
    expect([value("journal_mode"), value("synchronous"), value("foreign_keys"), value("secure_delete")]).toEqual([
      "wal",
      2,
      1,
      1,
    ]);
    expect([value("trusted_schema"), value("busy_timeout"), value("journal_size_limit")]).toEqual([0, 500, 64 * 1024 * 1024]);
    await store.close();
  }
});

test("folder, file, log and key file are readable by their owner only", async () => {
  const folder = join(temporaryFolder(), "a", "b");
  const { store, path } = await openTemporaryStore({ path: join(folder, "winnow.db"), hashKey: null });
  await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of [path, `${path}-wal`, `${path}.key`]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a folder that cannot be made is told, and not tried for ever", async () => {
  await expect(open("/proc/nowhere/below/winnow.db")).rejects.toMatchObject(unavailable("cannot be opened"));
});

describe("hash key", () => {
  test("is made once beside the store, reused, and gives the same hashes as HASH_KEY of the same text", async () => {
    const path = join(temporaryFolder(), "winnow.db");
    const first = await open(path, null);
    await first.save(anna, manifestOf(first, anna, "m-1"));
    await first.close();
    const key = readFileSync(`${path}.key`, "utf8");
    expect(key).toMatch(/^[0-9a-f]{64}\n$/);
    for (const hashKey of [null, key.trim()]) {
      const again = await open(path, hashKey);
      expect([again.hash(anna, "knee"), again.hashKeyId]).toEqual([first.hash(anna, "knee"), first.hashKeyId]);
      expect(await again.read(anna, "m-1")).not.toBeNull();
      await again.close();
    }
    expect(readFileSync(`${path}.key`, "utf8")).toBe(key);
  });

  test("another key gives other hashes, and its id is not the key", async () => {
    const one = await openTemporaryStore();
    const two = await openTemporaryStore({ hashKey: `${KEY}!` });
    expect(one.store.hash(anna, "knee")).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
    expect(one.store.hash(anna, "knee")).not.toBe(two.store.hash(anna, "knee"));
    expect(one.store.hashKeyId).toMatch(/^[0-9a-f]{16}$/);
    expect(one.store.hashKeyId).not.toBe(two.store.hashKeyId);
    expect(existsSync(`${one.path}.key`)).toBe(false);
  });

  test("a text without a UTF-8 form is refused rather than hashed like another", async () => {
    const { store } = await openTemporaryStore();
    expect(() => store.hash(anna, "a\uD800")).toThrowError(/surrogate/);
  });

  test("a store is refused under another key, and when its key file is lost", async () => {
    const path = join(temporaryFolder(), "winnow.db");
    await (await open(path, null)).close();
    await expect(open(path, KEY)).rejects.toMatchObject(unavailable("was written under hash key"));
    rmSync(`${path}.key`);
    await expect(open(path, null)).rejects.toMatchObject(unavailable("is not there"));
    expect(existsSync(`${path}.key`)).toBe(false);
  });

  test("a key file that is cut short is refused, and no message shows what it holds", async () => {
    const path = join(temporaryFolder(), "winnow.db");
    writeFileSync(`${path}.key`, "s3cr3t");
    const error = await open(path, null).catch((reason: Error) => reason);
    expect(error).toMatchObject(unavailable("6 characters"));
    expect(String(error)).not.toContain("s3cr3t");
  });
});

describe("refused, and left as it was", () => {
  const garbage = {
    "one byte": Buffer.alloc(1, 7),
    "99 bytes": Buffer.alloc(99, 7),
    "a text": Buffer.from("not a database\n".repeat(500)),
    zeros: Buffer.alloc(8_192),
  };

  test.each(Object.entries(garbage))("a file of %s", async (_, bytes) => {
    const path = join(temporaryFolder(), "winnow.db");
    writeFileSync(path, bytes);
    await expect(open(path, null)).rejects.toMatchObject(unavailable("left as it is"));
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(existsSync(`${path}.key`)).toBe(false);
  });

  test("a store with a page overwritten, and one cut short", async () => {
    const path = join(temporaryFolder(), "winnow.db");
    const store = await open(path);
    await Promise.all(Array.from({ length: 50 }, (_, i) => store.save(anna, manifestOf(store, anna, `m-${i}`, [`text ${i}`]))));
    await store.close();
    const sound = readFileSync(path);
    const overwritten = Buffer.from(sound).fill(0xff, 4 * 4_096, 5 * 4_096);
    writeFileSync(path, overwritten);
    await expect(open(path)).rejects.toMatchObject(unavailable("damaged"));
    expect(readFileSync(path).equals(overwritten)).toBe(true);
    writeFileSync(path, sound);
    truncateSync(path, 3 * 4_096);
    await expect(open(path)).rejects.toMatchObject(unavailable("damaged"));
  });

  test("a database of another program", async () => {
    const path = join(temporaryFolder(), "winnow.db");
    new Database(path).exec("CREATE TABLE orders (id)").close();
    const before = readFileSync(path);
    await expect(open(path)).rejects.toMatchObject(unavailable("another program"));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("a store with a newer schema", async () => {
    const path = join(temporaryFolder(), "winnow.db");
    await (await open(path)).close();
    new Database(path).exec("UPDATE meta SET schema_version = 99, service_version = '9.0.0', compatible_from = 98").close();
    await expect(open(path)).rejects.toMatchObject(unavailable("schema 99, written by version 9.0.0"));
  });

  test("a path below a file, and a path that is a folder", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    mkdirSync(join(folder, "folder"));
    await expect(open(join(folder, "file", "winnow.db"))).rejects.toMatchObject(unavailable("cannot be opened"));
    await expect(open(join(folder, "folder"))).rejects.toMatchObject(unavailable("cannot be opened"));
  });
});
