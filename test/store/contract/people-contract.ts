/** Who looked at texts, and everything about one person. */
import { expect, test } from "vitest";
import type { TextView } from "../../../src/store/people-store.ts";
import { callerOf, exported, manifestOf, textsOf } from "../manifest-fixture.ts";
import { after, NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const boris = callerOf("north", "boris");

const view = (manifest_id: string, given: Partial<TextView> = {}): TextView => ({
  manifest_id,
  what: "prompt",
  reason: "complaint 12",
  viewer: "boris",
  at: NOON,
  ...given,
});

export function peopleContract(open: OpenContractStore): void {
  test("views are kept oldest first, for who may know the manifest", async () => {
    const { store } = await open();
    for (const id of ["m-1", "m-2"]) await store.save(anna, manifestOf(store, anna, id));
    const views = [view("m-1", { at: after(2_000), what: "export", viewer: null }), view("m-1", { at: after(1_000) })];
    for (const each of views) await store.noteView(boris, each);
    await store.noteView(boris, view("m-2"));
    expect(await store.views(anna, "m-1")).toEqual([...views].reverse());
    expect(await store.views(callerOf("north", "boris", ["audit"]), "m-1")).toEqual([]);
    expect(await store.views(callerOf("south"), "m-1")).toEqual([]);
  });

  test("a view of a manifest that the viewer may not know is refused", async () => {
    const { store } = await open();
    await store.save(anna, manifestOf(store, anna, "m-1"));
    for (const stranger of [callerOf("south"), callerOf("north", "boris", ["reveal"])]) {
      await expect(store.noteView(stranger, view("m-1"))).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(store.noteView(anna, view("m-9"))).rejects.toMatchObject({ code: "not_found" });
    expect(await store.views(anna, "m-1")).toEqual([]);
  });

  test("an export has every record of the person once, in the same order each time, and nothing of anybody else", async () => {
    const { store } = await open();
    const ids = Array.from({ length: 130 }, (_, at) => `m-${String(at).padStart(3, "0")}`);
    await Promise.all(ids.map((id) => store.save(anna, manifestOf(store, anna, id, [`of ${id}`, "shared"]))));
    await store.save(boris, manifestOf(store, boris, "b-1", ["of boris", "shared"]));
    await store.save(callerOf("south"), manifestOf(store, callerOf("south"), "s-1", ["of the south"]));
    const answer = { record: { words: 2 }, received_at: NOON, texts: textsOf(store, anna, ["answered"]) };
    await store.putAnswer(anna, "m-005", answer);
    await store.noteView(boris, view("m-007"));
    const records = await exported(store, anna);
    const of = (kind: string) => records.filter((record) => record.kind === kind);
    expect(of("manifest").map(({ id }) => id)).toEqual(ids);
    expect(of("manifest")[7]?.body).toEqual(await store.read(anna, "m-007"));
    expect(of("answer")).toEqual([{ kind: "answer", id: "m-005", body: { record: { words: 2 }, received_at: NOON } }]);
    expect(of("view")).toEqual([{ kind: "view", id: "m-007", body: view("m-007") }]);
    const texts = [...ids.map((id) => `of ${id}`), "shared", "answered"];
    expect(new Map(of("text").map(({ id, body }) => [id, body]))).toEqual(textsOf(store, anna, texts));
    expect(records).toHaveLength(130 + 1 + 1 + 132);
    expect(await exported(store, anna)).toEqual(records);
    expect(await exported(store, callerOf("north", "carla"))).toEqual([]);
  });
}
