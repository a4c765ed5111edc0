/** Reads what belongs to a manifest or to a person: answers, views, and everything for an export. */
import type { Caller, CallerAbout } from "../../caller.ts";
import type { AnswerStore, StoredAnswer } from "../answer-store.ts";
import type { PeopleStore, PersonRecord, TextView } from "../people-store.ts";
import { answerHash, isManifestId } from "../record-rows.ts";
import { firstHourKept } from "../retention.ts";
import { cutoffsNow, maySee, viewerOf } from "../sight.ts";
import { damaged, erasedRecord } from "../store-errors.ts";
import { soundManifest } from "./read-manifests.ts";
import { memoryExporter } from "./read-memories.ts";
import { type Reading, reading } from "./reading.ts";

interface AnswerFound {
  readonly record: Buffer | null;
  readonly hash: Buffer | null;
  readonly receivedAt: string | null;
  readonly receivedMs: number | null;
}

export function answerReader(from: Reading): AnswerStore["readAnswer"] {
  const select = from.database.prepare<
    [string, string],
    AnswerFound & { readonly subject: Buffer; readonly createdMs: number; readonly erasedAt: string | null }
  >(
    `SELECT m.subject_hash AS subject, m.created_ms AS createdMs, m.erased_at AS erasedAt, CAST(a.record AS BLOB) AS record,
     CAST(a.record_hash AS BLOB) AS hash, a.received_at AS receivedAt, a.received_ms AS receivedMs
     FROM manifests m LEFT JOIN answers a ON a.manifest = m.row WHERE m.id = ? AND m.tenant = ?`,
  );
  return async (caller, id) => {
    if (!isManifestId(id)) return null;
    const found = reading(from, `The answer of manifest ${id}`, () => select.get(id, caller.tenant));
    if (found === undefined || !maySee(viewerOf(from, caller), found.subject)) return null;
    if (found.createdMs < cutoffsNow(from).manifests) return null;
    if (found.erasedAt !== null) throw erasedRecord(`Manifest ${id}`);
    return soundAnswer(from, caller, id, found);
  };
}

/** Null where there is none, or none that is still kept. */
function soundAnswer(from: Reading, { tenant }: Caller, id: string, found: AnswerFound): StoredAnswer | null {
  const { record, hash, receivedAt, receivedMs } = found;
  if (record === null || receivedAt === null || (receivedMs ?? 0) < cutoffsNow(from).answers) return null;
  const written = record.toString("utf8");
  const fits = hash !== null && answerHash(from.hash, tenant, [id, receivedAt, written]).equals(hash);
  if (!fits || !Buffer.from(written, "utf8").equals(record)) throw damaged(`The answer of manifest ${id}`);
  return { record: JSON.parse(written), received_at: receivedAt };
}

interface ViewFound extends TextView {
  readonly viewerHash: Buffer | null;
  readonly subject: Buffer;
}

const VIEW = `SELECT manifest_id, what, reason, viewer, viewer_hash AS viewerHash, at, subject_hash AS subject FROM views`;

/** A viewer who was erased is still told from credentials of no person: by the hash. */
const viewOf = ({ viewerHash, subject: _, ...view }: ViewFound): TextView => ({
  ...view,
  viewer: view.viewer ?? (viewerHash === null ? null : `hmac-sha256:${viewerHash.toString("hex")}`),
});

export function viewReader(from: Reading): PeopleStore["views"] {
  const select = from.database.prepare<[string, string, number], ViewFound>(
    `${VIEW} WHERE tenant = ? AND manifest_id = ? AND at_ms >= ? ORDER BY at_ms, row`,
  );
  return async (caller, id) => {
    const viewer = viewerOf(from, caller);
    const oldest = cutoffsNow(from).views;
    const found = reading(from, `The views of manifest ${id}`, () => select.all(caller.tenant, id, oldest));
    return found.filter(({ subject }) => maySee(viewer, subject)).map(viewOf);
  };
}

const PAGE = 50;

