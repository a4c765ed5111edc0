/** What is to be embedded next, and what becomes of a batch that failed. State in memory, no IO. */
import type { EmbedCause, EmbedFailure } from "../model/embeddings-result.ts";

export interface TextToEmbed {
  /** SHA-256 of the text, 64 hex digits. */
  readonly hash: string;
  readonly text: string;
}

export type Batch = readonly TextToEmbed[];

export interface BatchQueue {
  add(texts: readonly TextToEmbed[]): void;
  /** From 1 to `size` texts that are still wanted; null: nothing is left. */
  take(): Batch | null;
  /**
   * A refused batch comes back in halves at once, so that the text at fault is found in few calls; one that failed
   * otherwise goes behind everything else. A text refused alone, by a server that takes others (`worked`), does not come
   * back.
   */
  putBack(batch: Batch, failure: EmbedFailure, worked: boolean): void;
}

export function createBatchQueue(size: number, isWanted: (hash: string) => boolean): BatchQueue {
  const refused: Batch[] = [];
  const fresh: TextToEmbed[] = [];
  const failed: Batch[] = [];

  const next = (): Batch | undefined => refused.shift() ?? (fresh.length > 0 ? fresh.splice(0, size) : failed.shift());

  return {
    add: (texts) => void fresh.push(...texts),
    take() {
      for (let batch = next(); batch !== undefined; batch = next()) {
        const wanted = batch.filter(({ hash }) => isWanted(hash));
        if (wanted.length > 0) return wanted;
      }
      return null;
    },
    putBack(batch, failure, worked) {
      const refusal = isRefusal(failure);
      if (batch.length > 1 && refusal) refused.unshift(...halves(batch));
      else if (batch.length > 1 && mayBeTooMuch(failure)) failed.push(...halves(batch));
      else if (!(refusal && worked)) failed.push(batch);
    },
  };
}

const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);
const REFUSING_CAUSES: ReadonlySet<EmbedCause> = new Set<EmbedCause>(["invalid", "too_large"]);

/** What a server says to a text it does not take: too long, of a kind it cannot read, or one that it finds no vector for. */
export const isRefusal = ({ cause, httpStatus }: EmbedFailure): boolean =>
  REFUSING_CAUSES.has(cause) || REFUSING_STATUSES.has(httpStatus ?? 0);

/** A server that is slow, or breaks down over one text, may manage half as many. */
const mayBeTooMuch = ({ cause, httpStatus }: EmbedFailure): boolean => cause === "timeout" || (httpStatus ?? 0) >= 500;

function halves(batch: Batch): readonly [Batch, Batch] {
  const middle = batch.length >> 1;
  return [batch.slice(0, middle), batch.slice(middle)];
}
