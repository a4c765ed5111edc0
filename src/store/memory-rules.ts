/** What becomes of a statement that is written: stored, known already, or refused. One set of rules for both stores. Pure. */
import type { CallerAbout } from "../caller.ts";
import { AppError } from "../errors.ts";
import { type Trace, traceName, turnName } from "../pipeline/memory/past-statement.ts";
import { canonicalJson } from "../text/json/canonical.ts";
import { statementTraces, TRACE_VERSION } from "../text/restated/traces.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import type { PagePlace } from "./manifest-query.ts";
import type { MemoryWrite, Origin, Statement, StoredMemory } from "./memory-store.ts";
import { instantMs, isManifestId } from "./record-rows.ts";
import { asUnavailable, damaged } from "./store-errors.ts";

/** How long a repeated write is known by its idempotency key. */
export const IDEMPOTENCY_MS = 24 * 3_600_000;

/** A statement as it is handed to the writer of either store. Hashes are hex, keyed, and of this person alone. */
export interface MemoryRow {
  readonly id: string;
  readonly tenant: string;
  readonly subjectHash: string;
  readonly createdMs: number;
  /** Of the slot; of the words where it has none, so that the same words stand once. */
  readonly slotHash: string;
  /** Of everything that makes two writes the same statement. */
  readonly contentHash: string;
  readonly turnHash: string | null;
  /** Of what it is known by once its words are gone. */
  readonly traceHashes: readonly string[];
  /** Of the rules that found what it is known by. */
  readonly traceVersion: number;
  readonly origin: Origin;
  readonly expiresMs: number | null;
  readonly body: string;
  readonly bodyHash: string;
  readonly links: readonly string[];
  readonly requestHash: string | null;
  readonly requestBodyHash: string | null;
}

/** What a store has, as far as the rules look at it. */
export interface MemoryFound {
  readonly id: string;
  readonly origin: Origin;
  /** Hex. */
  readonly contentHash: string;
  readonly expiresMs: number | null;
  readonly supersededBy: string | null;
  readonly isDeleted: boolean;
}

export interface Surroundings {
  /** What was written under the idempotency key; null where nothing was. `bodyHash` is empty once the person was erased. */
  readonly request: { readonly id: string; readonly bodyHash: string; readonly isDeleted: boolean } | null;
  /** What stands in the slot: neither replaced nor deleted. */
  readonly slot: readonly MemoryFound[];
  /** Those of the links that are this person's. */
  readonly links: readonly MemoryFound[];
}

export type Refusal = "other_body" | "deleted" | "erased" | "unknown_link" | "gone_link" | "outranked";

export type Verdict =
  | { readonly what: "store"; readonly superseded: readonly string[] }
  | { readonly what: "already"; readonly id: string }
  | { readonly what: "refused"; readonly why: Refusal };

/** An explicit statement that stands is replaced by an explicit one only; an expired one stands no more. */
export function verdictOn(row: MemoryRow, { request, slot, links }: Surroundings): Verdict {
  if (request !== null) {
    if (request.bodyHash === "") return { what: "refused", why: "erased" };
    if (request.bodyHash !== row.requestBodyHash) return { what: "refused", why: "other_body" };
    return request.isDeleted ? { what: "refused", why: "deleted" } : { what: "already", id: request.id };
  }
  const same = slot.find((one) => one.contentHash === row.contentHash && isInForce(one.expiresMs, row.createdMs));
  if (same !== undefined && row.links.length === 0) return { what: "already", id: same.id };
  if (links.length < row.links.length) return { what: "refused", why: "unknown_link" };
  if (links.some((one) => one.supersededBy !== null || one.isDeleted)) return { what: "refused", why: "gone_link" };
  const replaced = [...slot, ...links];
  if (row.origin === "inferred" && replaced.some((one) => one.origin === "explicit" && isInForce(one.expiresMs, row.createdMs))) {
    return { what: "refused", why: "outranked" };
  }
  return { what: "store", superseded: [...new Set(replaced.map(({ id }) => id))].sort() };
}

/** Whether a statement that was neither replaced nor deleted holds at an instant. Milliseconds since the epoch; null: for good. `RUN_OUT` of the stores says the same. */
export const isInForce = (expiresMs: number | null, atMs: number): boolean => expiresMs === null || expiresMs > atMs;

