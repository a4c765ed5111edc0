/** Finds manifests: one query, led by the narrowest thing that was asked for. */
import type { ManifestFilter, ManifestPage, ManifestSummary, PagePlace } from "../manifest-query.ts";
import type { ManifestStore } from "../manifest-store.ts";
import { columnMarks, marksAsked } from "../marks.ts";
import { idsPlace } from "../places.ts";
import { cutoffsNow, viewerOf } from "../sight.ts";
import { damaged } from "../store-errors.ts";
import { openOwn } from "./read-manifests.ts";
import { type Reading, reading } from "./reading.ts";
import type { Details } from "./write-manifests.ts";

interface Row extends Pick<ManifestSummary, "manifest_id" | "policy" | "digest" | "erased_at"> {
  readonly createdMs: number;
  readonly subject: Buffer;
  readonly details: Buffer | null;
}

const COLUMNS = `m.id AS manifest_id, m.created_ms AS createdMs, m.subject_hash AS subject, m.policy, m.digest, m.details,
  m.erased_at`;
/** Later than any manifest, and a number that SQLite keeps whole. */
const NEVER_MS = 2 ** 52;

type Values = Record<string, string | number | Buffer>;

export function manifestLister(from: Reading): ManifestStore["list"] {
  const { database } = from;
  const findMark = database.prepare<[string, string], number>("SELECT row FROM mark_names WHERE tenant = ? AND mark = ?").pluck();
  const prepared = new Map<string, ReturnType<typeof database.prepare<[Values], Row>>>();
  const rowsOf = (sql: string, values: Values): readonly Row[] => {
    const statement = prepared.get(sql) ?? database.prepare<[Values], Row>(sql);
    prepared.set(sql, statement);
    return statement.all(values);
  };
  return async (caller, filter, { limit, after }) => {
    const { tenant, onlyOf } = viewerOf(from, caller);
    const people = [...(onlyOf === null ? [] : [onlyOf]), ...subjectAsked(from, tenant, filter)];
    return reading(from, "The list of manifests", () => {
      // Reasons and findings first: they are rarer than an intent or a policy, and the first one leads.
      const marks = [...marksAsked(filter), ...columnMarks(filter)].map((mark) => findMark.get(tenant, mark));
      if (marks.includes(undefined) || new Set(people).size > 1 || people.includes("")) return { items: [], next: null };
      const range = rangeOf(filter, cutoffsNow(from).manifests, after);
      const query = queryOf(from, { tenant, person: people[0] ?? null, marks: marks as number[], filter });
      return pageOf(from, tenant, { rows: rowsOf(query.sql, { ...query.values, ...range, limit: limit + 1 }), limit });
    });
  };
}

const subjectAsked = ({ hash }: Reading, tenant: string, { subject }: ManifestFilter): readonly string[] =>
  subject === undefined ? [] : [hash.subject(tenant, subject).toString("hex")];

/** Instants as numbers; one that is none finds nothing. */
function rangeOf({ from, to }: ManifestFilter, oldestMs: number, after: PagePlace | null): Values {
  const ms = (instant: string | undefined, otherwise: number): number => {
    if (instant === undefined) return otherwise;
    const parsed = Date.parse(instant);
    return Number.isNaN(parsed) ? NEVER_MS : parsed;
  };
  return {
    from: Math.max(ms(from, 0), oldestMs),
    to: ms(to, NEVER_MS),
    afterMs: ms(after?.created_at, NEVER_MS),
    afterId: after?.id ?? "",
  };
}

interface Asked {
  readonly tenant: string;
  /** Hash of the subject, hex. */
  readonly person: string | null;
  /** Numbers of the marks. */
  readonly marks: readonly number[];
  readonly filter: ManifestFilter;
}

/**
 * The narrowest of what is asked for leads, and is told to SQLite, which without statistics would walk through time. A mark has
 * its manifests in the order of time, so the first one leads where no request, conversation or person is asked for.
 */
function queryOf(
  { seals }: Reading,
  { tenant, person, marks, filter }: Asked,
): { readonly sql: string; readonly values: Values } {
  const values: Values = { tenant };
  const conditions = ["m.tenant = @tenant"];
  const leads: string[] = [];
  const equal = (column: string, value: Buffer | null, index: string): void => {
    if (value === null) return;
    conditions.push(`m.${column} = @${column}`);
    values[column] = value;
    leads.push(index);
  };
  const lookup = (kind: "request" | "conversation", value: string | undefined): Buffer | null =>
    value === undefined ? null : seals.lookup(tenant, kind, value);
  equal("request_hash", lookup("request", filter.request_id), "manifests_by_request");
  equal("conversation_hash", lookup("conversation", filter.conversation), "manifests_by_conversation");
  equal("subject_hash", person === null ? null : Buffer.from(person, "hex"), "manifests_by_subject");
  const marksLead = leads.length === 0 && marks.length > 0;
  for (const [at, mark] of marks.entries()) {
    values[`mark${at}`] = mark;
    if (at > 0 || !marksLead) {
      conditions.push(`EXISTS (SELECT 1 FROM marks WHERE mark = @mark${at} AND created_ms = m.created_ms AND manifest = m.row)`);
    }
  }
  const time = marksLead ? "k.created_ms" : "m.created_ms";
  const source = marksLead
    ? "marks k CROSS JOIN manifests m ON m.row = k.manifest"
    : `manifests m INDEXED BY ${leads[0] ?? "manifests_by_time"}`;
  if (marksLead) conditions.push("k.mark = @mark0");
  conditions.push(`${time} >= @from AND ${time} < @to AND ${time} <= @afterMs`, `(${time} < @afterMs OR m.id > @afterId)`);
  return {
    sql: `SELECT ${COLUMNS} FROM ${source} WHERE ${conditions.join(" AND ")} ORDER BY ${time} DESC, m.id LIMIT @limit`,
    values,
  };
}

function pageOf(
  from: Reading,
  tenant: string,
  { rows, limit }: { readonly rows: readonly Row[]; readonly limit: number },
): ManifestPage {
  const items = rows.slice(0, limit).map((row) => summaryOf(from, tenant, row));
  const last = items.at(-1);
  const next = rows.length > limit && last !== undefined ? { created_at: last.created_at, id: last.manifest_id } : null;
  return { items, next };
}

function summaryOf(from: Reading, tenant: string, { createdMs, subject, details, ...row }: Row): ManifestSummary {
  const [intent, request_id, conversation] =
    row.erased_at === null ? detailsOf(from, tenant, { ...row, subject, details }) : ERASED;
  return { ...row, created_at: new Date(createdMs).toISOString(), intent, request_id, conversation };
}

const ERASED: Details = ["", "", null];

/** Throws AppError `hash_mismatch` unless they are what was written. */
function detailsOf(from: Reading, tenant: string, row: Pick<Row, "manifest_id" | "subject" | "details">): Details {
  const { manifest_id: id, subject, details } = row;
  const opened = openOwn(from, tenant, { subject, sealed: details, place: idsPlace(tenant, id) });
  if (opened === null) throw damaged(`Manifest ${id}`);
  return JSON.parse(opened.toString("utf8")) as Details;
}
