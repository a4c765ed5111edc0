/** What goes in comes out, for whom it may, and once per tenant. */
import { expect, test } from "vitest";
import { type Caller, verifiedCaller } from "../../../src/caller.ts";
import { callerOf, manifestOf } from "../manifest-fixture.ts";
import { after, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const other = callerOf("south");

export function manifestsContract(open: OpenContractStore): void {
  test("a manifest is read as it was written, after another opening too", async () => {
    const opened = await open();
    const manifest = manifestOf(opened.store, anna, "m-1", ["knee"]);
    await opened.store.save(anna, manifest);
    const { texts: _, ...expected } = manifest;
    expect(await opened.store.read(anna, "m-1")).toEqual(expected);
    const again = await opened.again();
    expect(await again.read(anna, "m-1")).toEqual(expected);
    expect(await again.readText(anna, again.hash(anna, "knee"))).toBe("knee");
  });

  test("texts of every kind are read byte for byte", async () => {
    const { store } = await open();
    const texts = ["", "knee", "γόνατο", "a\0b", "\uFEFFmarked", "😀".repeat(3), "line\r\nline\u2028", "x".repeat(300_000)];
    await store.save(anna, manifestOf(store, anna, "m-1", texts));
    for (const text of texts) expect(await store.readText(anna, store.hash(anna, text))).toBe(text);
  });

  test("a manifest is read by whom it is about and by who may ask about anybody, and by nobody else", async () => {
    const { store } = await open();
    await store.save(anna, manifestOf(store, anna, "m-1"));
    const read = async (caller: Caller) => (await store.read(caller, "m-1"))?.envelope.manifest_id ?? null;
    expect(await read(callerOf("north", "anna", ["audit"]))).toBe("m-1");
    expect(await read(callerOf("north", "boris", ["audit", "any_subject"]))).toBe("m-1");
    expect(await read(callerOf("north", "boris", ["audit"]))).toBeNull();
    const nobody = verifiedCaller({ tenant: "north", subject: null, groups: [], permissions: new Set(["audit"]) });
    expect(await read(nobody)).toBeNull();
  });

  test("an id of another tenant reads like one that does not exist, and so does a text", async () => {
    const { store } = await open();
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    expect(await store.read(other, "m-1")).toBeNull();
    expect(await store.read(anna, "m-2")).toBeNull();
    expect(await store.readText(other, store.hash(anna, "knee"))).toBeNull();
    expect(store.hash(anna, "knee")).not.toBe(store.hash(other, "knee"));
  });

  test("what is no id and no hash is not looked up", async () => {
    const { store } = await open();
    for (const id of ["", "a b", "x".repeat(65), "m-1'--", "m\0", "../m"]) expect(await store.read(anna, id)).toBeNull();
    const hashes = ["", "sha256:00", `hmac-sha256:${"A".repeat(64)}`, `hmac-sha256:${"0".repeat(63)}`];
    for (const hash of hashes) expect(await store.readText(anna, hash)).toBeNull();
  });

  test("one id is written once, and the second writing fails alone among many", async () => {
    const { store } = await open();
    await store.save(anna, manifestOf(store, anna, "m-7"));
    const ids = Array.from({ length: 20 }, (_, index) => `m-${index}`);
    const results = await Promise.allSettled(ids.map((id) => store.save(anna, manifestOf(store, anna, id, [`of ${id}`]))));
    expect(results.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([7]);
    expect(results[7]).toMatchObject({ reason: { code: "audit_unavailable", details: { retryAfterSeconds: 1 } } });
    for (const id of ids) expect((await store.read(anna, id))?.envelope.manifest_id).toBe(id);
    expect(await store.readText(anna, store.hash(anna, "of m-6"))).toBe("of m-6");
    expect(await store.readText(anna, store.hash(anna, "of m-7"))).toBeNull();
    expect(store.healthy()).toBe(true);
  });

  test("the newest manifest of a conversation is the newest of this person in it", async () => {
    const { store } = await open();
    const boris = callerOf("north", "boris");
    const save = (caller: typeof anna, id: string, conversation: string | null, ms: number) =>
      store.save(caller, manifestOf(store, caller, id, { envelope: { conversation, created_at: after(ms) } }));
    await save(anna, "m-1", "talk", 0);
    await save(anna, "m-3", "talk", 2_000);
    await save(anna, "m-2", "talk", 1_000);
    await save(anna, "m-4", null, 3_000);
    await save(boris, "m-5", "talk", 4_000);
    const latest = async (caller: typeof anna, conversation: string) =>
      (await store.latest(caller, conversation))?.envelope.manifest_id ?? null;
    expect(await latest(anna, "talk")).toBe("m-3");
    expect(await latest(boris, "talk")).toBe("m-5");
    expect(await latest(anna, "walk")).toBeNull();
    expect(await latest(other, "talk")).toBeNull();
  });

  test("the files of a snapshot are kept once and read whole", async () => {
    const { store } = await open();
    const files = new Map([
      ["coaching/policy.yaml", "name: coaching\n"],
      ["coaching/intents.yaml", ""],
    ]);
    await store.keepSnapshot("sha256:s", files);
    await store.keepSnapshot("sha256:s", new Map([["other", "x"]]));
    expect(await store.readSnapshot("sha256:s")).toEqual(files);
    expect(await store.readSnapshot("sha256:t")).toBeNull();
  });

  test("after closing, writes are refused and reads say that the store is closed", async () => {
    const { store } = await open();
    const waiting = store.save(anna, manifestOf(store, anna, "m-1"));
    const closing = store.close();
    await Promise.all([waiting, closing, store.close()]);
    const unavailable = { code: "audit_unavailable", details: { retryAfterSeconds: 1 } };
    await expect(store.save(anna, manifestOf(store, anna, "m-2"))).rejects.toMatchObject(unavailable);
    await expect(store.keepSnapshot("sha256:s", new Map())).rejects.toMatchObject(unavailable);
    await expect(store.read(anna, "m-1")).rejects.toMatchObject({ code: "shutting_down" });
    expect(store.healthy()).toBe(false);
  });
}
