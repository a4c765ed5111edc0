/** Works off texts that have no vector yet: one batch at a time, and a rest after each fault. IO. */
import { setTimeout as pause } from "node:timers/promises";
import type { Embedder } from "../model/embeddings.ts";
import { type EmbedFailure, failedEmbed } from "../model/embeddings-result.ts";
import { type Batch, createBatchQueue, isRefusal, type TextToEmbed } from "./batch-queue.ts";

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
  readonly onFault: (fault: EmbedFault) => void;
  /** Milliseconds after the first fault; twice as many after each further one in a row. See `restMsAfter` for refusals. */
  readonly firstRestMs: number;
  readonly longestRestMs: number;
}

export interface SectionEmbedder {
  add(texts: readonly TextToEmbed[]): void;
  /** Ends the call under way and the rest; resolves when nothing runs any more. */
  close(): Promise<void>;
}

/** Starts when something is added, ends when nothing is left. */
export function createSectionEmbedder(options: SectionEmbedderOptions): SectionEmbedder {
  const controller = new AbortController();
  const { signal } = controller;
  const queue = createBatchQueue(options.embedder.batch, options.isWanted);
  let running = false;
  let run: Promise<void> = Promise.resolve();
  let faultsInARow = 0;
  let worked = false;

  async function workOff(): Promise<void> {
    for (let batch = queue.take(); batch !== null; batch = queue.take()) {
      const failure = await embed(batch, options, signal);
      if (signal.aborted) break;
      worked ||= failure === null;
      faultsInARow = failure === null ? 0 : faultsInARow + 1;
      if (failure === null) continue;
      queue.putBack(batch, failure, worked);
      const restMs = restMsAfter(failure, faultsInARow, options);
      options.onFault({ ...failure, texts: batch.length, restMs });
      // Not a reason for the process to stay; an abort ends it early and is no error.
      await pause(restMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) break;
    }
    // In the same turn as the last look at the queue: what is added from here on starts anew.
    running = false;
  }

  return {
    add(texts) {
      if (signal.aborted || texts.length === 0) return;
      queue.add(texts);
      if (running) return;
      running = true;
      run = workOff();
    },
    async close() {
      controller.abort();
      await run;
    },
  };
}

async function embed(
  batch: Batch,
  { embedder, accept }: SectionEmbedderOptions,
  signal: AbortSignal,
): Promise<EmbedFailure | null> {
  const texts = batch.map(({ text }) => text);
  const result = await embedder.embed(texts, { signal: () => signal, deadlineMs: Number.POSITIVE_INFINITY });
  if (result.status === "failed") return result;
  const vectors = new Map(batch.map(({ hash }, index) => [hash, result.vectors[index] as Float32Array]));
  return accept(vectors) ? null : failedEmbed("dimensions");
}

/** Refusals in a row that looking for one text among 256 takes. */
const REFUSALS_OF_A_SEARCH = 9;

/**
 * Every refusal halves a batch or ends a text, so they come to an end, and a server that refuses is not overloaded: they
 * begin at an eighth of the rest. More in a row than one search takes mean that it refuses everything.
 */
function restMsAfter(
  failure: EmbedFailure,
  faultsInARow: number,
  { firstRestMs, longestRestMs }: Pick<SectionEmbedderOptions, "firstRestMs" | "longestRestMs">,
): number {
  const doublings = isRefusal(failure) ? Math.max(faultsInARow - REFUSALS_OF_A_SEARCH, -3) : faultsInARow - 1;
  return Math.min(firstRestMs * 2 ** doublings, longestRestMs);
}
