/** Frees the space of what is past its time: one small batch of each kind for each tenant. IO through the connections. */
import { cutoffsOf, firstHourKept, type Swept } from "../retention.ts";
import type { Store } from "../store.ts";
import type { Transaction } from "./connections.ts";
import { UNOWNED_TEXTS } from "./erase-person.ts";
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
const LOCK_TEXTS = "SELECT 1 FROM winnow.texts WHERE tenant = $1 AND hash = ANY($2::bytea[]) ORDER BY hash FOR UPDATE";

type Counts = Omit<Swept, "more">;

export function sweeper(to: Writing): Store["sweep"] {
  return async () => {
    const tenants = await writing(to, null, (transaction) => transaction.rows<{ tenant: string }>(TENANTS, []));
    const total = { manifests: 0, texts: 0, answers: 0, views: 0, more: false };
    for (const { tenant } of tenants) {
      const swept = await writing(to, tenant, (transaction) => sweepTenant(transaction, to, tenant));
      for (const kind of ["manifests", "texts", "answers", "views"] as const) total[kind] += swept[kind];
      total.more ||= swept.more;
    }
    return total;
  };
}

async function sweepTenant(
  transaction: Transaction,
  { retention, now }: Writing,
  tenant: string,
): Promise<Counts & { more: boolean }> {
  const cutoffs = cutoffsOf(retention, now());
  const sweep = async (sql: string, cutoff: number): Promise<number> =>
    cutoff === 0 ? 0 : (await transaction.rows(sql, [tenant, cutoff])).length;
  const answers = await sweep(ANSWERS, cutoffs.answers);
  const manifests = await sweep(MANIFESTS, cutoffs.manifests);
  const views = await sweep(VIEWS, cutoffs.views);
  const { texts, disowned } = await sweepTexts(transaction, tenant, firstHourKept(cutoffs.texts));
  return { manifests, answers, views, texts, more: [manifests, answers, views, disowned].some((count) => count === BATCH) };
}

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
