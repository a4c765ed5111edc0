/** What goes in comes out, for its tenant only, and only as it was written. */
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Caller, verifiedCaller } from "../../src/caller.ts";
import type { Written } from "../../src/store/manifest-rows.ts";
import { callerOf, manifestOf, openTemporaryStore } from "./manifest-fixture.ts";

const anna = callerOf("north");
const other = callerOf("south");

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

describe("round trip", () => {
  test("a manifest is read as it was written", async () => {
    const { store } = await openTemporaryStore();
    const manifest = manifestOf(store, anna, "m-1");
    await store.save(anna, manifest);
    expect(await store.read(anna, "m-1")).toEqual({ core: manifest.core, inputs: manifest.inputs, envelope: manifest.envelope });
  });

  test.each(["", "knee", "γόνατο", "a\0b", "\uFEFFmarked", "😀".repeat(3), "line\r\nline\u2028"])(
    "text %j is read byte for byte",
    async (text) => {
      const { store } = await openTemporaryStore();
      await store.save(anna, manifestOf(store, anna, "m-1", [text]));
      expect(await store.readText(anna, store.hash(anna, text))).toBe(text);
    },
  );

  test("the files of a snapshot are kept once and read whole", async () => {
    const { store, path } = await openTemporaryStore();
    const files = new Map([
      ["coaching/policy.yaml", "name: coaching\n"],
      ["coaching/intents.yaml", ""],
    ]);
    await store.keepSnapshot("sha256:s", files);
    await store.keepSnapshot("sha256:s", new Map([["other", "x"]]));
    expect(await store.readSnapshot("sha256:s")).toEqual(files);
    expect(await store.readSnapshot("sha256:t")).toBeNull();
    expect(count(path, "snapshots")).toBe(1);
  });
});

describe("people", () => {
  test("a manifest is read by whom it is about and by who may ask about anybody, and by nobody else", async () => {
    const { store } = await openTemporaryStore();
    await store.save(anna, manifestOf(store, anna, "m-1"));
    const read = async (caller: Caller) => (await store.read(caller, "m-1"))?.envelope.manifest_id ?? null;
    expect(await read(callerOf("north", "anna", ["audit"]))).toBe("m-1");
    expect(await read(callerOf("north", "boris", ["audit", "any_subject"]))).toBe("m-1");
    expect(await read(callerOf("north", "boris", ["audit"]))).toBeNull();
    const nobody = verifiedCaller({ tenant: "north", subject: null, groups: [], permissions: new Set(["audit"]) });
    expect(await read(nobody)).toBeNull();
  });
});

describe("tenants", () => {
  test("an id of another tenant reads like one that does not exist", async () => {
    const { store } = await openTemporaryStore();
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    expect(await store.read(other, "m-1")).toBeNull();
    expect(await store.read(anna, "m-2")).toBeNull();
    expect(await store.readText(other, store.hash(anna, "knee"))).toBeNull();
  });

  test.each(["", "a b", "x".repeat(65), "m-1'--", "m\0", "../m"])("id %j is not looked up", async (id) => {
    const { store } = await openTemporaryStore();
    expect(await store.read(anna, id)).toBeNull();
  });

  test.each(["", "sha256:00", `hmac-sha256:${"A".repeat(64)}`, `hmac-sha256:${"0".repeat(63)}`])(
    "hash %j is unknown",
    async (hash) => {
      const { store } = await openTemporaryStore();
      expect(await store.readText(anna, hash)).toBeNull();
    },
  );

  test("a text is stored once per tenant, and apart for each tenant", async () => {
    const written: Written[] = [];
    const { store, path } = await openTemporaryStore({ onCommit: (each) => written.push(each) });
    const bob = callerOf("south");
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    await store.save(anna, manifestOf(store, anna, "m-2", ["knee", "hip"]));
    await store.save(bob, manifestOf(store, bob, "m-3", ["knee"]));
    expect(written.map(({ texts }) => texts)).toEqual([1, 1, 1]);
    expect(count(path, "texts")).toBe(3);
    expect(store.hash(anna, "knee")).not.toBe(store.hash(bob, "knee"));
  });

  test("a text that another connection erased is written again", async () => {
    const { store, path } = await openTemporaryStore();
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    tamper(path, "DELETE FROM texts");
    await store.save(anna, manifestOf(store, anna, "m-2", ["knee"]));
    expect(await store.readText(anna, store.hash(anna, "knee"))).toBe("knee");
  });
});

describe("damage is reported and never served", () => {
  test("any changed byte of a manifest or a text", async () => {
    const { store, path } = await openTemporaryStore();
    const text = "Das Knie schmerzt – seit Montag \uFFFD";
    await store.save(anna, manifestOf(store, anna, "m-1", [text]));
    const database = new Database(path);
    const tables = [
      { table: "manifests", read: () => store.read(anna, "m-1") },
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
    tamper(path, "UPDATE manifests SET body_hash = zeroblob(32) WHERE id = 'm-1'");
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
    const written: Written[] = [];
    const { store } = await openTemporaryStore({ onCommit: (each) => written.push(each) });
    const ids = Array.from({ length: 200 }, (_, index) => `m-${index}`);
    await Promise.all(ids.map((id, index) => store.save(anna, manifestOf(store, anna, id, ["shared", `own ${index}`]))));
    expect(written).toEqual([{ manifests: 200, texts: 201 }]);
    for (const id of ids) expect((await store.read(anna, id))?.envelope.manifest_id).toBe(id);
  });

  test("one bad record fails alone", async () => {
    const { store } = await openTemporaryStore();
    await store.save(anna, manifestOf(store, anna, "m-7"));
    const ids = Array.from({ length: 20 }, (_, index) => `m-${index}`);
    const results = await Promise.allSettled(ids.map((id) => store.save(anna, manifestOf(store, anna, id, [`of ${id}`]))));
    expect(results.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([7]);
    expect(results[7]).toMatchObject({ reason: { code: "audit_unavailable", details: { retryAfterSeconds: 1 } } });
    for (const id of ids) expect(await store.read(anna, id)).not.toBeNull();
  });
});
