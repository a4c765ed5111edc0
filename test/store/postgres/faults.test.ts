/** What goes wrong around the database: it is told in time, nothing that was acknowledged is lost, and afterwards it works again. */
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Store } from "../../../src/store/store.ts";
import { openTestStore, query, usePostgres } from "../../support/postgres.ts";
import { callerOf, manifestOf } from "../manifest-fixture.ts";

const postgres = usePostgres();
const anna = callerOf("north");
const unavailable = { code: "audit_unavailable", details: { retryAfterSeconds: 1 } };
const CANARY = "canary-knee-pain";
/** What a busy machine may add to a deadline. */
const SLACK_MS = 500;
const isGiven = (process.env["TEST_DATABASE_URL"] ?? "") !== "";

/** Resolves once the store says again that it works. */
async function untilHealthy(store: Store, patienceMs = 10_000): Promise<number> {
  const started = performance.now();
  while (!store.healthy()) {
    if (performance.now() - started > patienceMs) throw new Error("the store does not get well");
    await pause(20);
  }
  return performance.now() - started;
}

async function timed<Result>(run: () => Promise<Result>): Promise<readonly [result: Result, ms: number]> {
  const started = performance.now();
  const result = await run();
  return [result, performance.now() - started];
}

describe.skipIf(isGiven)("a server of our own", () => {
  test("killed and started again: saves fail, no error escapes, and it works again without being told", async () => {
    const store = await openTestStore(await postgres.database(), { timeoutMs: 500 });
    await store.save(anna, manifestOf(store, anna, "m-1", ["knee"]));
    await postgres.server().kill();
    await expect(store.save(anna, manifestOf(store, anna, "m-2"))).rejects.toMatchObject(unavailable);
    expect(store.healthy()).toBe(false);
    await expect(store.read(anna, "m-1")).rejects.toMatchObject({ code: "store_unavailable" });
    await postgres.server().start();
    expect(await untilHealthy(store)).toBeLessThan(5_000);
    await store.save(anna, manifestOf(store, anna, "m-3"));
    expect((await store.read(anna, "m-1"))?.envelope.manifest_id).toBe("m-1");
    expect(await store.readText(anna, store.hash(anna, "knee"))).toBe("knee");
  });

  test("back within the deadline: the save that met the restart is stored after all", async () => {
    const store = await openTestStore(await postgres.database(), { timeoutMs: 15_000 });
    await store.save(anna, manifestOf(store, anna, "m-1"));
    await postgres.server().kill();
    const saving = store.save(anna, manifestOf(store, anna, "m-2"));
    await postgres.server().start();
    await saving;
    expect((await store.read(anna, "m-2"))?.envelope.manifest_id).toBe("m-2");
  });

  test("frozen: saves, answers and reads fail within their deadline, and it works again when it thaws", async () => {
    const store = await openTestStore(await postgres.database(), { timeoutMs: 600 });
    await store.save(anna, manifestOf(store, anna, "m-1"));
    postgres.server().freeze();
    onTestFinished(() => postgres.server().thaw());
    for (const round of [1, 2]) {
      const saves = Array.from({ length: 30 }, (_, at) => store.save(anna, manifestOf(store, anna, `f-${round}-${at}`)));
      const [results, ms] = await timed(() => Promise.allSettled(saves));
      expect(ms).toBeLessThan(600 + SLACK_MS);
      for (const result of results) expect(result).toMatchObject({ status: "rejected", reason: unavailable });
    }
    const [read, readMs] = await timed(() => store.read(anna, "m-1").catch((error: unknown) => error));
    expect(read).toMatchObject({ code: "store_unavailable", details: { retryAfterSeconds: 1 } });
    expect(readMs).toBeLessThan(600 + SLACK_MS);
    expect(store.healthy()).toBe(false);
    postgres.server().thaw();
    await untilHealthy(store);
    await store.save(anna, manifestOf(store, anna, "m-2"));
  });

  test("closing while it is frozen ends within the deadline", async () => {
    const store = await openTestStore(await postgres.database(), { timeoutMs: 600 });
    await store.save(anna, manifestOf(store, anna, "m-1"));
    postgres.server().freeze();
    onTestFinished(() => postgres.server().thaw());
    const saving = store.save(anna, manifestOf(store, anna, "m-2")).catch((error: unknown) => error);
    const [, ms] = await timed(() => store.close());
    expect(ms).toBeLessThan(600 + SLACK_MS);
    expect(await saving).toMatchObject(unavailable);
  });

  test("read-only after a failover: refused until a server takes writes, by the same store", async () => {
    const database = await postgres.database();
    const store = await openTestStore(database, { timeoutMs: 500 });
    await store.save(anna, manifestOf(store, anna, "m-1"));
    const setReadOnly = async (value: "on" | "off") => {
      await query(database.adminUrl, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await query(database.adminUrl, "SELECT pg_reload_conf()");
      await pause(100);
    };
    await setReadOnly("on");
    onTestFinished(() => setReadOnly("off"));
    await expect(store.save(anna, manifestOf(store, anna, "m-2"))).rejects.toMatchObject({
      ...unavailable,
      cause: { code: "25006" },
    });
    expect(store.healthy()).toBe(false);
    expect((await store.read(anna, "m-1"))?.envelope.manifest_id).toBe("m-1");
    await pause(1_200);
    expect(store.healthy()).toBe(false);
    await setReadOnly("off");
    await untilHealthy(store);
    await store.save(anna, manifestOf(store, anna, "m-2"));
  });
});

describe("locks and connections", () => {
  test("with every connection waiting on a lock, saves and reads fail within their deadline; then all works", async () => {
    const database = await postgres.database();
    const store = await openTestStore(database, { connections: 2, timeoutMs: 600 });
    await store.save(anna, manifestOf(store, anna, "m-1"));
    const locker = new Client(database.adminUrl);
    await locker.connect();
    await locker.query("BEGIN; LOCK TABLE winnow.manifests IN ACCESS EXCLUSIVE MODE");
    const all = () => [
      ...Array.from({ length: 40 }, (_, at) => store.save(callerOf(`t-${at}`), manifestOf(store, callerOf(`t-${at}`), "m-9"))),
      ...Array.from({ length: 40 }, () => store.read(anna, "m-1")),
    ];
    const [results, ms] = await timed(() => Promise.allSettled(all()));
    expect(ms).toBeLessThan(600 + SLACK_MS);
    const codes = results.map((result) => (result.status === "rejected" ? (result.reason as { code: string }).code : "none"));
    expect(codes).toEqual([...Array(40).fill("audit_unavailable"), ...Array(40).fill("store_unavailable")]);
    await locker.query("ROLLBACK");
    await locker.end();
    await untilHealthy(store);
    expect((await store.read(anna, "m-1"))?.envelope.manifest_id).toBe("m-1");
    await store.save(anna, manifestOf(store, anna, "m-2"));
  });

  test("with reads holding all their connections, saves go on", async () => {
    const database = await postgres.database();
    const store = await openTestStore(database, { connections: 2, timeoutMs: 1_500 });
    const locker = new Client(database.adminUrl);
    await locker.connect();
    await locker.query("BEGIN; LOCK TABLE winnow.answers IN ACCESS EXCLUSIVE MODE");
    const reads = Promise.allSettled(Array.from({ length: 20 }, () => store.readAnswer(anna, "m-1")));
    await store.save(anna, manifestOf(store, anna, "m-1"));
    await locker.query("ROLLBACK");
    await locker.end();
    expect((await reads).some(({ status }) => status === "fulfilled")).toBe(true);
  });

  test("one tenant that waits on a lock keeps no other tenant waiting", async () => {
    const database = await postgres.database();
    const store = await openTestStore(database, { timeoutMs: 3_000 });
    const sue = callerOf("south");
    await store.save(anna, manifestOf(store, anna, "m-1"));
    const locker = new Client(database.adminUrl);
    await locker.connect();
    await locker.query("BEGIN; DELETE FROM winnow.subject_keys WHERE tenant = 'north'");
    let isStored = false;
    const waiting = store.save(anna, manifestOf(store, anna, "m-2")).then(() => {
      isStored = true;
    });
    for (let at = 0; at < 5; at++) await store.save(sue, manifestOf(store, sue, `s-${at}`));
    expect(isStored).toBe(false);
    await locker.query("ROLLBACK");
    await locker.end();
    await waiting;
    expect((await store.read(anna, "m-2"))?.envelope.manifest_id).toBe("m-2");
  });

  test("more than a thousand that wait are refused at once", async () => {
    const database = await postgres.database();
    const store = await openTestStore(database, { timeoutMs: 10_000 });
    const results = await Promise.allSettled(
      Array.from({ length: 1_200 }, (_, at) => store.save(anna, manifestOf(store, anna, `m-${at}`))),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(200);
    expect(refused[0]).toMatchObject({ reason: { ...unavailable, message: expect.stringContaining("Too many records wait") } });
    expect(store.healthy()).toBe(true);
  });
});

test("an error shows no text and no value of a row, however deep one looks", async () => {
  const database = await postgres.database();
  const store = await openTestStore(database);
  await query(database.adminUrl, "ALTER TABLE winnow.manifests ADD CONSTRAINT odd CHECK (digest <> 'sha256:canary')");
  const core = { policy: { name: "coaching", digest: "sha256:canary" } };
  const error = await store
    .save(anna, manifestOf(store, anna, "m-1", { texts: [CANARY], core }))
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ ...unavailable, cause: { code: "23514" } });
  expect(inspect(error, { depth: 9 })).not.toMatch(/canary/);
  expect(store.healthy()).toBe(true);
});

