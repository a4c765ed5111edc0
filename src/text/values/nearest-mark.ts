/** Which word of a topic stands nearest to a value, in the same sentence. Pure. */
import { firstPlace } from "../first-place.ts";
import type { Found, Reading } from "./reading.ts";
import type { StatedValue } from "./stated-value.ts";

const NEAR_WORDS = 20;
const NEAR_SIGNS = 40;

export interface Sentenced {
  readonly reading: Reading;
  /** The sentence of each word. */
  readonly of: Int32Array;
}

export interface NearMark {
  readonly mark: Found;
  /** Words between; a mark after the value counts half a word more. */
  readonly distance: number;
}

/** `marks`: words of one topic, in the order of the text. Null where none is near enough. */
export function nearestMark(
  { first, last }: StatedValue,
  marks: readonly Found[],
  { reading: { words }, of }: Sentenced,
): NearMark | null {
  const after = firstPlace(marks.length, (at) => (marks[at] as Found).first < first);
  let best: NearMark | null = null;
  for (const mark of [marks[after - 1], marks[after]]) {
    if (mark === undefined || of[mark.first] !== of[first]) continue;
    const distance = mark.first >= first ? Math.max(0, mark.first - last) + 0.5 : Math.max(0, first - mark.last);
    const most = words[first]?.unspaced || words[mark.first]?.unspaced ? NEAR_SIGNS : NEAR_WORDS;
    if (distance <= most + 0.5 && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { mark, distance };
  }
  return best;
}
