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
      const sound = database.prepare<[], Buffer>(`SELECT sealed FROM ${table}`).pluck().get() as Buffer;
      const put = database.prepare(`UPDATE ${table} SET sealed = ?`);
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

  test("a record under another's id, a body or an owner's key of another, a shortened text, a changed snapshot", async () => {
    const { store, path } = await openTemporaryStore();
    for (const id of ["m-1", "m-2", "m-3"]) await store.save(anna, manifestOf(store, anna, id, [`knee ${id}`]));
    await store.keepSnapshot("sha256:s", new Map([["a", "b"]]));
    tamper(path, "UPDATE manifests SET id = 'm-4' WHERE id = 'm-1'");
    tamper(path, "UPDATE bodies SET sealed = (SELECT sealed FROM bodies WHERE manifest = 3) WHERE manifest = 2");
    tamper(path, "UPDATE text_owners SET wrapped = (SELECT wrapped FROM text_owners WHERE text = 3) WHERE text = 2");
    tamper(path, "UPDATE texts SET sealed = substr(sealed, 1, 30) WHERE row = 1");
    tamper(path, `UPDATE snapshots SET files = '[["a","c"]]'`);
    const mismatch = { code: "hash_mismatch" };
    for (const id of ["m-4", "m-2"]) await expect(store.read(anna, id)).rejects.toMatchObject(mismatch);
    for (const id of ["m-1", "m-2"]) {
      await expect(store.readText(anna, store.hash(anna, `knee ${id}`))).rejects.toMatchObject(mismatch);
    }
    await expect(store.readSnapshot("sha256:s")).rejects.toMatchObject(mismatch);
    await expect(store.list(anna, {}, { limit: 9, after: null })).rejects.toMatchObject(mismatch);
    expect(await store.readText(anna, store.hash(anna, "knee m-3"))).toBe("knee m-3");
    tamper(path, "UPDATE subject_keys SET wrapped = randomblob(60)");
    await expect(store.read(anna, "m-3")).rejects.toMatchObject(mismatch);
  });
});

describe("group commit", () => {
  test("200 saves at once are a few transactions and all readable", async () => {
    const commits: (readonly Written[])[] = [];
    const { store } = await openTemporaryStore({ onCommit: (each) => commits.push(each) });
    const ids = Array.from({ length: 200 }, (_, index) => `m-${index}`);
    await Promise.all(ids.map((id, index) => store.save(anna, manifestOf(store, anna, id, ["shared", `own ${index}`]))));
    expect(commits.map(({ length }) => length)).toEqual([24, 24, 24, 24, 24, 24, 24, 24, 8]);
    expect(commits.flat()).toEqual(ids.map((_, at) => ({ kind: "manifest", texts: at === 0 ? 2 : 1 })));
    for (const id of ids) expect((await store.read(anna, id))?.envelope.manifest_id).toBe(id);
  });
});
