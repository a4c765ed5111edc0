/** A deleted statement cannot be read from the disk: it is never there but sealed, and its own key is gone from the file and its log. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { callerOf, memoryOf, openTemporaryStore } from "../manifest-fixture.ts";

const NOON = "2026-11-29T12:00:00.000Z";
const anna = callerOf("north");

const filesWith = (path: string, bytes: string | Buffer): readonly string[] =>
  readdirSync(dirname(path)).filter((name) => readFileSync(join(dirname(path), name)).includes(bytes));

/** As they are stored: the statement, and its key. */
function stored(path: string, id: string): { readonly sealed: Buffer; readonly wrapped: Buffer } {
  const database = new Database(path, { readonly: true });
  const found = database
    .prepare<[string], { sealed: Buffer; wrapped: Buffer }>(
      "SELECT m.sealed AS sealed, k.wrapped AS wrapped FROM memories m JOIN memory_keys k ON k.row = m.key WHERE m.id = ?",
    )
    .get(id);
  database.close();
  if (found === undefined) throw new Error(`there is no memory ${id}`);
  return found;
}

test("no word of a statement is ever on the disk; after a deletion neither what was sealed nor its key is", async () => {
  const { store, path } = await openTemporaryStore();
  const source = { conversation: null, turn: "canary-turn" };
  const idempotency = { key: "canary-key", body: "canary-body" };
  await store.remember(anna, memoryOf("canary-street", { id: "mem-1", key: "canary-slot", source, idempotency }));
  const { sealed, wrapped } = stored(path, "mem-1");
  expect(filesWith(path, wrapped)).not.toEqual([]);
  await store.forget(anna, "mem-1", NOON);
  expect([filesWith(path, "canary"), filesWith(path, sealed), filesWith(path, wrapped)]).toEqual([[], [], []]);
  expect(filesWith(path, "mem-1")).not.toEqual([]);
});

test("statements come and go for a long time: no key of a deleted one is found again, and what stands is read", async () => {
  const { store, path } = await openTemporaryStore();
  const gone: Buffer[] = [];
  for (let at = 0; at < 120; at += 1) {
    await store.remember(anna, memoryOf(`says ${"x".repeat(1 + ((at * 97) % 900))} ${at}`, { id: `mem-${at}` }));
    if (at % 3 !== 0) continue;
    gone.push(stored(path, `mem-${at}`).wrapped);
    await store.forget(anna, `mem-${at}`, NOON);
  }
  expect(gone.flatMap((key) => filesWith(path, key))).toEqual([]);
  expect((await store.memories(anna, { limit: 500, after: null, superseded: true })).items).toHaveLength(80);
});

test("with the person, what is remembered goes: neither what was sealed nor a key that opens it is on the disk", async () => {
  const { store, path } = await openTemporaryStore();
  await store.remember(anna, memoryOf("canary-street", { id: "mem-1" }));
  const { sealed } = stored(path, "mem-1");
  const database = new Database(path, { readonly: true });
  const personKey = database.prepare<[], Buffer>("SELECT wrapped FROM subject_keys").pluck().get() as Buffer;
  database.close();
  expect((await store.erase(anna, NOON)).counts.memories).toBe(1);
  expect([filesWith(path, sealed), filesWith(path, personKey)]).toEqual([[], []]);
  expect((await store.memories(anna, { limit: 500, after: null, superseded: true })).items).toEqual([]);
});
