/** Where a dictionary sees the edges of words in a script without spaces. Pure but for the platform's dictionaries. */

import { wordSegmenter } from "./unspaced.ts";

/** Marks that no word goes across, whatever stands around them: a dictionary looks no further. */
const STOP = /[\s!?;,()…。、，！？；（）「」]/u;
/** The platform's time grows with the square of what it cuts, and people write marks or blanks sooner. */
const LONGEST_CUT = 640;
/** A longer stretch is cut in parts, each with so much before and after it that its own edges are seen. */
const PART = 512;
const AROUND = 64;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Tells whether there are such edges at both ends of a part of `text`. */
export function edgesOf(text: string): (start: number, end: number) => boolean {
  let stretch: Stretch = { from: 0, to: -1 };
  let part: Stretch = stretch;
  let cut: Stretch = stretch;
  let segments = wordSegmenter.segment("");
  // Few places are asked for, so only those are looked at: listing all segments makes an object for each.
  const segmentAt = (at: number): Intl.SegmentData | null => {
    const found = segments.containing(at - cut.from);
    return found?.index === at - cut.from ? found : null;
  };
  return (start, end) => {
    if (!holds(part, start, end)) {
      if (!holds(stretch, start, end)) stretch = stretchAround(text, start, end);
      part = partAround(stretch, start, end);
      cut = { from: Math.max(stretch.from, part.from - AROUND), to: Math.min(stretch.to, part.to + AROUND) };
      segments = wordSegmenter.segment(text.slice(cut.from, cut.to));
    }
    const first = segmentAt(start);
    if (first === null) return false;
    // Mostly a segment is what was asked about; an end within it is no edge.
    const stop = start + first.segment.length;
    return end === start || end === stop || (end > stop && (end === cut.to || segmentAt(end) !== null));
  };
}

const holds = ({ from, to }: Stretch, start: number, end: number): boolean => start >= from && end <= to;

/** What stands between stops. */
function stretchAround(text: string, start: number, end: number): Stretch {
  let from = start;
  let to = end;
  while (from > 0 && !STOP.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && !STOP.test(text.charAt(to))) to += 1;
  return { from, to };
}

function partAround({ from, to }: Stretch, start: number, end: number): Stretch {
  if (to - from <= LONGEST_CUT) return { from, to };
  const first = from + Math.floor((start - from) / PART) * PART;
  return { from: first, to: Math.min(to, Math.max(first + PART, end)) };
}

/** UTF-16 offsets of every start and end of a segment. */
export function wordEdges(text: string): ReadonlySet<number> {
  const edges = new Set([text.length]);
  for (const { index } of wordSegmenter.segment(text)) edges.add(index);
  return edges;
}
