/** A manifest, callers and a throw-away folder for the tests of the store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type CallerAbout, callerAbout, PERMISSIONS, type Permission, verifiedCaller } from "../../src/caller.ts";
import type { Core } from "../../src/pipeline/records.ts";
import type { ManifestStore, ManifestWrite } from "../../src/store/manifest-store.ts";
import { openSqliteStore, type SqliteStoreOptions } from "../../src/store/sqlite-store.ts";

export const KEY = "a-key-of-the-tests-0123456789abcdef";

/** Somebody who asks about herself, with every permission unless others are given. */
export const callerOf = (tenant: string, subject = "anna", permissions: readonly Permission[] = PERMISSIONS): CallerAbout =>
  callerAbout(verifiedCaller({ tenant, subject, groups: [], permissions: new Set(permissions) }), subject);

const UNUSED_HASH = `hmac-sha256:${"0".repeat(64)}`;

const CORE: Core = {
  versions: {
    schema: 1,
    service: "0.1.0",
    snapshot: "sha256:s",
    renderer: 1,
    tokenizer: "o200k_base",
    platform: "test",
    hash_key: "0123456789abcdef",
  },
  policy: { name: "coaching", digest: "sha256:p" },
  at: "2026-11-29T12:00:00Z",
  routing: {
    intent: "injury",
    certain: true,
    reason: null,
    contenders: ["injury"],
    decided_by: "rules",
    scores: [],
    suppressed: [],
    unmatched: [],
  },
  scope: {
    name: null,
    kind: null,
    from: null,
    to: null,
    text: null,
    start: null,
    end: null,
    zone: "UTC",
    zone_source: "default",
    source: "none",
    others: [],
    modifiers: [],
  },
  instructions: { language: "en", language_source: "words", language_confidence: null, max_words: 250, referral: false },
  red_flags: [],
  included: [],
  missing: [],
  withheld: [],
  dropped: [],
  findings: [],
  confidence: { level: "high", coverage: 1, reasons: [] },
  degraded: false,
  budget: {
    window: 16_000,
    reserve: 2_000,
    limit: 4_000,
    used: 259,
    exact: true,
    overhead: { messages: 0, facts_heading: 0, not_known: 0 },
    blocks: [],
    plan: null,
  },
  zones: [],
  context_hash: "sha256:c",
  format: "openai-chat",
  model: "gpt-4o-mini",
};

/** A manifest that refers to `texts`, hashed by the store it is meant for. */
export function manifestOf(store: ManifestStore, caller: CallerAbout, id: string, texts: readonly string[] = []): ManifestWrite {
  return {
    core: CORE,
    inputs: { request_hash: UNUSED_HASH, question_hash: UNUSED_HASH, sources: [], verdict: null, model: null },
    envelope: {
      manifest_id: id,
      request_id: `request-${id}`,
      trace_id: "0af7651916cd43dd8448eb211c80319c",
      conversation: null,
      created_at: "2026-11-29T12:00:00.123Z",
      timings: [{ source: "readiness", ms: 1.5, via: "upstream" }],
    },
    texts: new Map(texts.map((text) => [store.hash(caller, text), text])),
  };
}

/** A folder of its own, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "winnow-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface OpenedStore {
  readonly store: ManifestStore;
  readonly path: string;
}

/** A store in a folder of its own, closed and removed after the test. */
export async function openTemporaryStore(options: Partial<SqliteStoreOptions> = {}): Promise<OpenedStore> {
  const path = options.path ?? join(temporaryFolder(), "winnow.db");
  const store = await openSqliteStore({ hashKey: KEY, version: "0.1.0", ...options, path });
  onTestFinished(() => store.close());
  return { store, path };
}
