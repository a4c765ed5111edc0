/** Reads what belongs to a manifest or to a person: answers, views, and everything for an export. */
import type { AnswerStore, StoredAnswer } from "../answer-store.ts";
import type { PeopleStore, PersonRecord, TextView } from "../people-store.ts";
import { answerPlace, reasonPlace, viewerPlace } from "../places.ts";
import { isManifestId } from "../record-rows.ts";
import { firstHourKept } from "../retention.ts";
import { cutoffsNow, maySee, viewerOf } from "../sight.ts";
import { damaged, erasedRecord } from "../store-errors.ts";
import { openedText, openManifest, openOwn, type SealedText } from "./read-manifests.ts";
import { memoryExporter } from "./read-memories.ts";
import { openShadow, SHADOW, type ShadowRow } from "./read-shadows.ts";
import { type Reading, reading } from "./reading.ts";

interface AnswerFound {
  readonly id: string;
  readonly subject: Buffer;
  readonly answer: Buffer | null;
  readonly receivedMs: number | null;
}

export function answerReader(from: Reading): AnswerStore["readAnswer"] {
  const select = from.database.prepare<
    [string, string],
    AnswerFound & { readonly createdMs: number; readonly erasedAt: string | null }
  >(
    `SELECT m.id AS id, m.subject_hash AS subject, m.created_ms AS createdMs, m.erased_at AS erasedAt,
     CAST(a.sealed AS BLOB) AS answer, a.received_ms AS receivedMs
     FROM manifests m LEFT JOIN answers a ON a.manifest = m.row WHERE m.id = ? AND m.tenant = ?`,
  );
  return async (caller, id) => {
    if (!isManifestId(id)) return null;
    return reading(from, `The answer of manifest ${id}`, () => {
      const found = select.get(id, caller.tenant);
      if (found === undefined || !maySee(viewerOf(from, caller), found.subject)) return null;
      if (found.createdMs < cutoffsNow(from).manifests) return null;
      if (found.erasedAt !== null) throw erasedRecord(`Manifest ${id}`);
      return openedAnswer(from, caller.tenant, found);
    });
  };
}

/** Null where there is none, or none that is still kept. */
function openedAnswer(from: Reading, tenant: string, { id, subject, answer, receivedMs }: AnswerFound): StoredAnswer | null {
  if (answer === null || (receivedMs ?? 0) < cutoffsNow(from).answers) return null;
  const body = openOwn(from, tenant, { subject, sealed: answer, place: answerPlace(tenant, id) });
  if (body === null) throw damaged(`The answer of manifest ${id}`);
  const [receivedAt, record] = JSON.parse(body.toString("utf8")) as [string, string];
  return { record: JSON.parse(record), received_at: receivedAt };
}

interface ViewFound extends Omit<TextView, "reason" | "viewer"> {
  readonly subject: Buffer;
  readonly reason: Buffer | null;
  readonly viewer: Buffer | null;
  readonly viewerHash: Buffer | null;
}

const VIEW = `SELECT manifest_id, what, CAST(sealed_reason AS BLOB) AS reason, CAST(sealed_viewer AS BLOB) AS viewer,
  viewer_hash AS viewerHash, at, subject_hash AS subject FROM views`;

/** A viewer who was erased is still told from credentials of no person: by the hash. */
function viewOf(from: Reading, tenant: string, { subject, reason, viewer, viewerHash, ...view }: ViewFound): TextView {
  const { manifest_id: id } = view;
  const opened = (of: Buffer, sealed: Buffer, place: string): string => {
    const text = openOwn(from, tenant, { subject: of, sealed, place });
    if (text === null) throw damaged(`A view of manifest ${id}`);
    return text.toString("utf8");
  };
  return {
    ...view,
    reason: reason === null ? "" : opened(subject, reason, reasonPlace(tenant, id)),
    viewer:
      viewerHash === null ? null : viewer === null ? hashText(viewerHash) : opened(viewerHash, viewer, viewerPlace(tenant, id)),
  };
}

const hashText = (hash: Buffer): string => `hmac-sha256:${hash.toString("hex")}`;

export function viewReader(from: Reading): PeopleStore["views"] {
  const select = from.database.prepare<[string, string, number], ViewFound>(
    `${VIEW} WHERE tenant = ? AND manifest_id = ? AND at_ms >= ? ORDER BY at_ms, row`,
  );
  return async (caller, id) => {
    const viewer = viewerOf(from, caller);
    const oldest = cutoffsNow(from).views;
    return reading(from, `The views of manifest ${id}`, () =>
      select
        .all(caller.tenant, id, oldest)
        .filter(({ subject }) => maySee(viewer, subject))
        .map((view) => viewOf(from, caller.tenant, view)),
    );
  };
}

