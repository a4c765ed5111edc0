/** Keeps answers for as long as their source allows, by bytes, per tenant and person. State in memory, no IO. */
import { LRUCache } from "lru-cache";
import type { CallerAbout } from "../caller.ts";
import type { Source } from "../policy/rules/sources.ts";
import type { SourceResult } from "./source-result.ts";

type Facts = Extract<SourceResult, { status: "facts" }>;
type Answered = Exclude<SourceResult, { status: "failed" }>;

export interface AnswerCache {
  /** An answer within its time to live. */
  fresh(key: string): Answered | undefined;
  /** Older facts, marked stale, that may stand in for a failed call. */
  standIn(key: string): Facts | undefined;
  /** Takes note of a call's result: keeps an answer, keeps no failure, forgets the old answer where the service refuses it. */
  note(key: string, result: SourceResult, source: Source): void;
  /** Takes out what is kept for this person alone; says how many answers that were. */
  forget(caller: CallerAbout): number;
  /** How often somebody was forgotten: an answer that was asked for before is not to be noted after. */
  erasures(): number;
}

export interface AnswerCacheOptions {
  readonly maxBytes: number;
  /** Monotonic milliseconds. */
  readonly nowMs?: () => number;
}

interface Entry {
  readonly result: Answered;
  readonly expiresMs: number;
  readonly uselessMs: number;
}

/** "Nothing for this person" changes when somebody computes it, so it is believed for less long than facts. */
const MAX_NOT_COMPUTED_MS = 30_000;

/**
 * What an entry costs in bytes, so that the cache errs on the small side: its records, the text twice (as received and
 * in the value, at two bytes a character), the objects and arrays. Measured on Node 20 over six shapes of answers: the
 * real cost was half to four fifths of this.
 */
const COST = { entry: 512, character: 4, keyCharacter: 2, container: 64 } as const;

const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** The key of one answer: two callers share it only where the policy says that the source is the same for everybody. */
export function answerKey(caller: CallerAbout, policyDigest: string, source: Source, address: string): string {
  const person = source.shared ? [] : [caller.about];
  return JSON.stringify([caller.tenant, source.name, policyDigest, address, ...person]);
}

/** Whether a key is of an answer about this person alone. */
function isOf(key: string, { tenant, about }: CallerAbout): boolean {
  const [ofTenant, , , , person] = JSON.parse(key) as readonly string[];
  return ofTenant === tenant && person === about;
}

export function createAnswerCache({ maxBytes, nowMs = () => performance.now() }: AnswerCacheOptions): AnswerCache {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  let erasures = 0;
  return {
    fresh(key) {
      const entry = entries.get(key);
      return entry !== undefined && nowMs() < entry.expiresMs ? entry.result : undefined;
    },
    standIn(key) {
      const entry = entries.get(key);
      if (entry?.result.status !== "facts" || nowMs() >= entry.uselessMs) return undefined;
      return Object.freeze({ ...entry.result, stale: true });
    },
    note(key, result, source) {
      const entry = result.status === "failed" ? null : entryOf(result, source, nowMs());
      if (entry !== null && entry.uselessMs > nowMs()) entries.set(key, entry);
      else if (entry !== null || isRefusal(result)) entries.delete(key);
    },
    forget(caller) {
      erasures += 1;
      const theirs = [...entries.keys()].filter((key) => isOf(key, caller));
      for (const key of theirs) entries.delete(key);
      return theirs.length;
    },
    erasures: () => erasures,
  };
}

function entryOf(result: Answered, source: Source, nowMs: number): Entry {
  if (result.status === "facts") {
    const expiresMs = nowMs + source.ttlMs;
    return { result, expiresMs, uselessMs: expiresMs + source.staleIfErrorMs };
  }
  const expiresMs = nowMs + Math.min(source.ttlMs, MAX_NOT_COMPUTED_MS);
  return { result, expiresMs, uselessMs: expiresMs };
}

/** A 4xx is the service's word that we may not have it; an old copy would go round that. 408 and 429 only mean: later. */
function isRefusal(result: SourceResult): boolean {
  if (result.status !== "failed" || result.httpStatus === undefined) return false;
  const { httpStatus } = result;
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429;
}

function bytesOf({ result }: Entry, key: string): number {
  const text = result.status === "facts" ? result.raw : "";
  return COST.entry + COST.keyCharacter * key.length + COST.character * text.length + COST.container * containersIn(text);
}

/** Brackets inside strings count as well: an upper bound is what is wanted. */
function containersIn(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === OPEN_BRACKET || code === OPEN_BRACE) count += 1;
  }
  return count;
}
