/** The shared promises of a store, on PostgreSQL. */
import { openTestStore, query, type TestDatabase, usePostgres } from "../support/postgres.ts";
import { type Copy, type Damage, NOON, type OpenContractStore } from "./contract/open-contract-store.ts";
import { storeContract } from "./contract/store-contract.ts";

const postgres = usePostgres();
/** The tests share a disk with others, and some write much at once. */

const open: OpenContractStore = async (options = {}) => {
  const database = await postgres.database();
  const clock = { now: Date.parse(NOON) };
  const another = () => openTestStore(database, { now: () => clock.now, ...options });
  const store = await another();
  const again = async () => {
    await store.close();
    return another();
  };
  const setTraces = async (traces: Buffer | null, version: number) => {
    await query(database.adminUrl, "UPDATE winnow.memories SET traces = $1, trace_version = $2", [traces, version]);
  };
  const repeat = async (deleted: string, copies: readonly Copy[]) => {
    const ended = copies.map(({ endedMs }) => endedMs);
    const values = [deleted, copies.map(({ id }) => id), ended, ended.map((ms) => new Date(ms).toISOString())];
    await query(database.adminUrl, COPY, values);
  };
  return { store, clock, again, another, damage: (damage) => flip(database, damage), setTraces, repeat };
};

const COPY = `
  INSERT INTO winnow.memories
    (id, tenant, subject_hash, created_ms, turn_hash, traces, trace_version, origin, superseded_by, superseded_ms, deleted_at)
  SELECT c.id, m.tenant, m.subject_hash, m.created_ms, m.turn_hash, m.traces, m.trace_version, m.origin, m.superseded_by,
    CASE WHEN m.superseded_by IS NULL THEN NULL ELSE c.ms END, c.at
  FROM winnow.memories m, unnest($2::text[], $3::bigint[], $4::text[]) AS c (id, ms, at) WHERE m.id = $1`;

const BODIES: Readonly<Record<Damage["what"], readonly [table: string, column: string, where: string]>> = {
  manifest: ["manifests", "sealed_body", "id = $1"],
  text: ["texts", "sealed", "hash = decode(substr($1, 13), 'hex')"],
  answer: ["answers", "sealed_record", "manifest_id = $1"],
  memory: ["memories", "sealed_body", "id = $1"],
  shadow: ["shadows", "sealed", "manifest_id = $1"],
  snapshot: ["snapshots", "files", "digest = $1"],
};

/** The last bit of the third byte from the end. */
async function flip({ adminUrl }: TestDatabase, { what, id }: Damage): Promise<void> {
  const [table, column, where] = BODIES[what];
  const place = `length(${column}) - 3`;
  const flipped = `set_byte(${column}, ${place}, get_byte(${column}, ${place}) # 1)`;
  const rows = await query(adminUrl, `UPDATE winnow.${table} SET ${column} = ${flipped} WHERE ${where} RETURNING 1`, [id]);
  if (rows.length !== 1) throw new Error(`there is no ${what} ${id}`);
}

storeContract("PostgreSQL", open);
