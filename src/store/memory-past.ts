/** What was replaced or deleted of a person's memory, as both stores read it. Pure. */
import { endFinder, type PastStatement } from "../pipeline/memory/past-statement.ts";
import { type MemoryView, MOST_PAST_TEXTS } from "./memory-store.ts";

/** What a request is compared with, lest it bring back what is past. */
export type Compared = Pick<MemoryView, "past" | "traces" | "texts">;

export const NOTHING_PAST: Compared = { past: [], traces: new Set(), texts: new Map() };

const HASH_BYTES = 32;

/** Hashes one behind the other, as a row holds them. */
export const joinedHashes = (hashes: readonly string[]): Buffer => Buffer.from(hashes.join(""), "hex");

/** As `ManifestStore.hash` writes them. */
export function writtenHashes(joined: Buffer): readonly string[] {
  return Array.from({ length: joined.length / HASH_BYTES }, (_, at) =>
    writtenHash(joined.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
  );
}

const writtenHash = (hash: Buffer): string => `hmac-sha256:${hash.toString("hex")}`;

export interface PastRow {
  readonly id: string;
  readonly by: string | null;
  /** Milliseconds, as the database writes an integer. */
  readonly replacedMs: number | string | null;
  readonly deletedAt: string | null;
  readonly turn: Buffer | null;
  readonly traces: Buffer | null;
  /** Whether it was replaced and its words are kept. SQLite writes a number. */
  readonly isKept: boolean | number;
}

/** What is past, and which words are to be read beside it. */
export interface Past {
  readonly past: readonly PastStatement[];
  /** Ids: of the last `MOST_PAST_TEXTS` whose words are kept, and of what stands at the end of the chain that each begins. */
  readonly texts: readonly string[];
}

/** Of rows in any order. */
export function pastOf(rows: readonly PastRow[]): Past {
  const all = rows.map((row) => ({ row, one: pastStatementOf(row) }));
  all.sort(({ one: a }, { one: b }) => b.endedMs - a.endedMs || (a.id < b.id ? -1 : 1));
  const past = all.map(({ one }) => one);
  const end = endFinder(past);
  const kept = all.flatMap(({ row, one }) => (row.isKept ? [one] : [])).slice(0, MOST_PAST_TEXTS);
  return { past, texts: [...new Set(kept.flatMap((one) => [one.id, end(one) ?? []].flat()))] };
}

const pastStatementOf = ({ id, by, replacedMs, deletedAt, turn, traces }: PastRow): PastStatement => ({
  ...{ id, by },
  endedMs: replacedMs === null ? Date.parse(deletedAt ?? "") : Number(replacedMs),
  turn: turn === null ? null : writtenHash(turn),
  traces: traces === null ? [] : writtenHashes(traces),
});
