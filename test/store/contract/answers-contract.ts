/** One answer for each manifest, for whom the manifest is. */
import { expect, test } from "vitest";
import { callerOf, manifestOf, textsOf } from "../manifest-fixture.ts";
import { after, NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");

export function answersContract(open: OpenContractStore): void {
  test("the first is stored, another takes its place, and its text is read by hash", async () => {
    const opened = await open();
    const { store } = opened;
    await store.save(anna, manifestOf(store, anna, "m-1"));
    expect(await store.readAnswer(anna, "m-1")).toBeNull();
    const first = { record: { citations: ["a", null, 1] }, received_at: NOON, texts: textsOf(store, anna, ["Rest the knee."]) };
    expect(await store.putAnswer(anna, "m-1", first)).toBe("stored");
    expect(await store.readAnswer(anna, "m-1")).toEqual({ record: first.record, received_at: NOON });
    expect(await store.readText(anna, store.hash(anna, "Rest the knee."))).toBe("Rest the knee.");
    const second = { record: null, received_at: after(1_000), texts: textsOf(store, anna, ["Run."]) };
    expect(await store.putAnswer(anna, "m-1", second)).toBe("replaced");
    const again = await opened.again();
    expect(await again.readAnswer(anna, "m-1")).toEqual({ record: null, received_at: after(1_000) });
    expect(await again.readText(anna, again.hash(anna, "Run."))).toBe("Run.");
  });

  test("to a manifest that the caller may not know there is none, and none can be given", async () => {
    const { store } = await open();
    await store.save(anna, manifestOf(store, anna, "m-1"));
    const answer = { record: 1, received_at: NOON, texts: textsOf(store, anna, ["theirs"]) };
    const strangers = [callerOf("south"), callerOf("north", "boris", ["assemble"])];
    for (const stranger of strangers) {
      expect(await store.putAnswer(stranger, "m-1", answer)).toBe("unknown");
      expect(await store.readAnswer(stranger, "m-1")).toBeNull();
    }
    for (const id of ["m-2", "", "a b"]) expect(await store.putAnswer(anna, id, answer)).toBe("unknown");
    expect(await store.readAnswer(anna, "m-1")).toBeNull();
    expect(await store.readText(anna, store.hash(anna, "theirs"))).toBeNull();
    await store.putAnswer(anna, "m-1", answer);
    for (const stranger of strangers) expect(await store.readAnswer(stranger, "m-1")).toBeNull();
  });

  test("fifty at once for one manifest: one is the first, and one of them is read", async () => {
    const { store } = await open();
    await store.save(anna, manifestOf(store, anna, "m-1"));
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, at) => store.putAnswer(anna, "m-1", { record: at, received_at: NOON, texts: new Map() })),
    );
    expect(results.filter((result) => result === "stored")).toHaveLength(1);
    expect(results.filter((result) => result === "replaced")).toHaveLength(49);
    const { record } = (await store.readAnswer(anna, "m-1")) ?? {};
    expect(Number.isInteger(record) && (record as number) >= 0 && (record as number) < 50).toBe(true);
  });
}
