/** A person's data is gone when it is asked for; others' is not. The bytes on disk are each store's own test. */
import { expect, test } from "vitest";
import type { Store } from "../../../src/store/store.ts";
import { CORE } from "../../http/canned-answer.ts";
import { callerOf, exported, manifestOf, memoryOf, textsOf } from "../manifest-fixture.ts";
import { after, NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const boris = callerOf("north", "boris");
const erased = { code: "erased" };

async function fill(store: Store): Promise<void> {
  const envelope = { conversation: "about my knee" };
  await store.save(anna, manifestOf(store, anna, "m-1", { texts: ["of anna", "shared"], envelope }));
  await store.save(anna, manifestOf(store, anna, "m-2", { texts: ["of anna"], envelope }));
  await store.save(boris, manifestOf(store, boris, "b-1", { texts: ["of boris", "shared"], envelope }));
  await store.putAnswer(anna, "m-1", { record: { said: 1 }, received_at: NOON, texts: textsOf(store, anna, ["said to anna"]) });
}

async function expectGone(store: Store): Promise<void> {
  for (const id of ["m-1", "m-2"]) {
    await expect(store.read(anna, id)).rejects.toMatchObject(erased);
    await expect(store.readAnswer(anna, id)).rejects.toMatchObject(erased);
  }
  for (const text of ["of anna", "said to anna"]) expect(await store.readText(anna, store.hash(anna, text))).toBeNull();
  expect(await store.latest(anna, "about my knee")).toBeNull();
  expect(await exported(store, anna)).toEqual([]);
}

export function erasureContract(open: OpenContractStore): void {
  test("manifests, answers and texts of the person are gone, and the receipt counts them", async () => {
    const opened = await open();
    const { store } = opened;
    await fill(store);
    const receipt = await store.erase(anna, after(1_000));
    expect(receipt).toEqual({
      receipt_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      erased_at: after(1_000),
      counts: { manifests: 2, answers: 1, texts: 2, memories: 0 },
    });
    await expectGone(store);
    await expectGone(await opened.again());
  });

  test("others keep theirs, the text that both had included", async () => {
    const { store } = await open();
    await fill(store);
    await store.erase(anna, NOON);
    expect((await store.read(boris, "b-1"))?.envelope.conversation).toBe("about my knee");
    for (const text of ["of boris", "shared"]) expect(await store.readText(boris, store.hash(boris, text))).toBe(text);
    expect((await store.erase(boris, NOON)).counts).toMatchObject({ manifests: 1, texts: 2 });
    expect(await store.readText(boris, store.hash(boris, "shared"))).toBeNull();
  });

  test("an erased manifest is listed by id, time and digest, without what was asked", async () => {
    const { store } = await open();
    await fill(store);
    await store.erase(anna, after(1_000));
    const { items } = await store.list(anna, { subject: "anna" }, { limit: 10, after: null });
    expect(items.map(({ manifest_id }) => manifest_id).sort()).toEqual(["m-1", "m-2"]);
    for (const { manifest_id: _, ...item } of items) {
      expect(item).toEqual({
        created_at: "2026-11-29T12:00:00.123Z",
        policy: CORE.policy.name,
        digest: CORE.policy.digest,
        intent: "",
        request_id: "",
        conversation: null,
        erased_at: after(1_000),
      });
    }
    const found = async (filter: object) =>
      (await store.list(anna, filter, { limit: 10, after: null })).items.map(({ manifest_id }) => manifest_id).sort();
    expect(await found({ conversation: "about my knee" })).toEqual(["b-1"]);
    expect(await found({ intent: CORE.routing.intent })).toEqual(["b-1"]);
    expect(await found({ request_id: "request-m-1" })).toEqual([]);
    expect(await found({ digest: CORE.policy.digest })).toEqual(["b-1", "m-1", "m-2"]);
  });

  test("strangers still learn nothing of an erased manifest, and no answer can be put to it", async () => {
    const { store } = await open();
    await fill(store);
    await store.erase(anna, NOON);
    for (const stranger of [callerOf("south"), callerOf("north", "boris", ["explain"])]) {
      expect(await store.read(stranger, "m-1")).toBeNull();
      expect(await store.readAnswer(stranger, "m-1")).toBeNull();
    }
    const answer = { record: 1, received_at: NOON, texts: textsOf(store, anna, ["late"]) };
    await expect(store.putAnswer(anna, "m-1", answer)).rejects.toMatchObject(erased);
    expect(await store.readText(anna, store.hash(anna, "late"))).toBeNull();
  });

  test("what comes after an erasure is stored, a text that was erased included; the next receipt counts that alone", async () => {
    const { store } = await open();
    await fill(store);
    await store.erase(anna, NOON);
    await store.save(anna, manifestOf(store, anna, "m-3", ["of anna"]));
    expect(await store.readText(anna, store.hash(anna, "of anna"))).toBe("of anna");
    expect((await store.erase(anna, after(1_000))).counts).toEqual({ manifests: 1, answers: 0, texts: 1, memories: 0 });
    expect((await store.erase(anna, after(2_000))).counts).toEqual({ manifests: 0, answers: 0, texts: 0, memories: 0 });
    const { items } = await store.list(anna, { subject: "anna" }, { limit: 10, after: null });
    expect(Object.fromEntries(items.map((item) => [item.manifest_id, item.erased_at]))).toEqual({
      "m-1": NOON,
      "m-2": NOON,
      "m-3": after(1_000),
    });
  });

  test("a text that another instance erased is written again by this one", async () => {
    const opened = await open();
    const { store } = opened;
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    const other = await opened.another();
    await other.erase(anna, NOON);
    await store.save(anna, manifestOf(store, anna, "m-2", ["knee"]));
    expect(await other.readText(anna, store.hash(anna, "knee"))).toBe("knee");
  });

  test("of views stay who saw what and when; the reason, and a viewer who is erased, do not", async () => {
    const { store } = await open();
    await fill(store);
    const view = { manifest_id: "m-1", what: "prompt", reason: "anna's knee", viewer: "boris", at: NOON };
    await store.noteView(boris, view);
    await store.erase(anna, NOON);
    expect(await store.views(boris, "m-1")).toEqual([{ ...view, reason: "" }]);
    await store.erase(boris, NOON);
    const [left] = await store.views(boris, "m-1");
    expect(left?.viewer).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
    expect((await exported(store, callerOf("south"))).length).toBe(0);
  });

  test("who reads while the person is erased reads it whole or not at all; nothing looks damaged", async () => {
    const { store } = await open();
    const seen = new Set<string>();
    const told = async (what: string, read: () => Promise<unknown>): Promise<void> => {
      const found = await read().then(
        (value) => (value === null || (Array.isArray(value) && value.length === 0) ? "nothing" : "whole"),
        (error: { readonly code?: string }) => String(error.code),
      );
      seen.add(`${what}: ${found}`);
    };
    for (let round = 0; round < 25; round += 1) {
      const id = `m-${round}`;
      await store.save(anna, manifestOf(store, anna, id, [`text ${round}`]));
      await store.putAnswer(anna, id, { record: round, received_at: NOON, texts: new Map() });
      await store.remember(anna, memoryOf(`statement ${round}`));
      let isErased = false;
      const erasing = store.erase(anna, NOON).finally(() => {
        isErased = true;
      });
      while (!isErased) {
        await told("manifest", () => store.read(anna, id));
        await told("text", () => store.readText(anna, store.hash(anna, `text ${round}`)));
        await told("answer", () => store.readAnswer(anna, id));
        await told("memory", async () => (await store.memories(anna, { limit: 9, after: null, superseded: true })).items);
        await told("list", async () => (await store.list(anna, {}, { limit: 200, after: null })).items);
        await told("export", () => exported(store, anna));
        // SQLite reads without waiting: whoever writes must get a turn.
        await new Promise(setImmediate);
      }
      await erasing;
    }
    const expected = ["manifest: whole", "manifest: erased", "text: whole", "text: nothing", "answer: whole", "answer: erased"];
    const others = ["memory: whole", "memory: nothing", "list: whole", "export: whole", "export: nothing"];
    expect([...seen].filter((one) => ![...expected, ...others].includes(one))).toEqual([]);
  });

  test("of another tenant a person of the same name loses nothing", async () => {
    const { store } = await open();
    const south = callerOf("south");
    await fill(store);
    await store.save(south, manifestOf(store, south, "s-1", ["of anna"]));
    await store.erase(anna, NOON);
    expect((await store.read(south, "s-1"))?.envelope.manifest_id).toBe("s-1");
    expect(await store.readText(south, store.hash(south, "of anna"))).toBe("of anna");
  });
}
