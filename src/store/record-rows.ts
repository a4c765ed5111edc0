/** A record as it is handed to the writer of either store: checked, as text and hashes; hashes are hex. Pure. */
import type { CallerAbout } from "../caller.ts";
import { hashBytes, type KeyedHash } from "./keyed-hash.ts";
import type { ManifestWrite, StoredManifest } from "./manifest-store.ts";
import { marksOf, shadowMark } from "./marks.ts";
import type { ShadowWrite, StoredShadow } from "./shadow-store.ts";
import { auditUnavailable } from "./store-errors.ts";

export interface TextRow {
  readonly hash: string;
  readonly body: string;
}

export interface ManifestRow {
  readonly id: string;
  readonly tenant: string;
  readonly subjectHash: string;
  readonly createdMs: number;
  readonly policy: string;
  readonly digest: string;
  readonly intent: string;
  readonly requestId: string;
  readonly conversation: string | null;
  readonly body: string;
  readonly bodyHash: string;
  readonly marks: readonly string[];
  readonly texts: readonly TextRow[];
}

const MANIFEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The form of an id that can be in a store at all: 1 to 64 letters, digits, `_` and `-`. */
export const isManifestId = (id: string): boolean => MANIFEST_ID.test(id);

/** Throws AppError for an id, an instant or a hash that is not of its form and for a text without a UTF-8 form. */
export function manifestRow(hash: KeyedHash, caller: CallerAbout, manifest: ManifestWrite): ManifestRow {
  const { core, inputs, envelope } = manifest;
  if (!isManifestId(envelope.manifest_id)) throw auditUnavailable("The manifest's id is not 1 to 64 letters, digits, _ and -.");
  const body = JSON.stringify({ core, inputs, envelope } satisfies Record<keyof StoredManifest, unknown>);
  return {
    id: envelope.manifest_id,
    tenant: caller.tenant,
    subjectHash: hash.subject(caller.tenant, caller.about).toString("hex"),
    createdMs: instantMs(envelope.created_at),
    policy: core.policy.name,
    digest: core.policy.digest,
    intent: core.routing.intent,
    requestId: envelope.request_id,
    conversation: envelope.conversation,
    body,
    bodyHash: hash.bytes(caller.tenant, body).toString("hex"),
    marks: marksOf({ ...core, findings: [...core.findings, ...(envelope.prefix?.findings ?? [])] }),
    texts: textRows(manifest.texts),
  };
}

export interface ShadowRow {
  readonly tenant: string;
  readonly subjectHash: string;
  readonly experiment: string;
  readonly variant: string;
  readonly body: string;
  /** Null where nothing differs. */
  readonly mark: string | null;
}

/** Throws AppError as `manifestRow` does. */
export function shadowRow(
  hash: KeyedHash,
  { tenant, about }: Pick<CallerAbout, "tenant" | "about">,
  shadow: ShadowWrite,
): ShadowRow {
  const { experiment, variant, result, computed_at, isOther } = shadow;
  instantMs(computed_at);
  return {
    ...{ tenant, experiment, variant },
    subjectHash: hash.subject(tenant, about).toString("hex"),
    body: JSON.stringify({ result, computed_at } satisfies Omit<StoredShadow, "experiment" | "variant">),
    mark: isOther ? shadowMark(experiment, variant) : null,
  };
}

/** Upper bound of what a row holds in memory. */
export const bytesOf = (body: string, texts: readonly TextRow[]): number =>
  2 * texts.reduce((sum, text) => sum + text.body.length, body.length);

/** That each hash is the text's own is the caller's part, and is checked at every read. Throws as `manifestRow` does. */
export function textRows(texts: ReadonlyMap<string, string>): readonly TextRow[] {
  return [...texts].map(([written, body]) => {
    const hash = hashBytes(written);
    if (hash === null) throw auditUnavailable("A text of the record is not under a keyed hash.");
    if (!body.isWellFormed()) throw auditUnavailable("A text of the record has no UTF-8 form.");
    return { hash: hash.toString("hex"), body };
  });
}

/** Milliseconds since the epoch. Throws AppError `audit_unavailable` for what is no RFC 3339 instant in UTC. */
export function instantMs(written: string): number {
  const ms = typeof written === "string" && written.endsWith("Z") ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(ms)) throw auditUnavailable("The record's time is not RFC 3339 in UTC.");
  return ms;
}

/** Keyed hash of an answer's record as JSON. Covers whose answer it is and when it came. */
export const answerHash = (hash: KeyedHash, tenant: string, [id, at, record]: readonly [string, string, string]): Buffer =>
  hash.bytes(tenant, `${id}\n${at}\n${record}`);
