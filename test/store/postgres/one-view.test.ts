/** A read of several queries sees one state of the database, whatever is written between them. */
import { expect, onTestFinished, test } from "vitest";
import { openConnections } from "../../../src/store/postgres/connections.ts";
import { openTestStore, PATIENT_MS, usePostgres } from "../../support/postgres.ts";
import { callerOf, memoryOf } from "../manifest-fixture.ts";

const postgres = usePostgres();
const anna = callerOf("north");

test("what is written between two queries of a read shows in neither, and in the next read", async () => {
  const database = await postgres.database();
  const store = await openTestStore(database);
  const connections = openConnections(database.url, { connections: 2, timeoutMs: PATIENT_MS });
  onTestFinished(() => connections.close());
  const [old, next] = [memoryOf("Old street", { key: "address" }), memoryOf("New street", { key: "address" })];
  await store.remember(anna, old);
  const standing = async (between: () => Promise<unknown>) =>
    connections.transact({ tenant: "north", mode: "read", until: performance.now() + 5_000 }, async (transaction) => {
      const read = () => transaction.rows<{ id: string }>("SELECT id FROM winnow.memories WHERE superseded_by IS NULL", []);
      const first = await read();
      await between();
      return [...first, ...(await read())].map(({ id }) => id);
    });
  expect(await standing(() => store.remember(anna, next))).toEqual([old.id, old.id]);
  expect(await standing(async () => {})).toEqual([next.id, next.id]);
});
