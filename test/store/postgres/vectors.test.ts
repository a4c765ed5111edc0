/** Vectors in PostgreSQL: bounded in number, and a damaged one is absent. What every store promises is in the contract. */
import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { keyedHash } from "../../../src/store/keyed-hash.ts";
import { openConnections } from "../../../src/store/postgres/connections.ts";
import { vectorStore } from "../../../src/store/postgres/vectors.ts";
import { KEEP_ALL } from "../../../src/store/retention.ts";
import { openTestStore, PATIENT_MS, query, usePostgres } from "../../support/postgres.ts";
import { KEY } from "../manifest-fixture.ts";

const postgres = usePostgres();
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const EAST = Float32Array.of(1, 0);
const vectorsOf = (...texts: readonly string[]) => new Map(texts.map((text) => [hashOf(text), EAST]));

async function openVectors(maxRows: number) {
  const database = await postgres.database();
  const store = await openTestStore(database);
  const connections = openConnections(database.url, { connections: 2, timeoutMs: PATIENT_MS });
  onTestFinished(() => connections.close());
  const parts = {
    connections,
    writes: connections,
    hash: keyedHash(KEY),
    retention: KEEP_ALL,
    now: Date.now,
    timeoutMs: PATIENT_MS,
  };
  const unused = { seals: {} as never, isClosed: () => false, noteHealth: () => {} };
  return { database, store, vectors: vectorStore({ ...parts, ...unused }, maxRows) };
}

test("above the bound the oldest written go, and one that was written again is young", async () => {
  const { vectors } = await openVectors(3);
  const present = async () => [...(await vectors.read("small", ["a", "b", "c", "d"].map(hashOf))).keys()];
  for (const text of ["a", "b", "c"]) await vectors.write("small", vectorsOf(text));
  expect(await present()).toHaveLength(3);
  await vectors.write("small", vectorsOf("a"));
  await vectors.write("small", vectorsOf("d"));
  expect((await present()).sort()).toEqual(["a", "c", "d"].map(hashOf).sort());
});

test("a vector with a changed byte, and one that stands under another text, are absent", async () => {
  const { database, store, vectors } = await openVectors(10);
  await vectors.write("small", vectorsOf("a", "b", "c"));
  const key = (text: string) => `'\\x${hashOf(text)}'`;
  await query(database.adminUrl, `UPDATE winnow.vectors SET vector = set_byte(vector, 0, 1) WHERE text_hash = ${key("a")}`);
  await query(database.adminUrl, `DELETE FROM winnow.vectors WHERE text_hash = ${key("c")}`);
  await query(database.adminUrl, `UPDATE winnow.vectors SET text_hash = ${key("c")} WHERE text_hash = ${key("b")}`);
  expect((await store.vectors.read("small", ["a", "b", "c"].map(hashOf))).size).toBe(0);
});
