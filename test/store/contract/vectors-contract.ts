/** Vectors are read as they were written, each under its own text and model. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { OpenContractStore } from "./open-contract-store.ts";

const MODEL = "small";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const [KNEE, HIP] = [hashOf("knee"), hashOf("hip")];
const EAST = Float32Array.of(1, 0);
const TILTED = Float32Array.of(0.6, 0.8);

export function vectorsContract(open: OpenContractStore): void {
  test("vectors come back as they were written, after another opening too", async () => {
    const opened = await open();
    const both = new Map([
      [KNEE, EAST],
      [HIP, TILTED],
    ]);
    expect(await opened.store.vectors.write(MODEL, both)).toBe(true);
    expect((await opened.store.vectors.read("other", [KNEE, HIP])).size).toBe(0);
    const again = await opened.again();
    expect(await again.vectors.read(MODEL, [HIP, hashOf("neck"), KNEE])).toEqual(both);
    expect((await again.vectors.read(MODEL, [])).size).toBe(0);
  });

  test("a vector that is part of a larger buffer is written alone", async () => {
    const { store } = await open();
    await store.vectors.write(MODEL, new Map([[KNEE, Float32Array.of(9, 9, 0.6, 0.8, 9).subarray(2, 4)]]));
    expect((await store.vectors.read(MODEL, [KNEE])).get(KNEE)).toEqual(TILTED);
  });

  test("a later vector of the same text takes the place of the earlier one", async () => {
    const { store } = await open();
    for (const vector of [EAST, TILTED]) await store.vectors.write(MODEL, new Map([[KNEE, vector]]));
    expect((await store.vectors.read(MODEL, [KNEE])).get(KNEE)).toEqual(TILTED);
  });

  test("a vector that is not of unit length is absent", async () => {
    const { store } = await open();
    const none = new Map([
      [KNEE, Float32Array.of(0, 0)],
      [HIP, Float32Array.of(Number.NaN, 1)],
    ]);
    await store.vectors.write(MODEL, none);
    expect((await store.vectors.read(MODEL, [KNEE, HIP])).size).toBe(0);
  });

  test("of several with one under what is no hash none is written, and nothing is thrown after closing", async () => {
    const { store } = await open();
    const mixed = new Map([
      [KNEE, EAST],
      ["knee", EAST],
    ]);
    expect(await store.vectors.write(MODEL, mixed)).toBe(false);
    expect((await store.vectors.read(MODEL, [KNEE, "knee"])).size).toBe(0);
    await store.close();
    expect((await store.vectors.read(MODEL, [KNEE])).size).toBe(0);
    expect(await store.vectors.write(MODEL, new Map([[HIP, EAST]]))).toBe(false);
  });
}
