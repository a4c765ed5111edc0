/** Takes the content of everything about one person out of the database, and destroys the key that old copies of it were sealed under. */
import { randomUUID } from "node:crypto";
import type { ErasureCounts, PeopleStore } from "../people-store.ts";
import { instantMs } from "../record-rows.ts";
import type { Transaction } from "./connections.ts";
import { type Writing, writing } from "./writing.ts";

/** For a person with very many records; others wait for it only where they write about the same person. */
const PATIENCE_MS = 30_000;
const PATIENT = "SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true)";

/** First, since it waits for every write about the person that is under way, and each statement after it sees what those wrote. */
const DESTROY_KEY = "DELETE FROM winnow.subject_keys WHERE tenant = $1 AND subject_hash = $2";
/** Waits for whoever is just becoming an owner of one of the texts, in the order in which writers lock them. */
const LOCK_TEXTS = `
  SELECT t.hash FROM winnow.texts t WHERE t.tenant = $1
    AND t.hash IN (SELECT o.hash FROM winnow.text_owners o WHERE o.tenant = $1 AND o.subject_hash = $2)
  ORDER BY t.hash FOR UPDATE`;
const OWNERS = "DELETE FROM winnow.text_owners WHERE tenant = $1 AND subject_hash = $2";
export const UNOWNED_TEXTS = `
  DELETE FROM winnow.texts t WHERE t.tenant = $1 AND t.hash = ANY($2::bytea[])
    AND NOT EXISTS (SELECT FROM winnow.text_owners o WHERE o.tenant = t.tenant AND o.hash = t.hash) RETURNING 1`;
const ANSWERS = `
  DELETE FROM winnow.answers a USING winnow.manifests m
  WHERE a.tenant = $1 AND m.tenant = a.tenant AND m.id = a.manifest_id AND m.subject_hash = $2 RETURNING 1`;
const SHADOWS = `
  DELETE FROM winnow.shadows s USING winnow.manifests m
  WHERE s.tenant = $1 AND m.tenant = s.tenant AND m.id = s.manifest_id AND m.subject_hash = $2`;
const MARKS = `
  DELETE FROM winnow.marks k USING (
    SELECT created_ms, id, unnest(marks) AS mark FROM winnow.manifests
    WHERE tenant = $1 AND subject_hash = $2 AND erased_at IS NULL) m
  WHERE k.tenant = $1 AND k.mark = m.mark AND k.created_ms = m.created_ms AND k.id = m.id
    AND k.mark NOT LIKE 'policy:%' AND k.mark NOT LIKE 'digest:%'`;
/** What was asked about, by which request and in which conversation goes; policy and digest name a version of the service. */
const MANIFESTS = `
  UPDATE winnow.manifests SET erased_at = $3, intent = '', request_hash = NULL, conversation_hash = NULL, sealed_ids = NULL,
    sealed_body = NULL, marks = ARRAY(SELECT mark FROM unnest(marks) AS mark WHERE mark LIKE 'policy:%' OR mark LIKE 'digest:%')
  WHERE tenant = $1 AND subject_hash = $2 AND erased_at IS NULL RETURNING 1`;
/** The keys of writes stay as hashes: a write that is sent again must not bring back what was erased. */
const REQUESTS = "UPDATE winnow.memory_requests SET body_hash = '' WHERE tenant = $1 AND subject_hash = $2";
/** A tombstone of an earlier deletion loses its hashes too. */
const TOMBSTONES =
  "UPDATE winnow.memories SET turn_hash = NULL, traces = NULL WHERE tenant = $1 AND subject_hash = $2 AND deleted_at IS NOT NULL";
const MEMORIES = `
  UPDATE winnow.memories SET deleted_at = $3, sealed_body = NULL, body_hash = NULL, slot_hash = NULL, content_hash = NULL, turn_hash = NULL,
    traces = NULL
  WHERE tenant = $1 AND subject_hash = $2 AND deleted_at IS NULL RETURNING 1`;
/** A reason for viewing is written by a colleague and may tell of the person; a viewer who is erased stays as a hash. */
const VIEWED = "UPDATE winnow.views SET sealed_reason = NULL WHERE tenant = $1 AND subject_hash = $2";
const VIEWERS = "UPDATE winnow.views SET sealed_viewer = NULL WHERE tenant = $1 AND viewer_hash = $2";
const RECEIPT = `
  INSERT INTO winnow.receipts (tenant, receipt_id, subject_hash, erased_at, counts) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (tenant, receipt_id) DO NOTHING`;
const FIND_RECEIPT = "SELECT counts FROM winnow.receipts WHERE tenant = $1 AND receipt_id = $2";

export function personEraser(to: Writing): PeopleStore["erase"] {
  return async (caller, at) => {
    const { tenant, about } = caller;
    instantMs(at);
    const subject = to.hash.subject(tenant, about);
    const receiptId = randomUUID();
    let isAgain = false;
    const run = async (transaction: Transaction): Promise<ErasureCounts> => {
      // A commit of which we do not know whether it took place: its counts are those that were erased.
      const [done] = isAgain ? await transaction.rows<{ counts: ErasureCounts }>(FIND_RECEIPT, [tenant, receiptId]) : [];
      isAgain = true;
      if (done !== undefined) return done.counts;
      const counts = await eraseRows(transaction, { tenant, subject, at });
      await transaction.rows(RECEIPT, [tenant, receiptId, subject, at, JSON.stringify(counts)]);
      return counts;
    };
    return { receipt_id: receiptId, erased_at: at, counts: await writing(to, tenant, run, PATIENCE_MS) };
  };
}

async function eraseRows(
  transaction: Transaction,
  { tenant, subject, at }: { readonly tenant: string; readonly subject: Buffer; readonly at: string },
): Promise<ErasureCounts> {
  const of = [tenant, subject];
  await transaction.rows(PATIENT, [String(PATIENCE_MS)]);
  await transaction.rows(DESTROY_KEY, of);
  const texts = await transaction.rows<{ hash: Buffer }>(LOCK_TEXTS, of);
  await transaction.rows(OWNERS, of);
  const unowned = await transaction.rows(UNOWNED_TEXTS, [tenant, texts.map(({ hash }) => hash)]);
  const answers = await transaction.rows(ANSWERS, of);
  await transaction.rows(SHADOWS, of);
  await transaction.rows(MARKS, of);
  const manifests = await transaction.rows(MANIFESTS, [...of, at]);
  await transaction.rows(REQUESTS, of);
  await transaction.rows(TOMBSTONES, of);
  const memories = await transaction.rows(MEMORIES, [...of, at]);
  await transaction.rows(VIEWED, of);
  await transaction.rows(VIEWERS, of);
  return { manifests: manifests.length, answers: answers.length, texts: unowned.length, memories: memories.length };
}
