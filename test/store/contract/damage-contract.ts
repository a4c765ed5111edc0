/** A record that is not what was written is told, and never served. */
import { expect, test } from "vitest";
import { callerOf, exported, manifestOf, textsOf } from "../manifest-fixture.ts";
import { NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const mismatch = { code: "hash_mismatch" };

export function damageContract(open: OpenContractStore): void {
  test("a flipped byte of a manifest, a text, an answer, a snapshot", async () => {
    const { store, damage } = await open();
    const sound = manifestOf(store, anna, "m-2", { texts: ["hip pain"], envelope: { conversation: "talk" } });
    for (const id of ["m-1", "m-3"]) await store.save(anna, manifestOf(store, anna, id, ["knee pain"]));
    await store.save(anna, sound);
    const answer = { record: { words: 3 }, received_at: NOON, texts: textsOf(store, anna, ["an answer"]) };
    for (const id of ["m-2", "m-3"]) await store.putAnswer(anna, id, answer);
    await store.keepSnapshot("sha256:s", new Map([["a", "b"]]));

    await damage({ what: "manifest", id: "m-1" });
    await expect(store.read(anna, "m-1")).rejects.toMatchObject(mismatch);
    await damage({ what: "text", id: store.hash(anna, "knee pain") });
    await expect(store.readText(anna, store.hash(anna, "knee pain"))).rejects.toMatchObject(mismatch);
    await damage({ what: "answer", id: "m-3" });
    await expect(store.readAnswer(anna, "m-3")).rejects.toMatchObject(mismatch);
    await damage({ what: "snapshot", id: "sha256:s" });
    await expect(store.readSnapshot("sha256:s")).rejects.toMatchObject(mismatch);

    expect((await store.latest(anna, "talk"))?.envelope.manifest_id).toBe("m-2");
    expect(await store.readText(anna, store.hash(anna, "hip pain"))).toBe("hip pain");
    expect(await store.readAnswer(anna, "m-2")).toEqual({ record: { words: 3 }, received_at: NOON });
  });

  test("a damaged record of a conversation and of an export is told too", async () => {
    const { store, damage } = await open();
    await store.save(anna, manifestOf(store, anna, "m-1", { texts: ["knee"], envelope: { conversation: "talk" } }));
    await damage({ what: "manifest", id: "m-1" });
    await expect(store.latest(anna, "talk")).rejects.toMatchObject(mismatch);
    await expect(exported(store, anna)).rejects.toMatchObject(mismatch);
  });

  test("a damaged record can still be erased", async () => {
    const { store, damage } = await open();
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    await damage({ what: "manifest", id: "m-1" });
    await damage({ what: "text", id: store.hash(anna, "knee") });
    expect((await store.erase(anna, NOON)).counts).toMatchObject({ manifests: 1, texts: 1 });
    await expect(store.read(anna, "m-1")).rejects.toMatchObject({ code: "erased" });
  });
}
