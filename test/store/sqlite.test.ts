/** The shared promises of a store, on SQLite. */
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { temporaryFolder } from "../support/test-end.ts";
import { type Copy, type Damage, NOON, type OpenContractStore } from "./contract/open-contract-store.ts";
import { storeContract } from "./contract/store-contract.ts";
import { KEY } from "./manifest-fixture.ts";

const open: OpenContractStore = async (options = {}) => {
  const path = `${temporaryFolder()}/winnow.db`;
  const clock = { now: Date.parse(NOON) };
  const another = async () => {
    const opened = await openSqliteStore({ path, hashKey: KEY, version: "0.1.0", now: () => clock.now, ...options });
    onTestFinished(() => opened.close());
    return opened;
  };
  const store = await another();
  const again = async () => {
    await store.close();
    return another();
  };
  const setTraces = async (traces: Buffer | null, version: number) => {
    const database = new Database(path);
    database.prepare("UPDATE memories SET traces = ?, trace_version = ?").run(traces, version);
    database.close();
  };
  const repeat = async (deleted: string, copies: readonly Copy[]) => {
    const database = new Database(path);
    const insert = database.prepare(COPY);
    database.transaction(() => {
      for (const { id, endedMs } of copies) insert.run({ id, endedMs, endedAt: new Date(endedMs).toISOString(), deleted });
    })();
    database.close();
  };
  return { store, clock, again, another, damage: async (damage) => flip(path, damage), setTraces, repeat };
};

const COPY = `
  INSERT INTO memories (id, tenant, subject_hash, created_ms, turn_hash, traces, trace_version, origin, superseded_by, superseded_ms, deleted_at, key)
  SELECT @id, tenant, subject_hash, created_ms, turn_hash, traces, trace_version, origin, superseded_by,
    CASE WHEN superseded_by IS NULL THEN NULL ELSE @endedMs END, @endedAt, key FROM memories WHERE id = @deleted`;

/** Of what is sealed a bit of the nonce, the tag or the text is all the same. */
const BODIES: Readonly<Record<Damage["what"], readonly [table: string, column: string, where: string]>> = {
  manifest: ["bodies", "sealed", "manifest = (SELECT row FROM manifests WHERE id = ?)"],
  text: ["texts", "sealed", "hash = unhex(substr(?, 13))"],
  answer: ["answers", "sealed", "manifest = (SELECT row FROM manifests WHERE id = ?)"],
  memory: ["memories", "sealed", "id = ?"],
  shadow: ["shadows", "sealed", "manifest_id = ?"],
  snapshot: ["snapshots", "files", "digest = ?"],
};

/** The last bit of the third byte. */
function flip(path: string, { what, id }: Damage): void {
  const [table, column, where] = BODIES[what];
  const database = new Database(path);
  const sound = database.prepare<[string], Buffer>(`SELECT CAST(${column} AS BLOB) FROM ${table} WHERE ${where}`).pluck().get(id);
  if (sound === undefined) throw new Error(`there is no ${what} ${id}`);
  sound[2] = (sound[2] as number) ^ 1;
  database
    .prepare(`UPDATE ${table} SET ${column} = ${what === "snapshot" ? "CAST(? AS TEXT)" : "?"} WHERE ${where}`)
    .run(sound, id);
  database.close();
}

storeContract("SQLite", open);