const REFUSED: Readonly<Record<Refusal, readonly ["conflict" | "erased" | "not_found", string]>> = {
  other_body: ["conflict", "The idempotency key was used for another statement within a day. Use a new key for a new statement."],
  deleted: ["erased", "The statement that was written under this idempotency key was deleted since."],
  erased: [
    "erased",
    "The person was erased since this idempotency key was used; nothing was written. Use a new key for what is said anew.",
  ],
  unknown_link: ["not_found", "supersedes names a statement that this person does not have."],
  gone_link: [
    "conflict",
    "supersedes names a statement that is replaced or deleted already. Read the list and link to what stands.",
  ],
  outranked: ["conflict", "What the person said stands here; what was concluded does not replace it. Nothing was written."],
};

export const refusedWrite = (why: Refusal): AppError => new AppError(...REFUSED[why]);

/** Throws AppError `audit_unavailable` for an id or an instant that is not of its form and for a text without a UTF-8 form. */
export function memoryRow(hash: KeyedHash, caller: CallerAbout, memory: MemoryWrite): MemoryRow {
  const { id, supersedes, created_at, idempotency, ...statement } = memory;
  const { tenant, about } = caller;
  const keyed = (...parts: readonly string[]): string =>
    hash.bytes(tenant, JSON.stringify(["memory", about, ...parts])).toString("hex");
  const { key, origin, expires_at, source } = statement;
  return asUnavailable(() => {
    const body = JSON.stringify({ ...statement, created_at } satisfies MemoryBody);
    const { source: _, stated_at: __, ...content } = statement;
    return {
      ...{ id, tenant, origin, body },
      subjectHash: hash.subject(tenant, about).toString("hex"),
      createdMs: instantMs(created_at),
      slotHash: key === null ? keyed("words", statement.statement) : keyed("slot", key),
      contentHash: keyed("content", canonicalJson(content)),
      turnHash: source === null ? null : hash.bytes(tenant, turnName(about, source)).toString("hex"),
      traceHashes: traceHashesOf(hash, caller, statement.statement),
      traceVersion: TRACE_VERSION,
      expiresMs: expires_at === null ? null : instantMs(expires_at),
      bodyHash: memoryHash(hash, tenant, id, body).toString("hex"),
      links: [...new Set(supersedes)].sort(),
      requestHash: idempotency === null ? null : keyed("request", idempotency.key),
      requestBodyHash: idempotency === null ? null : keyed("asked", idempotency.body),
    };
  });
}

/** Hex: what a person's statement is known by once its words are gone, by the rules of `TRACE_VERSION`. */
export const traceHashesOf = (hash: KeyedHash, { tenant, about }: CallerAbout, statement: string): readonly string[] =>
  tracesOf(statement).map((trace) => hash.bytes(tenant, traceName(about, trace)).toString("hex"));

function tracesOf(statement: string): readonly Trace[] {
  const { words, values } = statementTraces(statement);
  return [...words.map((one) => ["words", one] as const), ...values.map((one) => ["value", one] as const)];
}

type MemoryBody = Statement & { readonly created_at: string };

const memoryHash = (hash: KeyedHash, tenant: string, id: string, body: string): Buffer =>
  hash.bytes(tenant, `memory ${id}\n${body}`);

export interface MemoryStored {
  readonly id: string;
  /** UTF-8. */
  readonly body: Buffer;
  readonly bodyHash: Buffer;
  readonly supersededBy: string | null;
  readonly supersededMs: number | null;
}

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function soundMemory(hash: KeyedHash, tenant: string, row: MemoryStored): StoredMemory {
  const body = row.body.toString("utf8");
  const isSound = memoryHash(hash, tenant, row.id, body).equals(row.bodyHash) && Buffer.from(body, "utf8").equals(row.body);
  if (!isSound) throw damaged(`Memory ${row.id}`);
  return {
    id: row.id,
    ...(JSON.parse(body) as MemoryBody),
    superseded_by: row.supersededBy,
    superseded_at: row.supersededMs === null ? null : new Date(row.supersededMs).toISOString(),
  };
}

/** An id that can be in a store at all. */
export const isMemoryId = isManifestId;

/** The page of rows of which one more than `limit` was read. */
export function memoryPage(
  rows: readonly { readonly memory: StoredMemory; readonly createdMs: number }[],
  limit: number,
): {
  readonly items: readonly StoredMemory[];
  readonly next: PagePlace | null;
} {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return {
    items: shown.map(({ memory }) => memory),
    next: isMore ? { created_at: new Date(last.createdMs).toISOString(), id: last.memory.id } : null,
  };
}
