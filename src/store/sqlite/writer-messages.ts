/** What crosses between the store and the thread of its writer. Errors cross as data: a cloned error loses its code. Pure. */
import type { Outcome } from "../group-commit.ts";
import type { Entry, Written } from "./entries.ts";

export interface WriterSettings {
  /** Absolute; the file is there and has the schema of this version. */
  readonly path: string;
  readonly maxPages: number | null;
  /** What the seals are made from. */
  readonly masterKey: string;
  /** Bytes of disk that are kept for erasing on a full one. */
  readonly reserveBytes: number;
}

export type WriterRequest =
  | { readonly id: number; readonly ask: "write"; readonly entries: readonly Entry[] }
  | { readonly id: number; readonly ask: "clean" | "close" };

interface SentError {
  readonly message: string;
  /** Of SQLite; null for any other error. */
  readonly code: string | null;
}

export type SentOutcome = { readonly value: Written } | { readonly sent: SentError };

export type WriterReply =
  | { readonly id: number; readonly outcomes: readonly SentOutcome[] }
  | { readonly id: number; readonly done: boolean };

export function toSend(outcome: Outcome<Written>): SentOutcome {
  if ("value" in outcome) return outcome;
  const { error } = outcome;
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  return { sent: { message: error instanceof Error ? error.message : "unknown", code } };
}

export const fromSent = (outcome: SentOutcome): Outcome<Written> =>
  "value" in outcome ? outcome : { error: Object.assign(new Error(outcome.sent.message), { code: outcome.sent.code }) };