test("an erasure and saves about the same person at once: what is stored afterwards is whole", { timeout: 60_000 }, async () => {
  const database = await postgres.database();
  const [one, two] = [await openTestStore(database, { timeoutMs: 10_000 }), await openTestStore(database, { timeoutMs: 10_000 })];
  const boris = callerOf("north", "boris");
  const text = (at: number) => `text ${at % 7}`;
  for (let round = 0; round < 10; round++) {
    const saves = Array.from({ length: 20 }, (_, at) => {
      const [store, caller] = at % 2 === 0 ? ([one, anna] as const) : ([two, boris] as const);
      return store.save(caller, manifestOf(store, caller, `m-${round}-${at}`, [text(at)]));
    });
    await Promise.all([...saves, one.erase(boris, "2026-11-29T12:00:00.000Z"), two.erase(anna, "2026-11-29T12:00:00.000Z")]);
    for (let at = 0; at < 20; at++) {
      const caller = at % 2 === 0 ? anna : boris;
      const read = await one.read(caller, `m-${round}-${at}`).catch((error: { code: string }) => error.code);
      if (read === "erased") continue;
      expect(read).toMatchObject({ envelope: { manifest_id: `m-${round}-${at}` } });
      expect(await two.readText(caller, two.hash(caller, text(at)))).toBe(text(at));
    }
  }
});
