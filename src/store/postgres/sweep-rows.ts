/** Frees the space of what is past its time: one small batch of each kind for each tenant. IO through the connections. */
import { cutoffsOf, firstHourKept, NOTHING_SWEPT, type Swept, sumOfSwept } from "../retention.ts";
import type { Store } from "../store.ts";
import type { Transaction } from "./connections.ts";
import { UNOWNED_TEXTS } from "./erase-person.ts";
import { CLEARED } from "./memories.ts";
import { ENDED_MS } from "./schema.ts";
import { type Writing, writing } from "./writing.ts";

/** Rows of one kind that one batch takes. */
const BATCH = 200;
const TENANTS = "SELECT tenant FROM winnow.tenants ORDER BY tenant";
/** Rows that another instance takes just now are its own. */
const MANIFESTS = `
  WITH old AS (
    SELECT id FROM winnow.manifests WHERE tenant = $1 AND created_ms < $2
    ORDER BY created_ms LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM winnow.manifests m USING old WHERE m.tenant = $1 AND m.id = old.id RETURNING m.id, m.created_ms, m.marks
  ), unmarked AS (
    DELETE FROM winnow.marks k USING (SELECT created_ms, id, unnest(marks) AS mark FROM gone) g
    WHERE k.tenant = $1 AND k.mark = g.mark AND k.created_ms = g.created_ms AND k.id = g.id
  )
  SELECT 1 FROM gone`;
const ANSWERS = `
  DELETE FROM winnow.answers WHERE tenant = $1 AND manifest_id IN (
    SELECT manifest_id FROM winnow.answers WHERE tenant = $1 AND received_ms < $2
    ORDER BY received_ms LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`;
const VIEWS = `
  DELETE FROM winnow.views WHERE tenant = $1 AND row IN (
    SELECT row FROM winnow.views WHERE tenant = $1 AND at_ms < $2 ORDER BY at_ms LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`;
const OWNERS = `
  WITH old AS (
    SELECT subject_hash, hash FROM winnow.text_owners WHERE tenant = $1 AND used_hour < $2
    ORDER BY used_hour LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM winnow.text_owners o USING old
  WHERE o.tenant = $1 AND o.subject_hash = old.subject_hash AND o.hash = old.hash RETURNING o.hash`;
/** As a deletion; but what ran out is no secret, and nothing of it stays. */
const ENDED = `
  UPDATE winnow.memories SET ${CLEARED}, turn_hash = CASE WHEN superseded_by IS NULL THEN NULL ELSE turn_hash END,
    traces = CASE WHEN superseded_by IS NULL THEN NULL ELSE traces END
  WHERE tenant = $1 AND id IN (
    SELECT id FROM winnow.memories WHERE tenant = $1 AND deleted_at IS NULL AND ${ENDED_MS} < $2
    LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`;
const LOCK_TEXTS = "SELECT 1 FROM winnow.texts WHERE tenant = $1 AND hash = ANY($2::bytea[]) ORDER BY hash FOR UPDATE";

export function sweeper(to: Writing): Store["sweep"] {
  return async () => {
    const tenants = await writing(to, null, (transaction) => transaction.rows<{ tenant: string }>(TENANTS, []));
    let total = NOTHING_SWEPT;
    let isMore = false;
    for (const { tenant } of tenants) {
      const swept = await writing(to, tenant, (transaction) => sweepTenant(transaction, to, tenant));
      total = sumOfSwept(total, swept);
      isMore ||= swept.more;
    }
    return { ...total, more: isMore };
  };
}

async function sweepTenant(transaction: Transaction, { retention, now }: Writing, tenant: string): Promise<Swept> {
  const cutoffs = cutoffsOf(retention, now());
  const sweep = async (sql: string, cutoff: number): Promise<number> =>
    cutoff === 0 ? 0 : (await transaction.rows(sql, [tenant, cutoff])).length;
  const answers = await sweep(ANSWERS, cutoffs.answers);
  const manifests = await sweep(MANIFESTS, cutoffs.manifests);
  const views = await sweep(VIEWS, cutoffs.views);
  const memory = await sweepMemory(transaction, tenant, { cutoff: cutoffs.memory, at: new Date(now()).toISOString() });
  const { texts, disowned } = await sweepTexts(transaction, tenant, firstHourKept(cutoffs.texts));
  const counts = { manifests, answers, views, memory };
  return { ...counts, texts, more: [...Object.values(counts), disowned].some((count) => count === BATCH) };
}

const sweepMemory = async (
  transaction: Transaction,
  tenant: string,
  { cutoff, at }: { readonly cutoff: number; readonly at: string },
): Promise<number> => (cutoff === 0 ? 0 : (await transaction.rows(ENDED, [tenant, cutoff, at])).length);

/** First who refers to them, then those that nobody refers to any more, locked so that nobody begins to meanwhile. */
async function sweepTexts(
  transaction: Transaction,
  tenant: string,
  firstHour: number,
): Promise<{ readonly texts: number; readonly disowned: number }> {
  if (firstHour === 0) return { texts: 0, disowned: 0 };
  const owners = await transaction.rows<{ hash: Buffer }>(OWNERS, [tenant, firstHour]);
  if (owners.length === 0) return { texts: 0, disowned: 0 };
  const hashes = owners.map(({ hash }) => hash);
  await transaction.rows(LOCK_TEXTS, [tenant, hashes]);
  const gone = await transaction.rows(UNOWNED_TEXTS, [tenant, hashes]);
  return { texts: gone.length, disowned: owners.length };
}
