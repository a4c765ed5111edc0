/** Vectors in the SQLite file: a damaged one is absent, and the oldest go. */
import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { vectorReader, vectorWriter } from "../../../src/store/sqlite/vectors.ts";
import { KEY, openTemporaryStore } from "../manifest-fixture.ts";

const MODEL = "small";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const [KNEE, HIP] = [hashOf("knee"), hashOf("hip")];
const EAST = Float32Array.of(1, 0);
const TILTED = Float32Array.of(0.6, 0.8);

describe("a damaged vector is absent, and the others are not", () => {
  const changed = (change: string) => async () => {
    const { store, path } = await openTemporaryStore();
    await store.vectors.write(
      MODEL,
      new Map([
        [KNEE, TILTED],
        [HIP, EAST],
      ]),
    );
    const other = new Database(path);
    other.prepare(change.replace("ROW", "WHERE text_hash = ?")).run(Buffer.from(KNEE, "hex"));
    other.close();
    expect([...(await store.vectors.read(MODEL, [KNEE, HIP])).keys()]).toEqual([HIP]);
    await store.vectors.write(MODEL, new Map([[KNEE, TILTED]]));
    expect((await store.vectors.read(MODEL, [KNEE])).get(KNEE)).toEqual(TILTED);
  };

  // 0.8 is 0x3f4ccccd; the flipped one has another last bit.
  test("a flipped bit", changed("UPDATE vectors SET vector = CAST(substr(vector, 1, 4) || x'cccc4c3f' AS BLOB) ROW"));
  test("a short blob", changed("UPDATE vectors SET vector = CAST(substr(vector, 1, 7) AS BLOB) ROW"));
  test("an empty blob", changed("UPDATE vectors SET vector = x'' ROW"));
  test("a text for a blob", changed("UPDATE vectors SET vector = 'abcdefgh' ROW"));
  test("a check of something else", changed("UPDATE vectors SET check_hash = x'00' ROW"));
  test(
    "the vector of another text",
    changed("UPDATE vectors SET (vector, check_hash) = (SELECT vector, check_hash FROM vectors LIMIT 1 OFFSET 1) ROW"),
  );
});

test("above the most rows the oldest go, and writing again makes a row young", async () => {
  const { path } = await openTemporaryStore();
  const database = new Database(path);
  const write = vectorWriter(database, 3);
  const put = (text: string) => write({ kind: "vectors", model: MODEL, vectors: new Map([[hashOf(text), EAST]]) });
  const kept = async () => [...(await vectorReader(database)(MODEL, ["a", "b", "c", "d"].map(hashOf))).keys()];
  for (const text of ["a", "b", "c"]) put(text);
  expect(await kept()).toEqual(["a", "b", "c"].map(hashOf));
  put("a");
  put("d");
  expect(await kept()).toEqual(["a", "c", "d"].map(hashOf));
  database.close();
});

test("nothing is thrown when the store is full", async () => {
  const { store, path } = await openTemporaryStore();
  await store.vectors.write(MODEL, new Map([[KNEE, EAST]]));
  await store.close();
  const full = await openSqliteStore({ path, hashKey: KEY, version: "0.1.0", maxPages: 1 });
  const large = new Float32Array(4_096).fill(1 / 64);
  const many = new Map(Array.from({ length: 64 }, (_, at) => [hashOf(String(at)), large]));
  expect(await full.vectors.write(MODEL, many)).toBe(false);
  expect(await full.vectors.read(MODEL, [KNEE, ...many.keys()])).toEqual(new Map([[KNEE, EAST]]));
  await full.close();
});
