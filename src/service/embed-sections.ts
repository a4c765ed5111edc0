/** Works off texts that have no vector yet: one batch at a time, a rest after each fault, halves where one text may be at fault. IO. */
import { setTimeout as pause } from "node:timers/promises";
import type { Embedder } from "../model/embeddings.ts";
import { type EmbedCause, type EmbedFailure, failedEmbed } from "../model/embeddings-result.ts";

export interface TextToEmbed {
  /** SHA-256 of the text, 64 hex digits. */
  readonly hash: string;
  readonly text: string;
}

/** For the log: no text, no address. */
export interface EmbedFault extends EmbedFailure {
  /** Texts of the batch that failed. */
  readonly texts: number;
  /** Milliseconds until the next call. */
  readonly restMs: number;
}

export interface SectionEmbedderOptions {
  readonly embedder: Pick<Embedder, "batch" | "embed">;
  /** Whether a text is still to be embedded; asked when its turn comes. */
  readonly isWanted: (hash: string) => boolean;
  /** False: the vectors are none that can be used. The batch has then failed with `dimensions`. */
  readonly accept: (vectors: ReadonlyMap<string, Float32Array>) => boolean;
  /** A text that the endpoint refuses, alone, while it takes others. It is not sent again. */
  readonly refuse: (hash: string) => void;
  readonly onFault: (fault: EmbedFault) => void;
  /** Milliseconds after the first fault; twice as many after each further one in a row. */
  readonly firstRestMs: number;
  readonly longestRestMs: number;
}

export interface SectionEmbedder {
  add(texts: readonly TextToEmbed[]): void;
  /** Ends the call under way and the rest; resolves when nothing runs any more. */
  close(): Promise<void>;
}

type Batch = readonly TextToEmbed[];

/** Starts when something is added, ends when nothing is left. A batch that failed goes behind the others. */
export function createSectionEmbedder(options: SectionEmbedderOptions): SectionEmbedder {
  const { embedder, isWanted, accept, refuse, onFault } = options;
  const closing = new AbortController();
  const fresh: TextToEmbed[] = [];
  /** Batches that failed, and halves of such. */
  const failed: Batch[] = [];
  let running = false;
  let run: Promise<void> = Promise.resolve();
  let faultsInARow = 0;
  let worked = false;

  const take = (): Batch | undefined => (fresh.length > 0 ? fresh.splice(0, embedder.batch) : failed.shift());

  async function embed(batch: Batch): Promise<EmbedFailure | null> {
    const texts = batch.map(({ text }) => text);
    const result = await embedder.embed(texts, { signal: () => closing.signal, deadlineMs: Number.POSITIVE_INFINITY });
    if (result.status === "failed") return result;
    const vectors = new Map(batch.map(({ hash }, index) => [hash, result.vectors[index] as Float32Array]));
    return accept(vectors) ? null : failedEmbed("dimensions");
  }

  async function restAfter(failure: EmbedFailure, batch: Batch): Promise<void> {
    const restMs = Math.min(options.firstRestMs * 2 ** faultsInARow, options.longestRestMs);
    faultsInARow += 1;
    onFault({ ...failure, texts: batch.length, restMs });
    // Not a reason for the process to stay; an abort ends it early and is no error.
    await pause(restMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
  }

  async function workOff(): Promise<void> {
    for (let next = take(); next !== undefined && !closing.signal.aborted; next = take()) {
      const batch = next.filter(({ hash }) => isWanted(hash));
      const failure = batch.length === 0 ? null : await embed(batch);
      if (closing.signal.aborted) break;
      if (failure === null) {
        worked ||= batch.length > 0;
        if (batch.length > 0) faultsInARow = 0;
        continue;
      }
      const alone = batch.length === 1 ? batch[0] : undefined;
      if (alone !== undefined && worked && isRefusal(failure)) refuse(alone.hash);
      else failed.push(...(mayBeOneText(failure) ? halves(batch) : [batch]));
      await restAfter(failure, batch);
    }
    // In the same turn as the last look at the list: what is added from here on starts anew.
    running = false;
  }

  return {
    add(texts) {
      if (closing.signal.aborted || texts.length === 0) return;
      fresh.push(...texts);
      if (running) return;
      running = true;
      run = workOff();
    },
    async close() {
      closing.abort();
      await run;
    },
  };
}

/** What a server says to a text it does not take: too long, of a kind it cannot read, or one that it finds no vector for. */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);
const REFUSING_CAUSES: ReadonlySet<EmbedCause> = new Set<EmbedCause>(["invalid", "too_large"]);

const isRefusal = ({ cause, httpStatus }: EmbedFailure): boolean =>
  REFUSING_CAUSES.has(cause) || REFUSING_STATUSES.has(httpStatus ?? 0);

/** A server that breaks down over one text says 5xx; one that is slow may manage half as many. */
const mayBeOneText = (failure: EmbedFailure): boolean =>
  isRefusal(failure) || failure.cause === "timeout" || (failure.httpStatus ?? 0) >= 500;

function halves(batch: Batch): readonly Batch[] {
  const middle = batch.length >> 1;
  return [batch.slice(0, middle), batch.slice(middle)].filter(({ length }) => length > 0);
}
