/** Row-level security alone keeps tenants apart: with every tenant predicate taken out of our statements, the model still holds. */
import { Client } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { TENANT_TABLES } from "../../../src/store/postgres/schema.ts";
import { openTestStore, query, type TestDatabase, usePostgres } from "../../support/postgres.ts";
import { NOON, type OpenContractStore } from "../contract/open-contract-store.ts";
import { tenantsContract } from "../contract/tenants-contract.ts";
import { callerOf, manifestOf, memoryOf, textsOf } from "../manifest-fixture.ts";

const postgres = usePostgres();
const anna = callerOf("north");
const sue = callerOf("south", "sue");

/** How many statements were sent without their predicate. */
let mutated = 0;

/** From here to the end of the test no statement says whose rows it means. */
function dropPredicates(): void {
  mutated = 0;
  const send = Client.prototype.query as (this: Client, ...given: unknown[]) => unknown;
  const without = (sql: string): string => sql.replaceAll(/(?:\b\w+\.)?tenant = \$1(?!\d)/g, "$1::text IS NOT NULL");
  vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, config: unknown, ...rest: unknown[]) {
    if (typeof config !== "object" || config === null || !("text" in config)) return send.call(this, config, ...rest);
    const text = without(String(config.text));
    if (text !== config.text) mutated += 1;
    return send.call(this, { ...config, text }, ...rest);
  } as never);
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** One of everything, for two tenants. */
async function fill(database: TestDatabase): Promise<void> {
  const store = await openTestStore(database);
  for (const caller of [anna, sue]) {
    const id = `of-${caller.tenant}`;
    await store.save(caller, manifestOf(store, caller, id, ["knee"]));
    await store.putAnswer(caller, id, { record: 1, received_at: NOON, texts: textsOf(store, caller, ["said"]) });
    await store.noteView(caller, { manifest_id: id, what: "prompt", reason: "r", viewer: "boris", at: NOON });
    await store.remember(caller, memoryOf("a street", { key: "address", idempotency: { key: "k", body: "b" } }));
    await store.keepShadow(caller, id, { experiment: "order", variant: "two", result: {}, isOther: true, computed_at: NOON });
    const gone = callerOf(caller.tenant, "gone");
    await store.save(gone, manifestOf(store, gone, `gone-${caller.tenant}`));
    await store.erase(gone, NOON);
  }
}

/** Rows of each table as the service sees them, in a transaction that names this tenant; null: names none. */
async function counts(url: string, tenant: string | null): Promise<Readonly<Record<string, number>>> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query("BEGIN");
    if (tenant !== null) await client.query("SELECT set_config('app.tenant', $1, true)", [tenant]);
    return await countAll(client);
  } finally {
    await client.end();
  }
}

async function countAll(client: Client): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const table of TENANT_TABLES) {
    found[table] = Number((await client.query(`SELECT count(*) AS n FROM winnow.${table}`)).rows[0].n);
  }
  return found;
}

const NONE = Object.fromEntries(TENANT_TABLES.map((table) => [table, 0]));

describe("as the service's role, without any predicate", () => {
  test("a transaction that names no tenant, an empty or an unknown one sees no row of any table", async () => {
    const database = await postgres.database();
    await fill(database);
    for (const tenant of [null, "", "west", "north' OR 'a'='a"]) expect(await counts(database.url, tenant)).toEqual(NONE);
    const own = await counts(database.url, "north");
    expect(Object.entries(own).filter(([, rows]) => rows === 0)).toEqual([]);
    expect(await counts(database.url, "south")).toEqual(own);
    // All of it is there: the administrator, whom nothing binds, sees both.
    expect(await counts(database.adminUrl, null)).toEqual(
      Object.fromEntries(Object.entries(own).map(([name, n]) => [name, 2 * n])),
    );
  });

  test("the name of the tenant ends with the transaction, also on a connection that is used again", async () => {
    const database = await postgres.database();
    await fill(database);
    const client = new Client(database.url);
    await client.connect();
    for (const end of ["COMMIT", "ROLLBACK"]) {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.tenant', 'north', true)");
      expect((await countAll(client))["manifests"]).toBe(2);
      await client.query(end);
      expect(await countAll(client)).toEqual(NONE);
    }
    await client.end();
  });

  test("nothing of another tenant is changed, deleted or put in", async () => {
    const database = await postgres.database();
    await fill(database);
    const client = new Client(database.url);
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.tenant', 'north', true)");
    expect((await client.query("UPDATE winnow.manifests SET intent = 'x'")).rowCount).toBe(2);
    const moved = "UPDATE winnow.manifests SET tenant = 'south'";
    const put = "INSERT INTO winnow.texts (tenant, hash, sealed) VALUES ('south', '\\x00', '\\x00')";
    for (const sql of [moved, put]) {
      await client.query("SAVEPOINT here");
      await expect(client.query(sql)).rejects.toMatchObject({ code: "42501" });
      await client.query("ROLLBACK TO here");
    }
    for (const table of ["shadows", "answers", "text_owners", "texts", "marks", "manifests", "views", "subject_keys"]) {
      await client.query(`DELETE FROM winnow.${table}`);
    }
    await client.query("COMMIT");
    await client.end();
    expect(await counts(database.url, "south")).not.toMatchObject({ manifests: 0 });
    expect((await counts(database.adminUrl, null))["manifests"]).toBe(2);
  });
});

describe("the store, with its predicates taken out", () => {
  const open: OpenContractStore = async () => {
    const database = await postgres.database();
    dropPredicates();
    const another = () => openTestStore(database);
    const refuse = () => Promise.reject(new Error("not needed here"));
    const unneeded = { again: refuse, damage: refuse, setTraces: refuse, repeat: refuse };
    return { store: await another(), clock: { now: Date.parse(NOON) }, another, ...unneeded };
  };
  tenantsContract(open);

  test("reads nothing of another tenant; and would, were the security off", async () => {
    const database = await postgres.database();
    await fill(database);
    dropPredicates();
    const listed = async () => {
      const store = await openTestStore(database);
      const { items } = await store.list(anna, {}, { limit: 200, after: null });
      const read = await store.read(anna, "of-south").catch((error: { code: string }) => error.code);
      return { ids: items.map(({ manifest_id }) => manifest_id).sort(), read };
    };
    expect(await listed()).toEqual({ ids: ["gone-north", "of-north"], read: null });
    expect(mutated).toBeGreaterThan(1);
    const store = await openTestStore(database);
    for (const table of TENANT_TABLES) await query(database.adminUrl, `ALTER TABLE winnow.${table} DISABLE ROW LEVEL SECURITY`);
    expect(await store.read(anna, "of-south").catch((error: { code: string }) => error.code)).toBe("hash_mismatch");
    await expect(openTestStore(database)).rejects.toMatchObject({
      message: expect.stringContaining("not forced on subject_keys"),
    });
  });
});
