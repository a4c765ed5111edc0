/** What other variants would have decided: kept beside the manifest, found by a filter, gone with it. */
import { expect, test } from "vitest";
import { KEEP_ALL } from "../../../src/store/retention.ts";
import type { ShadowWrite } from "../../../src/store/shadow-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { callerOf, exported, manifestOf } from "../manifest-fixture.ts";
import { after, DAY_MS, NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const boris = callerOf("north", "boris");

const shadow = (variant: string, given: Partial<ShadowWrite> = {}): ShadowWrite => ({
  ...{ experiment: "order", variant, result: { first: "pack", shown: [variant] }, isOther: true, computed_at: after(200) },
  ...given,
});

const found = async (store: Store, asked: string, caller = anna): Promise<readonly string[]> =>
  (await store.list(caller, { shadow: asked }, { limit: 200, after: null })).items.map(({ manifest_id }) => manifest_id);

const save = (store: Store, id: string, caller = anna) =>
  store.save(caller, manifestOf(store, caller, id, { envelope: { created_at: NOON } }));

export function shadowsContract(open: OpenContractStore): void {
  test("a shadow is read as it was kept, once for each variant, by those who may read its manifest", async () => {
    const { store, again } = await open();
    for (const [id, caller] of [
      ["m-1", anna],
      ["m-2", boris],
    ] as const)
      await save(store, id, caller);
    expect(await store.keepShadow(anna, "m-1", shadow("two"))).toBe(true);
    expect(await store.keepShadow(anna, "m-1", shadow("one", { isOther: false }))).toBe(true);
    expect(await store.keepShadow(anna, "m-1", shadow("two", { result: "another" }))).toBe(false);
    const { isOther: _, ...two } = shadow("two");
    const { isOther: __, ...one } = shadow("one");
    const reopened = await again();
    expect(await reopened.shadows(anna, "m-1")).toEqual([one, two]);
    expect(await reopened.shadows(callerOf("north", "boris", ["any_subject"]), "m-1")).toEqual([one, two]);
    for (const caller of [callerOf("south"), callerOf("north", "boris", [])])
      expect(await reopened.shadows(caller, "m-1")).toEqual([]);
    for (const id of ["m-2", "m-3", "no id"]) expect(await reopened.shadows(anna, id)).toEqual([]);
  });

  test("a manifest is found by the variant that would have decided otherwise, and by no other", async () => {
    const { store } = await open();
    for (const id of ["m-1", "m-2", "m-3"]) await save(store, id);
    await store.keepShadow(anna, "m-1", shadow("two"));
    await store.keepShadow(anna, "m-2", shadow("two", { isOther: false }));
    await store.keepShadow(anna, "m-2", shadow("one"));
    expect([await found(store, "order=two"), await found(store, "order=one"), await found(store, "order=three")]).toEqual([
      ["m-1"],
      ["m-2"],
      [],
    ]);
    expect(await found(store, "order=two", callerOf("south"))).toEqual([]);
  });

  test("nothing is kept for a manifest that is unknown, another's, or erased; an erasure takes what there is", async () => {
    const { store } = await open();
    await save(store, "m-1");
    await save(store, "m-2", boris);
    for (const [caller, id] of [
      [anna, "m-2"],
      [anna, "m-3"],
      [callerOf("south"), "m-1"],
      [anna, "no id"],
    ] as const)
      expect(await store.keepShadow(caller, id, shadow("two"))).toBe(false);
    await store.keepShadow(anna, "m-1", shadow("two"));
    expect((await exported(store, anna)).filter(({ kind }) => kind === "shadow")).toEqual([
      { kind: "shadow", id: "m-1", body: expect.objectContaining({ variant: "two", result: { first: "pack", shown: ["two"] } }) },
    ]);
    await store.erase(anna, NOON);
    expect(await store.shadows(anna, "m-1")).toEqual([]);
    expect(await found(store, "order=two")).toEqual([]);
    expect(await exported(store, anna)).toEqual([]);
    expect(await store.keepShadow(anna, "m-1", shadow("one"))).toBe(false);
  });

  test("it goes with its manifest when that is past its time, swept or not", async () => {
    const { store, clock } = await open({ retention: { ...KEEP_ALL, manifests: DAY_MS } });
    await save(store, "m-1");
    await store.keepShadow(anna, "m-1", shadow("two"));
    clock.now = Date.parse(NOON) + DAY_MS + 1;
    for (const manifests of [1, 0]) {
      expect([await store.shadows(anna, "m-1"), await found(store, "order=two")]).toEqual([[], []]);
      expect(await store.sweep()).toMatchObject({ manifests });
    }
  });

  test("a flipped byte is told", async () => {
    const { store, damage } = await open();
    await save(store, "m-1");
    await store.keepShadow(anna, "m-1", shadow("two"));
    await damage({ what: "shadow", id: "m-1" });
    await expect(store.shadows(anna, "m-1")).rejects.toMatchObject({ code: "hash_mismatch" });
  });
}
