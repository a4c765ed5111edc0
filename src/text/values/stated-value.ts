/** A value where it stands in a text. Pure types. */
import type { Value } from "./value.ts";

/** Words are places in the reading's list. */
export interface StatedValue {
  readonly value: Value;
  readonly first: number;
  readonly last: number;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** It may be read by half, or with a wrong sign: a text that names it states no value of its topic. */
  readonly unsure: boolean;
  /** The length of its unit where it is a duration. */
  readonly unit?: number;
}
