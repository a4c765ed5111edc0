/**
 * Hashes anew what statements are known by, where other rules than today's found it and their words are still kept: at the first looks at the
 * person's memory, since the hashes are made with who it is about, which no row says in clear. IO through the store that it is given.
 */
import type { CallerAbout } from "../caller.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { traceHashesOf } from "./memory-rules.ts";
import type { MemoryStore, MemoryView, RecallQuery, StoredMemory } from "./memory-store.ts";

/** Statements that one look hashes anew: as many as are opened in a few milliseconds. */
export const MOST_RENEWED = 100;

export interface Looked {
  readonly view: MemoryView;
  /** Whose hashes are of an earlier version, up to `MOST_RENEWED`; none where nothing is compared. */
  readonly stale: readonly StoredMemory[];
}

/** Of one statement, by today's rules. Hashes are hex. */
export interface Renewed {
  readonly id: string;
  readonly traceHashes: readonly string[];
}

export interface Renewing {
  readonly hash: KeyedHash;
  readonly look: (caller: CallerAbout, asked: RecallQuery) => Promise<Looked>;
  /** Of the statements those that are neither deleted nor hashed anew meanwhile. */
  readonly write: (tenant: string, renewed: readonly Renewed[]) => Promise<unknown>;
}

/** Looks again where something was hashed anew. What could not be written is tried again by the next look, and answers as it is until then. */
export function renewingRecall({ hash, look, write }: Renewing): MemoryStore["recall"] {
  return async (caller, asked) => {
    const { view, stale } = await look(caller, asked);
    if (stale.length === 0) return view;
    const renewed = stale.map(({ id, statement }) => ({ id, traceHashes: traceHashesOf(hash, caller, statement) }));
    const isWritten = await write(caller.tenant, renewed).then(
      () => true,
      () => false,
    );
    return isWritten ? (await look(caller, asked)).view : view;
  };
}
