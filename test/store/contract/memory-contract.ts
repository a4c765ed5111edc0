/** What is remembered: one statement for each slot, each write once, replaced in the same transaction, gone when it is asked for. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Trace, traceName, turnName } from "../../../src/pipeline/memory/past-statement.ts";
import type { MemoryView, MemoryWrite, RecallQuery, StoredMemory } from "../../../src/store/memory-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { callerOf, exported, memoryOf as memory } from "../manifest-fixture.ts";
import { after, DAY_MS, NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const boris = callerOf("north", "boris");

const address = (statement: string, given: Partial<MemoryWrite> = {}): MemoryWrite =>
  memory(statement, { key: "address", ...given });

async function all(store: Store, superseded = true, caller = anna): Promise<readonly StoredMemory[]> {
  const { items, next } = await store.memories(caller, { limit: 500, after: null, superseded });
  expect(next).toBeNull();
  return items;
}

const standing = async (store: Store, caller = anna): Promise<readonly string[]> =>
  (await all(store, false, caller)).map(({ statement }) => statement).sort();

const recalled = (store: Store, asked: Partial<RecallQuery> = {}, caller = anna): Promise<MemoryView> =>
  store.recall(caller, { most: 200, atMs: Date.parse(NOON), ids: [], compares: true, ...asked });

const pastTurns = async (store: Store, caller: typeof anna) =>
  new Set((await recalled(store, {}, caller)).past.flatMap(({ turn }) => turn ?? []));

export function memoryContract(open: OpenContractStore): void {
  test("a statement is read as it was written, newest first, after another opening too, and by nobody else", async () => {
    const opened = await open();
    const source = { conversation: "talk", turn: "t1" };
    const times = { created_at: after(1_000), expires_at: after(DAY_MS), review_at: after(500) };
    const write = address("Lives in Kyiv, вул. Хрещатик 1", { ...times, source, confidence: 0.25, origin: "inferred" });
    await opened.store.remember(anna, memory("Runs"));
    const { supersedes: _, idempotency: __, ...stored } = write;
    const expected = { ...stored, superseded_by: null, superseded_at: null };
    expect(await opened.store.remember(anna, write)).toEqual({ memory: expected, already: false, superseded: [] });
    const again = await opened.again();
    expect((await all(again))[0]).toEqual(expected);
    expect(await standing(again)).toEqual([write.statement, "Runs"]);
    for (const other of [boris, callerOf("south")]) expect(await all(again, true, other)).toEqual([]);
  });

  test("what fills a slot replaces what stood there, and both say so", async () => {
    const { store } = await open();
    const [old, next] = [address("Old street"), address("New street", { created_at: after(1_000) })];
    await store.remember(anna, old);
    await store.remember(anna, memory("Old street", { key: "work" }));
    await store.remember(boris, address("Of boris"));
    expect(await store.remember(anna, next)).toMatchObject({ superseded: [old.id], memory: { superseded_by: null } });
    expect((await all(store)).find(({ id }) => id === old.id)).toMatchObject({
      superseded_by: next.id,
      superseded_at: after(1_000),
    });
    expect(await standing(store)).toEqual(["New street", "Old street"]);
    expect(await standing(store, boris)).toEqual(["Of boris"]);
  });

  test("the same words again are there already; after another statement in their slot they are written anew", async () => {
    const { store } = await open();
    const first = address("Old street");
    await store.remember(anna, first);
    await store.remember(anna, memory("Runs"));
    expect(await store.remember(anna, address("Old street"))).toMatchObject({ already: true, memory: { id: first.id } });
    expect(await store.remember(anna, memory("Runs", { confidence: 0.5 }))).toMatchObject({ already: false });
    await store.remember(anna, address("New street"));
    const back = address("Old street");
    expect(await store.remember(anna, back)).toMatchObject({ already: false, memory: { id: back.id } });
    expect(await standing(store)).toEqual(["Old street", "Runs"]);
  });

  test("a link replaces what it names; to what is unknown, another's, replaced or deleted nothing is written", async () => {
    const { store } = await open();
    const [one, two, gone, theirs] = [memory("one"), memory("two"), memory("gone"), memory("theirs")];
    for (const each of [one, two, gone]) await store.remember(anna, each);
    await store.remember(boris, theirs);
    await store.forget(anna, gone.id, NOON);
    const both = memory("both", { supersedes: [two.id, one.id, one.id] });
    expect((await store.remember(anna, both)).superseded).toEqual([one.id, two.id].sort());
    const self = randomUUID();
    for (const [supersedes, code] of [
      [[theirs.id], "not_found"],
      [[randomUUID()], "not_found"],
      [[both.id, "no such"], "not_found"],
      [[one.id], "conflict"],
      [[gone.id], "conflict"],
      [[self], "not_found"],
    ] as const) {
      const write = memory("three", { id: self, supersedes });
      await expect(store.remember(anna, write)).rejects.toMatchObject({ code });
    }
    expect(await standing(store)).toEqual(["both"]);
    expect(await standing(store, boris)).toEqual(["theirs"]);
  });

  test("what was inferred replaces what was inferred, and nothing that the person said while that stands", async () => {
    const { store } = await open();
    const inferred = (statement: string, given: Partial<MemoryWrite> = {}) =>
      address(statement, { origin: "inferred", ...given });
    await store.remember(anna, inferred("guess"));
    await store.remember(anna, inferred("better guess"));
    const said = address("said", { expires_at: after(1_000) });
    await store.remember(anna, said);
    await expect(store.remember(anna, inferred("worse"))).rejects.toMatchObject({ code: "conflict" });
    const linked = memory("linked", { origin: "inferred", supersedes: [said.id] });
    await expect(store.remember(anna, linked)).rejects.toMatchObject({ code: "conflict" });
    expect(await standing(store)).toEqual(["said"]);
    await store.remember(anna, inferred("later", { created_at: after(1_000) }));
    expect(await standing(store)).toEqual(["later"]);
  });

  test("an idempotency key: the same answer for a day, another body is a conflict, after a day it is free", async () => {
    const { store } = await open();
    const idempotency = { key: "k", body: "b" };
    const old = address("old");
    await store.remember(anna, old);
    const first = await store.remember(anna, address("new", { idempotency }));
    expect(first.superseded).toEqual([old.id]);
    await store.remember(anna, address("newer"));
    const repeated = await store.remember(anna, address("new", { idempotency, created_at: after(DAY_MS - 1) }));
    expect(repeated).toMatchObject({ already: true, superseded: [old.id], memory: { id: first.memory.id } });
    const other = memory("x", { idempotency: { key: "k", body: "c" } });
    await expect(store.remember(anna, other)).rejects.toMatchObject({ code: "conflict" });
    expect(await store.remember(boris, { ...other, id: randomUUID() })).toMatchObject({ already: false });
    expect(await store.remember(anna, { ...other, created_at: after(DAY_MS) })).toMatchObject({ already: false });
    expect(await standing(store)).toEqual(["newer", "x"]);
  });

  test("the same write twice at once is one statement with one id", async () => {
    const { store } = await open();
    const idempotency = { key: "k", body: "b" };
    const written = await Promise.all([1, 2, 3].map(() => store.remember(anna, memory("once", { idempotency }))));
    expect(new Set(written.map(({ memory: { id } }) => id)).size).toBe(1);
    expect(written.filter(({ already }) => !already)).toHaveLength(1);
    expect(await standing(store)).toEqual(["once"]);
  });

  test("pages of any size have every statement once", async () => {
    const { store } = await open();
    for (const at of [0, 0, 1, 2, 2]) await store.remember(anna, memory(randomUUID(), { created_at: after(at) }));
    const whole = (await all(store)).map(({ id }) => id);
    expect(whole).toHaveLength(5);
    for (const limit of [1, 2, 3, 5]) {
      const seen: string[] = [];
      let place: Awaited<ReturnType<Store["memories"]>>["next"] = null;
      do {
        const page: Awaited<ReturnType<Store["memories"]>> = await store.memories(anna, {
          limit,
          after: place,
          superseded: true,
        });
        seen.push(...page.items.map(({ id }) => id));
        place = page.next;
      } while (place !== null);
      expect(seen).toEqual(whole);
    }
  });

  test("a deleted statement is gone for good: from the list, from its slot, from a repeated write; its id is known", async () => {
    const { store } = await open();
    const write = address("secret", { idempotency: { key: "k", body: "b" } });
    await store.remember(anna, write);
    for (const stranger of [callerOf("south"), callerOf("north", "boris", ["memory"])]) {
      expect(await store.forget(stranger, write.id, NOON)).toBe("unknown");
    }
    for (const id of [randomUUID(), "", "a b"]) expect(await store.forget(anna, id, NOON)).toBe("unknown");
    expect(await store.forget(anna, write.id, after(5))).toEqual({ deleted_at: after(5) });
    expect(await store.forget(anna, write.id, after(9))).toEqual({ deleted_at: after(5) });
    expect(await all(store)).toEqual([]);
    await expect(store.remember(anna, { ...write, id: randomUUID() })).rejects.toMatchObject({ code: "erased" });
    expect(await store.remember(anna, address("secret"))).toMatchObject({ already: false, superseded: [] });
  });

  test("the turn of a replaced or deleted statement is known, also when its words were deleted; that of a standing one is not", async () => {
    const { store } = await open();
    const turn = (name: string) => ({ source: { conversation: "talk", turn: name } });
    const old = address("old", turn("t1"));
    const deleted = memory("deleted", turn("t3"));
    for (const each of [old, deleted]) await store.remember(anna, each);
    expect(await pastTurns(store, anna)).toEqual(new Set());
    await store.remember(anna, address("new", turn("t5")));
    const known = (name: string) => store.hash(anna, turnName("anna", { conversation: "talk", turn: name }));
    expect(await pastTurns(store, anna)).toEqual(new Set([known("t1")]));
    for (const { id } of [old, deleted]) await store.forget(anna, id, NOON);
    expect(await pastTurns(store, anna)).toEqual(new Set([known("t1"), known("t3")]));
    expect(await pastTurns(store, boris)).toEqual(new Set());
    await store.erase(anna, NOON);
    expect(await pastTurns(store, anna)).toEqual(new Set());
  });

  test("what is past is known by hashes of its words and values, deleted or not, until the person is erased; words are there while they are kept", async () => {
    const { store } = await open();
    const [first, second, third] = [address("Lives at 12 Elm Street."), address("At 5 Oak Road."), address("Far away.")];
    const gone = memory("Has a cat.");
    for (const each of [first, second, gone]) await store.remember(anna, each);
    await store.remember(boris, memory("Has a cat."));
    const trace = (...of: Trace) => store.hash(anna, traceName("anna", of));
    const elm = [trace("words", "lives at 12 elm street"), trace("value", "12 elm street")];
    const before = await recalled(store);
    expect(before.past).toEqual([{ id: first.id, by: second.id, endedMs: Date.parse(NOON), turn: null, traces: elm }]);
    expect([...before.texts.values()].map(({ statement }) => statement).sort()).toEqual(["At 5 Oak Road.", first.statement]);
    expect([...before.traces]).toEqual(expect.arrayContaining([trace("words", "has a cat"), trace("value", "5 oak road")]));
    expect(await recalled(store, { compares: false })).toMatchObject({ past: [], traces: new Set(), texts: new Map() });
    await store.remember(anna, third);
    for (const { id } of [first, gone]) await store.forget(anna, id, after(7));
    const { past, texts, traces, gone: byId } = await recalled(store, { ids: [first.id, gone.id, third.id] });
    const told = past.map(({ id, by, traces: own }) => [id, by, own.length]);
    expect(new Set(told)).toEqual(
      new Set([
        [first.id, second.id, 2],
        [second.id, third.id, 3],
        [gone.id, null, 1],
      ]),
    );
    expect(past.find(({ id }) => id === gone.id)?.endedMs).toBe(Date.parse(after(7)));
    expect([...texts.keys()].sort()).toEqual([second.id, third.id].sort());
    expect(traces.has(trace("words", "has a cat"))).toBe(false);
    expect(byId).toEqual(
      new Map([
        [first.id, second.id],
        [gone.id, null],
      ]),
    );
    await store.erase(anna, NOON);
    expect(await recalled(store)).toMatchObject({ past: [], traces: new Set(), texts: new Map() });
  });

  test("recalled: what is in force first, of that what the person said, of that the newest; and how much there is", async () => {
    const { store } = await open();
    const write = (statement: string, at: number, given: Partial<MemoryWrite> = {}) =>
      store.remember(anna, memory(statement, { created_at: after(at), ...given }));
    await write("over", 9, { expires_at: after(500) });
    await write("guessed", 8, { origin: "inferred" });
    await write("older", 1);
    await write("newer", 2);
    await write("not over", 0, { expires_at: after(501) });
    await store.remember(boris, memory("of boris"));
    const at = { atMs: Date.parse(after(500)) };
    const said = async (most: number) => (await recalled(store, { most, ...at })).items.map(({ statement }) => statement);
    expect(await said(200)).toEqual(["newer", "older", "not over", "guessed", "over"]);
    expect(await said(2)).toEqual(["newer", "older"]);
    expect((await recalled(store, { most: 1, ...at })).inForce).toBe(4);
    expect((await recalled(store, { most: 1, atMs: Date.parse(after(499)) })).inForce).toBe(5);
    expect(await recalled(store, {}, callerOf("south"))).toEqual({
      items: [],
      inForce: 0,
      ...{ gone: new Map(), past: [], traces: new Set(), texts: new Map() },
    });
  });

  test("six hundred statements, of which the newest replace each other: what stands is recalled, the oldest of it too", async () => {
    const { store } = await open();
    await store.remember(anna, memory("Allergic to nuts."));
    const writes = Array.from({ length: 599 }, (_, at) => memory(`street ${at}`, { key: "address", created_at: after(at + 1) }));
    for (let at = 0; at < writes.length; at += 200) {
      await Promise.all(writes.slice(at, at + 200).map((write) => store.remember(anna, write)));
    }
    const { items, inForce } = await recalled(store, { most: 50 });
    expect(items.map(({ statement }) => statement).at(-1)).toBe("Allergic to nuts.");
    expect([items.length, inForce]).toEqual([2, 2]);
  });

  test("of the ids that are given those of replaced statements are told, with what replaced them, deleted since or not", async () => {
    const { store } = await open();
    const [first, second, third, theirs] = [address("a"), address("b"), address("c"), address("of boris")];
    for (const each of [first, second, third]) await store.remember(anna, each);
    for (const each of [theirs, address("of boris too")]) await store.remember(boris, each);
    const ids = [first.id, second.id, third.id, theirs.id, randomUUID(), "no id of ours"];
    const expected = new Map([
      [first.id, second.id],
      [second.id, third.id],
    ]);
    expect((await recalled(store, { ids })).gone).toEqual(expected);
    await store.forget(anna, first.id, NOON);
    expect((await recalled(store, { ids })).gone).toEqual(expected);
    expect((await recalled(store, { ids }, callerOf("south"))).gone).toEqual(new Map());
  });

  test("an erasure takes it and counts it, an export has it", async () => {
    const { store } = await open();
    const write = address("old", { idempotency: { key: "k", body: "b" } });
    for (const each of [write, address("new"), memory("Runs")]) await store.remember(anna, each);
    await store.remember(boris, memory("of boris"));
    const records = (await exported(store, anna)).filter(({ kind }) => kind === "memory");
    expect(new Set(records.map(({ body }) => (body as StoredMemory).statement))).toEqual(new Set(["old", "new", "Runs"]));
    expect((await store.erase(anna, NOON)).counts).toEqual({ manifests: 0, answers: 0, texts: 0, memories: 3 });
    expect(await all(store)).toEqual([]);
    expect(await exported(store, anna)).toEqual([]);
    expect(await standing(store, boris)).toEqual(["of boris"]);
    expect(await store.forget(anna, write.id, after(9))).toEqual({ deleted_at: NOON });
  });

  test("a write that is sent again after the person was erased is refused for its day; what is said anew is written", async () => {
    const { store } = await open();
    const write = address("old", { idempotency: { key: "k", body: "b" } });
    await store.remember(anna, write);
    await store.erase(anna, NOON);
    for (const body of ["b", "c"]) {
      const again = address("old", { idempotency: { key: "k", body }, created_at: after(DAY_MS - 1) });
      await expect(store.remember(anna, again)).rejects.toMatchObject({ code: "erased" });
    }
    await store.erase(anna, after(1));
    await expect(store.remember(anna, { ...write, id: randomUUID() })).rejects.toMatchObject({ code: "erased" });
    expect(await all(store)).toEqual([]);
    const anew = [{ key: "k2", body: "b" }, null].map((idempotency) => address("old", { idempotency }));
    expect(await store.remember(anna, anew[0] as MemoryWrite)).toMatchObject({ already: false });
    expect(await store.remember(anna, anew[1] as MemoryWrite)).toMatchObject({ already: true });
    const later = memory("next day", { idempotency: { key: "k", body: "b" }, created_at: after(DAY_MS) });
    expect(await store.remember(anna, later)).toMatchObject({ already: false });
  });

  test("two hundred at once into ten slots, while others read: each is there, and one stands in each", async () => {
    const { store } = await open();
    const writes = Array.from({ length: 200 }, (_, at) => memory(`s${at}`, { key: `slot-${at % 10}`, created_at: after(at) }));
    const reads = Array.from({ length: 20 }, () => store.memories(anna, { limit: 500, after: null, superseded: false }));
    const results = await Promise.all(writes.map((write) => store.remember(anna, write)));
    for (const page of await Promise.all(reads)) expect(page.items.length).toBeLessThanOrEqual(10);
    expect(new Set(results.map((one) => one.memory.id)).size).toBe(200);
    const stored = await all(store);
    expect(stored.map(({ id }) => id).sort()).toEqual(writes.map(({ id }) => id).sort());
    const kept = stored.filter(({ superseded_by }) => superseded_by === null);
    expect(kept.map(({ key }) => key).sort()).toEqual(Array.from({ length: 10 }, (_, at) => `slot-${at}`));
  });

  test("a flipped byte is told and not served", async () => {
    const { store, damage } = await open();
    const write = memory("knee pain");
    await store.remember(anna, write);
    await damage({ what: "memory", id: write.id });
    await expect(all(store)).rejects.toMatchObject({ code: "hash_mismatch" });
  });
}
