/** What the SQLite file holds: each text once, nothing that was changed behind our back is served, batches are one transaction. */
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Written } from "../../../src/store/sqlite/entries.ts";
import { callerOf, manifestOf, openTemporaryStore } from "../manifest-fixture.ts";

const anna = callerOf("north");

/** Changes the file behind the store's back. */
function tamper(path: string, sql: string, ...values: unknown[]): void {
  const database = new Database(path);
  database.prepare(sql).run(...values);
  database.close();
}

const count = (path: string, table: string): unknown => {
  const database = new Database(path, { readonly: true });
  const rows = database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  database.close();
  return rows;
};

describe("once per tenant", () => {
  test("a text is stored once per tenant, and apart for each tenant", async () => {
    const written: Written[] = [];
    const { store, path } = await openTemporaryStore({ onCommit: (each) => written.push(...each) });
    const bob = callerOf("south");
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    await store.save(anna, manifestOf(store, anna, "m-2", ["knee", "hip"]));
    await store.save(bob, manifestOf(store, bob, "m-3", ["knee"]));
    expect(written).toEqual([1, 1, 1].map((texts) => ({ kind: "manifest", texts })));
    expect(count(path, "texts")).toBe(3);
    expect(store.hash(anna, "knee")).not.toBe(store.hash(bob, "knee"));
  });
});

describe("damage is reported and never served", () => {
  test("any changed byte of a manifest or a text", async () => {
    const { store, path } = await openTemporaryStore();
    const text = "Das Knie schmerzt – seit Montag \uFFFD";
    await store.save(anna, manifestOf(store, anna, "m-1", [text]));
    const database = new Database(path);
    const tables = [
      { table: "bodies", read: () => store.read(anna, "m-1") },
      { table: "texts", read: () => store.readText(anna, store.hash(anna, text)) },
    ];
    for (const { table, read } of tables) {
      const sound = database.prepare<[], Buffer>(`SELECT CAST(body AS BLOB) FROM ${table}`).pluck().get() as Buffer;
      const put = database.prepare(`UPDATE ${table} SET body = CAST(? AS TEXT)`);
      await fc.assert(
        fc.asyncProperty(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
          const flipped = Buffer.from(sound);
          flipped[at] = (flipped[at] as number) ^ mask;
          put.run(flipped);
          await expect(read()).rejects.toMatchObject({ code: "hash_mismatch" });
        }),
        { numRuns: 60 },
      );
      put.run(sound);
      expect(await read()).not.toBeNull();
    }
    database.close();
  });

  test("a changed hash, a record under another's id, a shortened text, a changed snapshot", async () => {
    const { store, path } = await openTemporaryStore();
    for (const id of ["m-1", "m-2"]) await store.save(anna, manifestOf(store, anna, id, ["knee pain"]));
    await store.keepSnapshot("sha256:s", new Map([["a", "b"]]));
    tamper(path, "UPDATE bodies SET body_hash = zeroblob(32) WHERE manifest = 1");
    tamper(path, "UPDATE manifests SET id = 'm-3' WHERE id = 'm-2'");
    tamper(path, "UPDATE texts SET body = substr(body, 1, 4)");
    tamper(path, `UPDATE snapshots SET files = '[["a","c"]]'`);
    const mismatch = { code: "hash_mismatch" };
    await expect(store.read(anna, "m-1")).rejects.toMatchObject(mismatch);
    await expect(store.read(anna, "m-3")).rejects.toMatchObject(mismatch);
    await expect(store.readText(anna, store.hash(anna, "knee pain"))).rejects.toMatchObject(mismatch);
    await expect(store.readSnapshot("sha256:s")).rejects.toMatchObject(mismatch);
  });
});

describe("group commit", () => {
  test("200 saves at once are one transaction and all readable", async () => {
    const commits: (readonly Written[])[] = [];
    const { store } = await openTemporaryStore({ onCommit: (each) => commits.push(each) });
    const ids = Array.from({ length: 200 }, (_, index) => `m-${index}`);
    await Promise.all(ids.map((id, index) => store.save(anna, manifestOf(store, anna, id, ["shared", `own ${index}`]))));
    expect(commits).toEqual([Array.from({ length: 200 }, (_, at) => ({ kind: "manifest", texts: at === 0 ? 2 : 1 }))]);
    for (const id of ids) expect((await store.read(anna, id))?.envelope.manifest_id).toBe(id);
  });
});
