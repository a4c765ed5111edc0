/** Further marks in a long conversation, so that the provider finds what an earlier prompt of it left in the cache. Pure. */
import type { Said } from "../candidate.ts";
import type { Part } from "../parts.ts";
import { imagesIn } from "../render/images.ts";

export interface TurnMarks {
  /** Indices of the parts behind which a mark stands beside the last one; newest first. */
  readonly more: readonly number[];
  /** Index of the oldest turn behind which an earlier prompt may have ended for its cache to be found. */
  readonly oldest: number;
}

export interface TurnMarksInput {
  readonly parts: readonly Part[];
  /** Indices of the first turn and of the one behind which the last mark stands; turns alone between them. */
  readonly first: number;
  readonly end: number;
  /** Places that the provider looks at from a mark backwards, the mark's own among them. */
  readonly lookback: number;
  /** Marks that may still be set. */
  readonly left: number;
  /** Whether the prompt up to this part is long enough to be cached. */
  readonly isLongEnough: (index: number) => boolean;
}

/**
 * An earlier prompt of the conversation left a cache behind its own last turn, and the provider looks for it from each mark a number
 * of blocks back. So the next mark stands behind the furthest turn that is no more than so many blocks back: together they look
 * without a gap. A turn that is longer than that has no place within for a prompt to end at, so the mark before it is next.
 */
export function turnMarks({ parts, first, end, lookback, left, isLongEnough }: TurnMarksInput): TurnMarks {
  const more: number[] = [];
  let mark = end;
  for (;;) {
    const seen = reachOf(parts, { first, mark, blocks: lookback - 1 });
    if (more.length >= left || seen === first) return { more, oldest: seen };
    const next = Math.min(mark - 1, reachOf(parts, { first, mark, blocks: lookback }));
    if (!isLongEnough(next)) return { more, oldest: seen };
    more.push(next);
    mark = next;
  }
}

interface Reach {
  readonly first: number;
  readonly mark: number;
  readonly blocks: number;
}

/** The oldest turn whose last block is at most so many blocks before the mark's. */
function reachOf(parts: readonly Part[], { first, mark, blocks }: Reach): number {
  let at = mark;
  let back = 0;
  while (at > first) {
    back += blocksOfTurn(parts[at]?.said ?? null);
    if (back > blocks) return at;
    at -= 1;
  }
  return at;
}

/**
 * As many as the format with marks sends: a block for each text, image and call. A result is one, and each image in it one more: nobody
 * says whether the provider looks into a result, and marks that stand nearer cost nothing.
 */
function blocksOfTurn(said: Said | null): number {
  if (said === null) return 1;
  return said.role === "tool" ? 1 + imagesIn(said.content).length : said.content.length + said.toolCalls.length;
}
