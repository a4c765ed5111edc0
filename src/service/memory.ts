/** The write path of memory, apart from assembly: statements normalised, written once, listed and deleted for the person. IO through the store. */
import { randomUUID } from "node:crypto";
import { type Caller, type CallerAbout, callerAbout } from "../caller.ts";
import { AppError } from "../errors.ts";
import { cleanText } from "../policy/clean-value.ts";
import type { MemoryAsked, MemoryPage, MemoryStore, MemoryWrite, MemoryWritten, Origin } from "../store/memory-store.ts";
import { auditUnavailable } from "../store/store-errors.ts";
import { canonicalJson } from "../text/json/canonical.ts";
import { refused } from "./refused.ts";

/** How sure a statement is where its writer does not say. */
const CONFIDENCE: Readonly<Record<Origin, number>> = { explicit: 1, inferred: 0.5 };

/** As validated at the edge; absent means not given. */
export interface MemoryBody {
  readonly subject: string;
  readonly statement: string;
  readonly key?: string | undefined;
  readonly source?: { readonly turn: string; readonly conversation?: string | undefined } | undefined;
  readonly origin: Origin;
  readonly confidence?: number | undefined;
  readonly stated_at?: string | undefined;
  readonly expires_at?: string | undefined;
  readonly review_at?: string | undefined;
  readonly supersedes?: readonly string[] | undefined;
  readonly idempotency_key?: string | undefined;
}

export interface Deleted {
  readonly id: string;
  readonly deleted_at: string;
}

export interface Memory {
  /**
   * Throws AppError as `MemoryStore.remember` does, `forbidden`, and `invalid_request` for a statement that is over already. `erased` is only for
   * an idempotency key; without one `audit_unavailable` where erasures take each try away.
   */
  write(caller: Caller, body: MemoryBody): Promise<MemoryWritten>;
  list(caller: Caller, subject: string, asked: MemoryAsked): Promise<MemoryPage>;
  /** Again: the same answer. Throws AppError `not_found`. */
  delete(caller: Caller, id: string): Promise<Deleted>;
}

export interface MemoryDeps {
  readonly store: MemoryStore;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

export function createMemory({ store, now }: MemoryDeps): Memory {
  return {
    async write(caller, body) {
      const about = callerAbout(caller, body.subject);
      const nowMs = now();
      const statement = normalised(body.statement);
      if (statement === "") throw refused("/statement", "a statement with something to read in it", "text without any");
      const expires_at = utc(body.expires_at);
      if (expires_at !== null && Date.parse(expires_at) <= nowMs)
        throw refused("/expires_at", "a time to come", "a time that is over");
      const { idempotency_key: key, ...asked } = body;
      const created_at = new Date(nowMs).toISOString();
      return remembered(store, about, {
        ...{ statement, key: body.key ?? null, origin: body.origin, confidence: body.confidence ?? CONFIDENCE[body.origin] },
        source: body.source === undefined ? null : { conversation: body.source.conversation ?? null, turn: body.source.turn },
        ...{ stated_at: utc(body.stated_at) ?? created_at, created_at, expires_at, review_at: utc(body.review_at) },
        supersedes: body.supersedes ?? [],
        idempotency: key === undefined ? null : { key, body: canonicalJson(asked) },
      });
    },
    list: (caller, subject, asked) => store.memories(callerAbout(caller, subject), asked),
    async delete(caller, id) {
      const deleted = await store.forget(caller, id, new Date(now()).toISOString());
      if (deleted === "unknown") throw new AppError("not_found", "There is no statement of that id.");
      return { id, ...deleted };
    },
  };
}

/** Erasures of one person that end one after the other between a write and the reading of it. */
const MOST_TRIES = 5;

/**
 * A write without a key that an erasure, or a deletion, takes away while it runs is a new write after that: nobody was told of the first. With a
 * key the caller asks for that one write, and is told that it is gone.
 */
async function remembered(store: MemoryStore, about: CallerAbout, memory: Omit<MemoryWrite, "id">): Promise<MemoryWritten> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    try {
      return await store.remember(about, { id: randomUUID(), ...memory });
    } catch (error) {
      if (memory.idempotency !== null || !(error instanceof AppError) || error.code !== "erased") throw error;
    }
  }
  throw auditUnavailable("The person is being erased; nothing was kept. Write it again.");
}

/** One line, composed, without what can hide in a text. */
const normalised = (text: string): string => cleanText(text).normalize("NFC").replaceAll(/\s+/gu, " ").trim();

const utc = (instant: string | undefined): string | null => (instant === undefined ? null : new Date(instant).toISOString());
