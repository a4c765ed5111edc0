/** A commit whose answer never came: every manifest is stored once, and told as what it is. */
import { describe, expect, test } from "vitest";
import type { ManifestWrite } from "../../../src/store/manifest-store.ts";
import { openTestStore, query, usePostgres } from "../../support/postgres.ts";
import { openPostgresProxy } from "../../support/postgres-proxy.ts";
import { callerOf, manifestOf } from "../manifest-fixture.ts";

const postgres = usePostgres();
const anna = callerOf("north");

describe("a connection that is lost around the commit", () => {
  const opened = async () => {
    const database = await postgres.database();
    const proxy = await openPostgresProxy(database.url);
    const store = await openTestStore({ ...database, url: proxy.url }, { timeoutMs: 5_000 });
    await store.save(anna, manifestOf(store, anna, "m-1"));
    return { database, proxy, store };
  };

  test.each(["before", "after"] as const)(
    "%s the server committed: every manifest is stored once and acknowledged",
    async (loss) => {
      const { database, proxy, store } = await opened();
      proxy.loseCommits(loss, 3);
      const ids = Array.from({ length: 20 }, (_, at) => `n-${at}`);
      await Promise.all(ids.map((id) => store.save(anna, manifestOf(store, anna, id, [`of ${id}`]))));
      expect(proxy.lost()).toBe(3);
      for (const id of ids) expect(await store.readText(anna, store.hash(anna, `of ${id}`))).toBe(`of ${id}`);
      const [count] = await query<{ n: string }>(database.adminUrl, "SELECT count(*) AS n FROM winnow.manifests");
      expect(count?.n).toBe("21");
    },
  );

  test("after the commit, another manifest of an id that was taken before is still refused, alone", async () => {
    const { proxy, store } = await opened();
    const other: ManifestWrite = manifestOf(store, anna, "m-1", { envelope: { trace_id: "another" } });
    proxy.loseCommits("after", 1);
    const results = await Promise.allSettled([
      store.save(anna, manifestOf(store, anna, "n-1")),
      store.save(anna, other),
      store.save(anna, manifestOf(store, anna, "n-2")),
    ]);
    expect(proxy.lost()).toBe(1);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await store.read(anna, "m-1"))?.envelope.trace_id).not.toBe("another");
  });

  test("after the commit of an erasure: one receipt, with what was erased", async () => {
    const { database, proxy, store } = await opened();
    proxy.loseCommits("after", 1);
    const receipt = await store.erase(anna, "2026-11-29T12:00:00.000Z");
    expect(receipt.counts).toEqual({ manifests: 1, answers: 0, texts: 0, memories: 0 });
    expect(await query(database.adminUrl, "SELECT receipt_id FROM winnow.receipts")).toEqual([
      { receipt_id: receipt.receipt_id },
    ]);
  });
});
