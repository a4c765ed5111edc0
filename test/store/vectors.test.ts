/** Vectors in the store: what is read is what was written, and anything else is absent. */
import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { vectorStore } from "../../src/store/vectors.ts";
import { KEY, openTemporaryStore } from "./manifest-fixture.ts";

const MODEL = "small";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const [KNEE, HIP] = [hashOf("knee"), hashOf("hip")];
const EAST = Float32Array.of(1, 0);
const TILTED = Float32Array.of(0.6, 0.8);

test("vectors come back as they were written, after a restart too, each under its own text and model", async () => {
  const { store, path } = await openTemporaryStore();
  expect(
    store.vectors.write(
      MODEL,
      new Map([
        [KNEE, EAST],
        [HIP, TILTED],
      ]),
    ),
  ).toBe(true);
  expect(store.vectors.read("other", [KNEE, HIP]).size).toBe(0);
  await store.close();
  const again = await openSqliteStore({ path, hashKey: KEY, version: "0.1.0" });
  expect(again.vectors.read(MODEL, [HIP, hashOf("neck"), KNEE])).toEqual(
    new Map([
      [HIP, TILTED],
      [KNEE, EAST],
    ]),
  );
  expect(again.vectors.read(MODEL, []).size).toBe(0);
  await again.close();
});

test("a vector that is part of a larger buffer is written alone", async () => {
  const { store } = await openTemporaryStore();
  store.vectors.write(MODEL, new Map([[KNEE, Float32Array.of(9, 9, 0.6, 0.8, 9).subarray(2, 4)]]));
  expect(store.vectors.read(MODEL, [KNEE]).get(KNEE)).toEqual(TILTED);
});

test("a later vector of the same text takes the place of the earlier one", async () => {
  const { store } = await openTemporaryStore();
  for (const vector of [EAST, TILTED]) store.vectors.write(MODEL, new Map([[KNEE, vector]]));
  expect(store.vectors.read(MODEL, [KNEE]).get(KNEE)).toEqual(TILTED);
});

describe("a damaged vector is absent, and the others are not", () => {
  const changed = (change: string) => async () => {
    const { store, path } = await openTemporaryStore();
    store.vectors.write(
      MODEL,
      new Map([
        [KNEE, TILTED],
        [HIP, EAST],
      ]),
    );
    const other = new Database(path);
    other.prepare(change.replace("ROW", "WHERE text_hash = ?")).run(Buffer.from(KNEE, "hex"));
    other.close();
    expect([...store.vectors.read(MODEL, [KNEE, HIP]).keys()]).toEqual([HIP]);
    store.vectors.write(MODEL, new Map([[KNEE, TILTED]]));
    expect(store.vectors.read(MODEL, [KNEE]).get(KNEE)).toEqual(TILTED);
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

test("a sound blob that is no unit vector is absent", async () => {
  const { store } = await openTemporaryStore();
  store.vectors.write(
    MODEL,
    new Map([
      [KNEE, Float32Array.of(0, 0)],
      [HIP, Float32Array.of(Number.NaN, 1)],
    ]),
  );
  expect(store.vectors.read(MODEL, [KNEE, HIP]).size).toBe(0);
});

test("above the most rows the oldest go, and writing again makes a row young", async () => {
  const { path } = await openTemporaryStore();
  const database = new Database(path);
  const three = vectorStore(database, 3);
  const kept = () => [...three.read(MODEL, ["a", "b", "c", "d"].map(hashOf)).keys()];
  for (const text of ["a", "b", "c"]) three.write(MODEL, new Map([[hashOf(text), EAST]]));
  expect(kept()).toEqual(["a", "b", "c"].map(hashOf));
  three.write(MODEL, new Map([[hashOf("a"), EAST]]));
  three.write(MODEL, new Map([[hashOf("d"), EAST]]));
  expect(kept()).toEqual(["a", "c", "d"].map(hashOf));
  database.close();
});

test("nothing is thrown when the store is closed, full, or asked for what is no hash", async () => {
  const { store, path } = await openTemporaryStore();
  expect(
    store.vectors.write(
      MODEL,
      new Map([
        [KNEE, EAST],
        ["knee", EAST],
      ]),
    ),
  ).toBe(false);
  expect(store.vectors.read(MODEL, [KNEE, "knee"]).size).toBe(0);
  store.vectors.write(MODEL, new Map([[KNEE, EAST]]));
  await store.close();
  expect(store.vectors.read(MODEL, [KNEE]).size).toBe(0);
  expect(store.vectors.write(MODEL, new Map([[HIP, EAST]]))).toBe(false);
  const full = await openSqliteStore({ path, hashKey: KEY, version: "0.1.0", maxPages: 1 });
  const large = new Float32Array(4_096).fill(1 / 64);
  const many = new Map(Array.from({ length: 64 }, (_, at) => [hashOf(String(at)), large]));
  expect(full.vectors.write(MODEL, many)).toBe(false);
  expect(full.vectors.read(MODEL, [KNEE, ...many.keys()])).toEqual(new Map([[KNEE, EAST]]));
  await full.close();
});

test("a store of the first schema gets its table, and keeps its manifests", async () => {
  const { store, path } = await openTemporaryStore();
  await store.keepSnapshot("sha256:1", new Map([["a", "b"]]));
  await store.close();
  const old = new Database(path);
  old.exec("DROP TABLE vectors; UPDATE meta SET schema_version = 1");
  old.close();
  const again = await openSqliteStore({ path, hashKey: KEY, version: "0.2.0" });
  expect(again.vectors.write(MODEL, new Map([[KNEE, EAST]]))).toBe(true);
  expect(await again.readSnapshot("sha256:1")).toEqual(new Map([["a", "b"]]));
  await again.close();
});
