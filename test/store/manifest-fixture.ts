/** A manifest, callers and a throw-away folder for the tests of the store. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type CallerAbout, callerAbout, PERMISSIONS, type Permission, verifiedCaller } from "../../src/caller.ts";
import type { Core } from "../../src/pipeline/records/core.ts";
import type { Envelope, ManifestStore, ManifestWrite } from "../../src/store/manifest-store.ts";
import type { MemoryWrite } from "../../src/store/memory-store.ts";
import type { PersonRecord } from "../../src/store/people-store.ts";
import { openSqliteStore, type SqliteStoreOptions } from "../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { CORE } from "../http/canned-answer.ts";
import { temporaryFolder } from "../support/test-end.ts";

export const KEY = "a-key-of-the-tests-0123456789abcdef";

/** Somebody who asks about herself, with every permission unless others are given. */
export const callerOf = (tenant: string, subject = "anna", permissions: readonly Permission[] = PERMISSIONS): CallerAbout =>
  callerAbout(verifiedCaller({ tenant, subject, groups: [], permissions: new Set(permissions) }), subject);

const UNUSED_HASH = `hmac-sha256:${"0".repeat(64)}`;

export interface ManifestParts {
  readonly texts?: readonly string[];
  readonly core?: Partial<Core>;
  readonly envelope?: Partial<Envelope>;
}

/** A manifest that refers to `texts`, hashed by the store it is meant for. */
export function manifestOf(
  store: ManifestStore,
  caller: CallerAbout,
  id: string,
  given: readonly string[] | ManifestParts = [],
): ManifestWrite {
  const { texts = [], core = {}, envelope = {} } = "length" in given ? { texts: given } : given;
  return {
    core: { ...CORE, ...core },
    inputs: { request_hash: UNUSED_HASH, question_hash: UNUSED_HASH, sources: [], verdict: null, model: null },
    envelope: {
      manifest_id: id,
      request_id: `request-${id}`,
      trace_id: "0af7651916cd43dd8448eb211c80319c",
      conversation: null,
      created_at: "2026-11-29T12:00:00.123Z",
      timings: [{ source: "readiness", ms: 1.5, via: "upstream" }],
      ...envelope,
    },
    texts: textsOf(store, caller, texts),
  };
}

export const textsOf = (store: ManifestStore, caller: CallerAbout, texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [store.hash(caller, text), text]));

/** A statement of the person's own, said and written at noon. */
export const memoryOf = (statement: string, given: Partial<MemoryWrite> = {}): MemoryWrite => ({
  ...{
    id: randomUUID(),
    statement,
    key: null,
    source: null,
    origin: "explicit",
    confidence: 1,
    expires_at: null,
    review_at: null,
  },
  ...{ stated_at: "2026-11-29T12:00:00.000Z", created_at: "2026-11-29T12:00:00.000Z", supersedes: [], idempotency: null },
  ...given,
});

/** Everything that the store has of the person. */
export async function exported(store: Store, caller: CallerAbout): Promise<readonly PersonRecord[]> {
  const records: PersonRecord[] = [];
  for await (const record of store.exportPerson(caller)) records.push(record);
  return records;
}

export interface OpenedStore {
  readonly store: Store;
  readonly path: string;
}

/** A store in a folder of its own, closed and removed after the test. */
export async function openTemporaryStore(options: Partial<SqliteStoreOptions> = {}): Promise<OpenedStore> {
  const path = options.path ?? join(temporaryFolder(), "winnow.db");
  const store = await openSqliteStore({ hashKey: KEY, version: "0.1.0", ...options, path });
  onTestFinished(() => store.close());
  return { store, path };
}
