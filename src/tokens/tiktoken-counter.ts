/** Exact counts for OpenAI's encodings: js-tiktoken's vocabulary and pattern, our own merge of bounded cost. Pure once loaded. */

import { countShort, SHORT_BYTES } from "./bpe-merge.ts";
import { createLongMerge } from "./bpe-merge-long.ts";
import { type Encoding, loadEncoding } from "./encodings.ts";
import { createPieceCache, MAX_CACHED_PIECE_BYTES } from "./piece-cache.ts";
import { NO_RANK, type RankTable } from "./rank-table.ts";
import { createTextCache } from "./text-cache.ts";
import { windowEnd } from "./text-window.ts";
import type { TokenCounter } from "./token-counter.ts";
import { MAX_BYTES_PER_UNIT, writeUtf8 } from "./utf8.ts";

export interface CounterOptions {
  /** Pieces whose count is kept, rounded down to a power of two; 0 keeps none. Default 16,384, 1.6 MB. */
  readonly maxCachedPieces?: number;
  /** UTF-16 units of all texts whose count is kept, two bytes each at most; 0 keeps none. Default 4,194,304. */
  readonly maxCachedTextUnits?: number;
  /** A longer text is counted anew each time. UTF-16 units, default 16,384. */
  readonly maxTextUnits?: number;
}

/** Pieces up to this length share one buffer; a longer one gets its own and leaves it to the collector. */
const SHARED_PIECE_UNITS = 4096;

/** Counts the tokens of `text[start, end)`, one piece of the pattern. */
type CountPiece = (text: string, start: number, end: number) => number;

/**
 * Creates a counter for an encoding. `count` equals the length of js-tiktoken's `encode(text, [], [])`: control strings are
 * plain text, a lone surrogate counts as U+FFFD. It takes n log n in the longest unbroken run, linear otherwise, and never
 * throws. A text above 1,048,576 UTF-16 units is counted in windows and may be a few tokens off at a seam inside a line.
 * Rejects only where the package js-tiktoken is missing.
 */
export async function createTokenCounter(encoding: Encoding, options: CounterOptions = {}): Promise<TokenCounter> {
  const { maxCachedPieces = 16_384, maxCachedTextUnits = 4_194_304, maxTextUnits = 16_384 } = options;
  const { pattern, table } = await loadEncoding(encoding);
  const countText = createTextCounter(pattern, createPieceCounter(table, maxCachedPieces));
  const texts = createTextCache(maxCachedTextUnits);
  return {
    encoding,
    exact: true,
    count(text) {
      if (text.length > maxTextUnits) return countText(text);
      const known = texts.get(text);
      if (known !== undefined) return known;
      const tokens = countText(text);
      texts.set(text, tokens);
      return tokens;
    },
  };
}

function createTextCounter(pattern: string, countPiece: CountPiece): (text: string) => number {
  // Sticky, and `test` instead of `exec`: a match then costs no array and no string.
  const piece = new RegExp(pattern, "uy");
  const countWindow = (text: string): number => {
    let tokens = 0;
    for (let start = 0; start < text.length; ) {
      piece.lastIndex = start;
      // The patterns match every character; one that they left out would be no token, as in js-tiktoken.
      const end = piece.test(text) ? piece.lastIndex : start + 1;
      tokens += piece.lastIndex === end ? countPiece(text, start, end) : 0;
      start = end;
    }
    return tokens;
  };
  return (text) => {
    let tokens = 0;
    for (let start = 0; start < text.length; ) {
      const end = windowEnd(text, start);
      tokens += countWindow(text.slice(start, end));
      start = end;
    }
    return tokens;
  };
}

function createPieceCounter(table: RankTable, maxCachedPieces: number): CountPiece {
  const shared = new Uint8Array(SHARED_PIECE_UNITS * MAX_BYTES_PER_UNIT);
  const pieces = createPieceCache(maxCachedPieces);
  const long = createLongMerge(table);
  const merge = (bytes: Uint8Array, length: number): number =>
    length <= SHORT_BYTES ? countShort(table, bytes, length) : long.count(bytes, length);

  return (text, start, end) => {
    const units = end - start;
    const bytes = units <= SHARED_PIECE_UNITS ? shared : new Uint8Array(units * MAX_BYTES_PER_UNIT);
    const length = writeUtf8(text, start, end, bytes);
    if (length === 1 || table.rankOf(bytes, 0, length) !== NO_RANK) return 1;
    if (length > MAX_CACHED_PIECE_BYTES) return merge(bytes, length);
    const known = pieces.get(bytes, length);
    if (known > 0) return known;
    const tokens = merge(bytes, length);
    pieces.set(bytes, length, tokens);
    return tokens;
  };
}
