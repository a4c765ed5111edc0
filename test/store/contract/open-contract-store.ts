/** What the shared tests need of a store under test. Each implementation's tests give an opener of this form. */
import type { Retention } from "../../../src/store/retention.ts";
import type { Store } from "../../../src/store/store.ts";

/** What a test flips a byte of, behind the store's back: of the one record with that id (or hash, or digest). */
export interface Damage {
  readonly what: "manifest" | "text" | "answer" | "snapshot" | "memory" | "shadow";
  readonly id: string;
}

export interface Copy {
  readonly id: string;
  readonly endedMs: number;
}

export interface ContractStore {
  /** The one that is open now. */
  readonly store: Store;
  /** The store's wall clock, milliseconds since the epoch. */
  readonly clock: { now: number };
  /** Closes the store and opens what it wrote again, with the same settings. */
  again(): Promise<Store>;
  /** A second open store on the same data, as another process has it. */
  another(): Promise<Store>;
  damage(damage: Damage): Promise<void>;
  /** The hashes of all statements as other rules made them, or none: behind the store's back. */
  setTraces(traces: Buffer | null, version: number): Promise<void>;
  /** Further rows like that of a deleted statement, which ended when they say: thousands of writes take a minute. */
  repeat(deleted: string, copies: readonly Copy[]): Promise<void>;
}

/** An empty store, closed and removed when the test ends. Opened at `NOON`. */
export type OpenContractStore = (options?: { readonly retention?: Retention }) => Promise<ContractStore>;

export const NOON = "2026-11-29T12:00:00.000Z";
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** An instant so many milliseconds after noon. */
export const after = (ms: number): string => new Date(Date.parse(NOON) + ms).toISOString();
