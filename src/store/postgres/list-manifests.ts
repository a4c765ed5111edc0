/** Finds manifests: one query for a page; every comparison is one that the planner may use under row-level security. */
import type { ManifestFilter, ManifestPage, ManifestSummary, PagePlace } from "../manifest-query.ts";
import type { ManifestStore } from "../manifest-store.ts";
import { columnMarks, marksAsked } from "../marks.ts";
import { idsPlace } from "../places.ts";
import { open } from "../seal.ts";
import { cutoffsNow, viewerOf } from "../sight.ts";
import { damaged } from "../store-errors.ts";
import { type Reading, reading } from "./reading.ts";
import { openedKey } from "./subject-keys.ts";

const COLUMNS = `m.id, m.created_ms AS created, m.policy, m.digest, m.intent, m.erased_at AS erased, m.subject_hash AS subject,
  m.sealed_ids AS ids, k.wrapped`;
const KEYS = "LEFT JOIN winnow.subject_keys k ON k.tenant = m.tenant AND k.subject_hash = m.subject_hash";
/** Later than any manifest, and a whole number everywhere. */
const NEVER_MS = 2 ** 52;

interface Row {
  readonly id: string;
  readonly created: string;
  readonly policy: string;
  readonly digest: string;
  readonly intent: string;
  readonly erased: string | null;
  readonly subject: Buffer;
  readonly ids: Buffer | null;
  readonly wrapped: Buffer | null;
}

export function manifestLister(from: Reading): ManifestStore["list"] {
  return async (caller, filter, { limit, after }) => {
    const { tenant, onlyOf } = viewerOf(from, caller);
    const asked = filter.subject === undefined ? [] : [from.hash.subject(tenant, filter.subject).toString("hex")];
    const people = [...new Set([...(onlyOf === null ? [] : [onlyOf]), ...asked])];
    if (people.length > 1 || people.includes("")) return { items: [], next: null };
    const person = people[0] === undefined ? null : Buffer.from(people[0], "hex");
    const { sql, values } = queryOf(from, { tenant, person, filter, after, limit: limit + 1 });
    const rows = await reading(from, tenant, (transaction) => transaction.rowsOnce<Row>(sql, values));
    return pageOf(from, tenant, rows, limit);
  };
}

interface Asked {
  readonly tenant: string;
  /** Hash of the only person. */
  readonly person: Buffer | null;
  readonly filter: ManifestFilter;
  readonly after: PagePlace | null;
  readonly limit: number;
}

interface Query {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * A mark has its manifests in the order of time, so where nothing narrower is asked for the marks alone make the page, and only its
 * rows are looked up. Told to the planner by a subquery with the limit in it: its own guess, from statistics that may be old, can be a
 * walk through all manifests.
 */
function queryOf(from: Reading, { tenant, person, filter, after, limit }: Asked): Query {
  const query = conditionsFor(tenant);
  if (person !== null) query.and("m.subject_hash = ?", person);
  const lookedUp = { request: filter.request_id, conversation: filter.conversation } as const;
  for (const kind of ["request", "conversation"] as const) {
    const value = lookedUp[kind];
    if (value !== undefined) query.and(`m.${kind}_hash = ?`, from.seals.lookup(tenant, kind, value));
  }
  // The rarer first, as far as that can be said.
  const marks = [...marksAsked(filter), ...columnMarks(filter).toReversed()];
  const lead = query.isEmpty() && marks.length > 0 ? "k0" : "m";
  const joins = marks.map((mark, at) => {
    query.and(`k${at}.mark = ?`, mark);
    if (at === 0 && lead === "k0") return "";
    return `JOIN winnow.marks k${at} ON k${at}.tenant = ${lead}.tenant AND k${at}.created_ms = ${lead}.created_ms AND k${at}.id = ${lead}.id`;
  });
  const oldest = Math.max(msOf(filter.from, 0), cutoffsNow(from).manifests);
  if (oldest > 0) query.and(`${lead}.created_ms >= ?`, oldest);
  if (filter.to !== undefined) query.and(`${lead}.created_ms < ?`, msOf(filter.to, NEVER_MS));
  if (after !== null) {
    query.and(`${lead}.created_ms <= ?`, msOf(after.created_at, NEVER_MS));
    query.and(`(${lead}.created_ms < ? OR ${lead}.id > ?)`, msOf(after.created_at, NEVER_MS), after.id);
  }
  const table = lead === "k0" ? "winnow.marks k0" : "winnow.manifests m";
  const { where, values } = query.done();
  const page = `SELECT ${lead}.id FROM ${table} ${joins.join(" ")} WHERE ${[`${lead}.tenant = $1`, ...where].join(" AND ")}
    ORDER BY ${lead}.created_ms DESC, ${lead}.id LIMIT $${values.length + 1}`;
  // Joined, not looked for: without statistics the planner walks through another index of the tenant for "any of these ids".
  const sql = `SELECT ${COLUMNS} FROM unnest(ARRAY(${page})) AS page (id)
    JOIN winnow.manifests m ON m.tenant = $1 AND m.id = page.id ${KEYS} ORDER BY m.created_ms DESC, m.id`;
  return { sql, values: [...values, limit] };
}

/** Conditions and their parameters; the tenant is the first. */
function conditionsFor(tenant: string) {
  const values: unknown[] = [tenant];
  const conditions: string[] = [];
  return {
    isEmpty: () => conditions.length === 0,
    and(condition: string, ...given: readonly unknown[]): void {
      let at = values.length;
      values.push(...given);
      conditions.push(condition.replaceAll("?", () => `$${++at}`));
    },
    done: () => ({ where: conditions, values }),
  };
}

/** An instant that is none finds nothing. */
function msOf(instant: string | undefined, otherwise: number): number {
  if (instant === undefined) return otherwise;
  const parsed = Date.parse(instant);
  return Number.isNaN(parsed) ? NEVER_MS : parsed;
}

function pageOf(from: Reading, tenant: string, rows: readonly Row[], limit: number): ManifestPage {
  const items = rows.slice(0, limit).map((row) => summaryOf(from, tenant, row));
  const last = items.at(-1);
  const next = rows.length > limit && last !== undefined ? { created_at: last.created_at, id: last.manifest_id } : null;
  return { items, next };
}

function summaryOf({ seals }: Reading, tenant: string, row: Row): ManifestSummary {
  const { id, created, policy, digest, intent, erased, subject, ids, wrapped } = row;
  const summary = { manifest_id: id, created_at: new Date(Number(created)).toISOString(), policy, digest, intent };
  if (erased !== null) return { ...summary, request_id: "", conversation: null, erased_at: erased };
  const opened =
    ids === null || wrapped === null ? null : open(openedKey(seals, tenant, { subject, wrapped }), ids, idsPlace(tenant, id));
  if (opened === null) throw damaged(`Manifest ${id}`);
  const [requestId, conversation] = JSON.parse(opened.toString("utf8")) as [string, string | null];
  return { ...summary, request_id: requestId, conversation, erased_at: null };
}
