/** What an erasure leaves: old rows, as they stand in old pages, logs and backups, cannot be opened with all that is known. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TENANT_TABLES } from "../../../src/store/postgres/schema.ts";
import { openTestStore, query, type TestDatabase, usePostgres } from "../../support/postgres.ts";
import { NOON } from "../contract/open-contract-store.ts";
import { callerOf, manifestOf, memoryOf, textsOf } from "../manifest-fixture.ts";

const postgres = usePostgres();
const anna = callerOf("north");
const boris = callerOf("north", "boris");
const isGiven = (process.env["TEST_DATABASE_URL"] ?? "") !== "";

const CANARIES = [
  "canary-question",
  "canary-answer",
  "canary-record",
  "canary-conversation",
  "canary-request",
  "canary-reason",
  "canary-street",
  "canary-turn",
];

async function fill(database: TestDatabase) {
  const store = await openTestStore(database);
  const envelope = { conversation: "canary-conversation", request_id: "canary-request" };
  await store.save(anna, manifestOf(store, anna, "m-1", { texts: ["canary-question", "of both"], envelope }));
  await store.save(boris, manifestOf(store, boris, "b-1", ["of both"]));
  const texts = textsOf(store, anna, ["canary-answer"]);
  await store.putAnswer(anna, "m-1", { record: { quote: "canary-record" }, received_at: NOON, texts });
  await store.noteView(boris, { manifest_id: "m-1", what: "prompt", reason: "canary-reason", viewer: "boris", at: NOON });
  await store.remember(anna, memoryOf("canary-street", { source: { conversation: null, turn: "canary-turn" } }));
  return store;
}

test.skipIf(isGiven)("no file of the server, its log included, ever holds a text of a person in the clear", async () => {
  const database = await postgres.database();
  await fill(database);
  await query(database.adminUrl, "CHECKPOINT");
  const [found] = await query<{ folder: string }>(database.adminUrl, "SELECT current_setting('data_directory') AS folder");
  const files = readdirSync(found?.folder ?? "", { recursive: true, encoding: "utf8" }).map((name) =>
    join(found?.folder ?? "", name),
  );
  const hits: string[] = [];
  let markers = 0;
  for (const file of files.filter((name) => statSync(name).isFile())) {
    const bytes = readFileSync(file);
    // What is kept in the clear is found, so the search looks in the right place.
    if (bytes.includes("policy:coaching")) markers += 1;
    hits.push(...CANARIES.filter((canary) => bytes.includes(canary)).map((canary) => `${canary} in ${file}`));
  }
  expect(markers).toBeGreaterThan(1);
  expect(hits).toEqual([]);
});

test("rows from before the erasure, put back by somebody who knows the hash key, give nothing; others' are read", async () => {
  const database = await postgres.database();
  const store = await fill(database);
  const kept = TENANT_TABLES.filter((table) => !["subject_keys", "receipts"].includes(table));
  for (const table of kept) await query(database.adminUrl, `CREATE TABLE public.old_${table} AS TABLE winnow.${table}`);
  await store.erase(anna, NOON);
  // A new key for the same person, as she comes back.
  await store.save(anna, manifestOf(store, anna, "m-2", ["of today"]));
  await query(database.adminUrl, "DELETE FROM winnow.manifests WHERE id = 'm-1'");
  for (const table of ["manifests", "marks", "texts", "text_owners", "answers"]) {
    const rows = table === "texts" ? "" : " WHERE old::text NOT LIKE '%b-1%'";
    await query(
      database.adminUrl,
      `INSERT INTO winnow.${table} SELECT * FROM public.old_${table} old${rows} ON CONFLICT DO NOTHING`,
    );
  }
  const damaged = { code: "hash_mismatch" };
  await expect(store.read(anna, "m-1")).rejects.toMatchObject(damaged);
  await expect(store.readAnswer(anna, "m-1")).rejects.toMatchObject(damaged);
  for (const text of ["canary-question", "canary-answer"]) {
    await expect(store.readText(anna, store.hash(anna, text))).rejects.toMatchObject(damaged);
  }
  await expect(store.list(anna, { subject: "anna" }, { limit: 9, after: null })).rejects.toMatchObject(damaged);
  expect(await store.readText(boris, store.hash(boris, "of today"))).toBe("of today");
  expect((await store.read(boris, "b-1"))?.envelope.manifest_id).toBe("b-1");
});

test("the same rows with the person's key put back are read: it is the key that was destroyed", async () => {
  const database = await postgres.database();
  const store = await fill(database);
  for (const table of TENANT_TABLES) await query(database.adminUrl, `CREATE TABLE public.old_${table} AS TABLE winnow.${table}`);
  await store.erase(anna, NOON);
  await query(database.adminUrl, "DELETE FROM winnow.manifests WHERE id = 'm-1'");
  for (const table of ["subject_keys", "manifests", "texts", "text_owners"]) {
    await query(database.adminUrl, `INSERT INTO winnow.${table} SELECT * FROM public.old_${table} ON CONFLICT DO NOTHING`);
  }
  expect((await store.read(anna, "m-1"))?.envelope.conversation).toBe("canary-conversation");
  expect(await store.readText(anna, store.hash(anna, "canary-question"))).toBe("canary-question");
});
