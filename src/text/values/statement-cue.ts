/** What words beside a value make of it. Pure types. */

export const STATEMENT_CUES = [
  /** Not, no: denies what stands in the clause. */
  "denied",
  /** Without: denies no more than what it stands before. */
  "denies_next",
  /** There is none: denies what stands before it in the clause. */
  "denies_before",
  /** Instead of: sets aside what follows. */
  "set_aside",
  "past",
  "bound_before",
  "bound_after",
  "bound_dates",
  /** If, perhaps: leaves open whether what follows holds. */
  "unsure",
  /** Is, why: asks about what stands in the question. */
  "asks",
  /** How, can you: asks for something else. */
  "asks_for",
  /** And, but: what is denied behind it is not what stands before it. */
  "joins",
  /** Half, twice, hundred: beside an amount, it is one of which only a part was read. */
  "part",
  /** By, another: what stands behind it is a change, or one more. */
  "change",
  "change_after",
  /** Merely shows the language. */
  "common",
] as const;
export type StatementCue = (typeof STATEMENT_CUES)[number];