interface Exported extends AnswerFound {
  readonly row: number;
  readonly id: string;
  readonly createdMs: number;
  readonly body: Buffer | null;
  readonly bodyHash: Buffer | null;
}

/** Page by page, so that no read stays open between two: an open one would keep an erasure from the disk. */
export function personExporter(from: Reading): PeopleStore["exportPerson"] {
  const { database, hash } = from;
  const manifests = database.prepare<[string, Buffer, number, number], Exported>(
    `SELECT m.row AS row, m.id AS id, m.created_ms AS createdMs, CAST(b.body AS BLOB) AS body, CAST(b.body_hash AS BLOB) AS bodyHash,
     CAST(a.record AS BLOB) AS record, CAST(a.record_hash AS BLOB) AS hash, a.received_at AS receivedAt, a.received_ms AS receivedMs
     FROM manifests m INDEXED BY manifests_by_subject JOIN bodies b ON b.manifest = m.row LEFT JOIN answers a ON a.manifest = m.row
     WHERE m.tenant = ? AND m.subject_hash = ? AND m.row > ? AND m.created_ms >= ? ORDER BY m.row LIMIT ${PAGE}`,
  );
  const views = database.prepare<[string, Buffer, number], ViewFound>(
    `${VIEW} WHERE tenant = ? AND subject_hash = ? AND at_ms >= ? ORDER BY at_ms, row`,
  );
  const texts = database.prepare<[Buffer, number, number], { row: number; hash: Buffer; body: Buffer }>(
    `SELECT t.row AS row, t.hash AS hash, CAST(t.body AS BLOB) AS body FROM text_owners o JOIN texts t ON t.row = o.text
     WHERE o.subject_hash = ? AND o.used_hour >= ? AND t.row > ? ORDER BY t.row LIMIT ${PAGE}`,
  );
  const memories = memoryExporter(from, PAGE);
  return async function* (caller): AsyncGenerator<PersonRecord> {
    const { tenant } = caller;
    const subject = hash.subject(tenant, caller.about);
    const cutoffs = cutoffsNow(from);
    const page = <Row>(read: () => readonly Row[]): readonly Row[] => reading(from, "The records of a person", read);
    yield* pages(
      (after) => page(() => manifests.all(tenant, subject, after, cutoffs.manifests)),
      (row) => recordsOf(from, caller, row),
    );
    yield* pages(
      (after) => page(() => memories(caller, after)),
      ({ record }) => [record],
    );
    for (const view of page(() => views.all(tenant, subject, cutoffs.views))) {
      yield { kind: "view", id: view.manifest_id, body: viewOf(view) };
    }
    yield* pages(
      (after) => page(() => texts.all(subject, firstHourKept(cutoffs.texts), after)),
      (row) => [textRecord(from, tenant, row)],
    );
  };
}

async function* pages<Row extends { readonly row: number }>(
  read: (after: number) => readonly Row[],
  recordsOf: (row: Row) => readonly PersonRecord[],
): AsyncGenerator<PersonRecord> {
  for (let after = -1, more = true; more; ) {
    const rows = read(after);
    for (const row of rows) yield* recordsOf(row);
    after = rows.at(-1)?.row ?? after;
    more = rows.length === PAGE;
  }
}

function recordsOf(from: Reading, caller: CallerAbout, row: Exported): readonly PersonRecord[] {
  const { id, createdMs, body } = row;
  const answer = soundAnswer(from, caller, id, row);
  const manifest = soundManifest(from, caller, { id, createdMs, body, hash: row.bodyHash });
  return [{ kind: "manifest", id, body: manifest }, ...(answer === null ? [] : [{ kind: "answer" as const, id, body: answer }])];
}

function textRecord({ hash }: Reading, tenant: string, { hash: key, body }: { hash: Buffer; body: Buffer }): PersonRecord {
  const id = `hmac-sha256:${key.toString("hex")}`;
  if (!hash.bytes(tenant, body).equals(key)) throw damaged(`Text ${id}`);
  return { kind: "text", id, body: body.toString("utf8") };
}
