/** Memory over HTTP, on a real SQLite file: written, replaced, listed, deleted, erased. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { verifiedCaller } from "../../src/caller.ts";
import { createMemory } from "../../src/service/memory.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { temporaryFolder } from "../support/test-end.ts";
import { replyOf, startWholeService, type WholeService } from "../support/whole-service.ts";

let whole: WholeService;
beforeAll(async () => {
  whole = await startWholeService();
});
afterAll(() => whole.close());

let people = 0;
const somebody = (): string => `person-${++people}`;
const write = (subject: string, statement: string, given: object = {}) =>
  whole.ask("/memory", { subject, statement, origin: "explicit", ...given });
const list = async (subject: string, query = "") => (await whole.get(`/memory?subject=${subject}${query}`)).body;
const remove = (id: string) => replyOf(`${whole.url}/memory/${id}`, { method: "DELETE" });

test("a statement is normalised, kept in UTC, and listed as it was answered", async () => {
  const subject = somebody();
  const reply = await write(subject, "  Lives\tin\u200b Cafe\u0301 street\n7 ", {
    ...{ key: "address", source: { turn: "t 1", conversation: "c-8" }, stated_at: "2026-11-29T09:30:00+02:00" },
    ...{ expires_at: "2099-01-01T00:00:00+02:00", review_at: "2027-01-01T00:00:00Z" },
  });
  expect(reply.status).toBe(201);
  expect(reply.body).toEqual({
    memory: {
      ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), statement: "Lives in Café street 7", key: "address" },
      ...{ source: { turn: "t 1", conversation: "c-8" }, origin: "explicit", confidence: 1 },
      ...{ created_at: expect.stringMatching(/Z$/), stated_at: "2026-11-29T07:30:00.000Z" },
      ...{ expires_at: "2098-12-31T22:00:00.000Z", review_at: "2027-01-01T00:00:00.000Z" },
      ...{ superseded_by: null, superseded_at: null },
    },
    already_stored: false,
    superseded: [],
  });
  expect(await list(subject)).toEqual({ items: [reply.body.memory], next_cursor: null });
});

test("FP-083: written again after another write: the same id, and nothing new", async () => {
  const subject = somebody();
  const first = await write(subject, "Runs.");
  await write(subject, "Swims.");
  const again = await write(subject, "Runs.");
  expect([again.status, again.body.already_stored, again.body.memory.id]).toEqual([200, true, first.body.memory.id]);
  expect((await list(subject)).items).toHaveLength(2);
});

test("FP-081: the same write twice at once under one key is one statement; another body is a conflict", async () => {
  const subject = somebody();
  const replies = await Promise.all([1, 2].map(() => write(subject, "Runs.", { idempotency_key: "k" })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect(replies[0]?.body.memory.id).toBe(replies[1]?.body.memory.id);
  const other = await write(subject, "Walks.", { idempotency_key: "k" });
  expect([other.status, other.body.code]).toEqual([409, "conflict"]);
});

test("what was inferred does not replace what was said; an unknown link is not found", async () => {
  const subject = somebody();
  await write(subject, "Lives in Kyiv.", { key: "address" });
  const inferred = await write(subject, "Lives in Lviv.", { key: "address", origin: "inferred" });
  expect([inferred.status, inferred.body.code]).toEqual([409, "conflict"]);
  expect(inferred.text).not.toContain("Lviv");
  const unknown = await write(subject, "x", { supersedes: ["no-such"] });
  expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
  expect((await list(subject)).items.map((item: { statement: string }) => item.statement)).toEqual(["Lives in Kyiv."]);
});

test.each([
  ["/statement", { statement: "\u200b" }],
  ["/statement", { statement: "x".repeat(2_001) }],
  ["/statement", { statement: null }],
  ["/key", { key: "Two words" }],
  ["/confidence", { confidence: 1.01 }],
  ["/confidence", { confidence: -0.01 }],
  ["/origin", { origin: "guessed" }],
  ["/expires_at", { expires_at: "2020-01-01T00:00:00Z" }],
  ["/expires_at", { expires_at: "2099-02-30T00:00:00Z" }],
  ["/supersedes", { supersedes: Array.from({ length: 21 }, (_, at) => `m-${at}`) }],
  ["/importance", { importance: 1 }],
])("a wrong %s is named and nothing is written", async (pointer, given) => {
  const subject = somebody();
  const reply = await write(subject, "Runs.", given);
  expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  expect((await list(subject)).items).toEqual([]);
});

test("a person's list has pages, and a cursor of another list is refused", async () => {
  const subject = somebody();
  for (const statement of ["a", "b", "c"]) await write(subject, statement, { key: statement });
  await write(subject, "d", { key: "a" });
  const first = await list(subject, "&limit=2");
  const rest = await list(subject, `&limit=2&cursor=${first.next_cursor}`);
  expect([...first.items, ...rest.items].map((item: { statement: string }) => item.statement)).toEqual(["d", "c", "b"]);
  expect(rest.next_cursor).toBeNull();
  expect((await list(subject, "&superseded=true")).items).toHaveLength(4);
  expect((await list(somebody(), `&cursor=${first.next_cursor}`)).code).toBe("invalid_cursor");
});

test("deleted: gone from the list, known by id; erased with the person", async () => {
  const subject = somebody();
  const { id } = (await write(subject, "Runs.")).body.memory;
  const reply = await remove(id);
  expect([reply.status, reply.body]).toEqual([200, { id, deleted_at: expect.stringMatching(/Z$/) }]);
  expect((await remove(id)).body).toEqual(reply.body);
  expect((await remove("no-such")).body.code).toBe("not_found");
  expect((await list(subject)).items).toEqual([]);
  await write(subject, "Swims.");
  const exported = await whole.get(`/subjects/${subject}/export?reason=asked`);
  expect(exported.text).toContain('"statement":"Swims."');
  const erased = await replyOf(`${whole.url}/subjects/${subject}`, { method: "DELETE" });
  expect(erased.body.counts).toMatchObject({ memories: 1 });
  expect((await list(subject)).items).toEqual([]);
});

test("two hundred parallel writes while others read: none is lost, and nothing fails on our side", async () => {
  const subject = somebody();
  const writing = Promise.all(Array.from({ length: 200 }, (_, at) => patiently(() => write(subject, `Statement ${at}.`))));
  const reads = await Promise.all(
    Array.from({ length: 40 }, () => patiently(() => whole.get(`/memory?subject=${subject}&limit=200`))),
  );
  const writes = await writing;
  expect(writes.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
  expect(reads.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  const { items } = await list(subject, "&limit=200");
  expect(new Set(items.map((item: { id: string }) => item.id))).toEqual(new Set(writes.map(({ body }) => body.memory.id)));
  expect(items).toHaveLength(200);
});

/** 503 `overloaded` says to come again; everything else is the answer. */
async function patiently(ask: () => ReturnType<typeof write>): ReturnType<typeof write> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 503 || reply.body.code !== "overloaded") return reply;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A store in which an erasure of the person is under way with each of the first writes. */
async function erasing(times: number) {
  const store = await openSqliteStore({ path: `${temporaryFolder()}/winnow.db`, hashKey: "k".repeat(32), version: "0.1.0" });
  const erasures: Promise<unknown>[] = [];
  onTestFinished(async () => {
    await Promise.all(erasures);
    await store.close();
  });
  let left = times;
  const remember: Store["remember"] = (caller, memory) => {
    const written = store.remember(caller, memory);
    if (left > 0) erasures.push(store.erase(caller, new Date().toISOString()));
    left -= 1;
    return written;
  };
  const caller = verifiedCaller({ tenant: "default", subject: "maya", groups: [], permissions: new Set(["memory"]) });
  return { caller, memory: createMemory({ store: { ...store, remember }, now: Date.now }) };
}
const RUNS = { subject: "maya", statement: "Runs.", origin: "explicit" } as const;

test("a write without a key that an erasure takes away while it runs is written anew", async () => {
  const { caller, memory } = await erasing(2);
  const { memory: written } = await memory.write(caller, RUNS);
  expect((await memory.list(caller, "maya", { limit: 9, after: null, superseded: false })).items).toEqual([written]);
});

test("and with a key it is told as gone; without one 503 once each of five tries was taken away", async () => {
  const keyed = await erasing(1);
  await expect(keyed.memory.write(keyed.caller, { ...RUNS, idempotency_key: "k" })).rejects.toMatchObject({ code: "erased" });
  const { caller, memory } = await erasing(5);
  await expect(memory.write(caller, RUNS)).rejects.toMatchObject({ code: "audit_unavailable" });
});