const PAGE = 50;

interface Exported extends AnswerFound {
  readonly row: number;
  readonly sealed: Buffer | null;
}

/** Page by page, so that no read stays open between two: an open one would keep an erasure from the disk. */
export function personExporter(from: Reading): PeopleStore["exportPerson"] {
  const { database, hash } = from;
  const manifests = database.prepare<[string, Buffer, number, number], Exported>(
    `SELECT m.row AS row, m.id AS id, m.subject_hash AS subject, CAST(b.sealed AS BLOB) AS sealed, CAST(a.sealed AS BLOB) AS answer,
     a.received_ms AS receivedMs
     FROM manifests m INDEXED BY manifests_by_subject JOIN bodies b ON b.manifest = m.row LEFT JOIN answers a ON a.manifest = m.row
     WHERE m.tenant = ? AND m.subject_hash = ? AND m.row > ? AND m.created_ms >= ? AND m.erased_at IS NULL
     ORDER BY m.row LIMIT ${PAGE}`,
  );
  const views = database.prepare<[string, Buffer, number], ViewFound>(
    `${VIEW} WHERE tenant = ? AND subject_hash = ? AND at_ms >= ? ORDER BY at_ms, row`,
  );
  const texts = database.prepare<[Buffer, number, number], SealedText & { readonly row: number }>(
    `SELECT t.row AS row, t.hash AS hash, CAST(t.sealed AS BLOB) AS sealed, o.subject_hash AS subject, o.wrapped AS wrapped FROM text_owners o JOIN texts t ON t.row = o.text
     WHERE o.subject_hash = ? AND o.used_hour >= ? AND t.row > ? ORDER BY t.row LIMIT ${PAGE}`,
  );
  const shadows = database.prepare<[string], ShadowRow>(`${SHADOW} WHERE manifest_id = ? ORDER BY experiment, variant`);
  const memories = memoryExporter(from, PAGE);
  return async function* (caller): AsyncGenerator<PersonRecord> {
    const { tenant } = caller;
    const subject = hash.subject(tenant, caller.about);
    const cutoffs = cutoffsNow(from);
    const page = <Result>(read: () => Result): Result => reading(from, "The records of a person", read);
    const manifest = (row: Exported) => recordsOf(from, tenant, { ...row, shadows: shadows.all(row.id) });
    const text = (row: SealedText): PersonRecord => ({
      ...{ kind: "text", id: hashText(row.hash), body: openedText(from, tenant, row) },
    });
    yield* pages((after) => page(() => pageOf(manifests.all(tenant, subject, after, cutoffs.manifests), manifest)));
    yield* pages((after) => page(() => pageOf(memories(caller, after), ({ record }) => [record])));
    yield* page(() =>
      views.all(tenant, subject, cutoffs.views).map((view): PersonRecord => {
        return { kind: "view", id: view.manifest_id, body: viewOf(from, tenant, view) };
      }),
    );
    yield* pages((after) => page(() => pageOf(texts.all(subject, firstHourKept(cutoffs.texts), after), (row) => [text(row)])));
  };
}

interface Page {
  readonly records: readonly PersonRecord[];
  /** Number of the last row; null for the last page. */
  readonly after: number | null;
}

const pageOf = <Row extends { readonly row: number }>(
  rows: readonly Row[],
  recordsOf: (row: Row) => readonly PersonRecord[],
): Page => ({ records: rows.flatMap(recordsOf), after: rows.length === PAGE ? (rows.at(-1)?.row ?? null) : null });

async function* pages(read: (after: number) => Page): AsyncGenerator<PersonRecord> {
  for (let next: number | null = -1; next !== null; ) {
    const { records, after }: Page = read(next);
    yield* records;
    next = after;
  }
}

function recordsOf(
  from: Reading,
  tenant: string,
  row: Exported & { readonly shadows: readonly ShadowRow[] },
): readonly PersonRecord[] {
  const { id, subject } = row;
  const answer = openedAnswer(from, tenant, row);
  return [
    { kind: "manifest", id, body: openManifest(from, tenant, row) },
    ...(answer === null ? [] : [{ kind: "answer" as const, id, body: answer }]),
    ...row.shadows.map((shadow) => ({ kind: "shadow" as const, id, body: openShadow(from, tenant, { ...shadow, id, subject }) })),
  ];
}
