/** `pieces.yaml`: where each fact is, its one line and its label. Pure. */
import { z } from "zod";
import { FreshFor, LocalizedText, NamedRecord, Pointer, Reference, Tokens } from "./common.ts";

const Piece = z.strictObject({
  source: Reference.describe("The source the fact comes from."),
  pointer: Pointer.default("").describe("Where the fact is. Null or absent there: not computed for this person."),
  line: LocalizedText.describe(
    "The one line, with {{ names }} of the fact; a plain value is named value. Filters: number, date, time, percent, join.",
  ),
  label: LocalizedText.describe("What the answer may cite."),
  when_missing: LocalizedText.optional().describe("The line when a primary fact is missing."),
  measured_at: Pointer.optional().describe("Where in the source's answer the time of measurement is."),
  fresh_for: FreshFor.optional().describe("day: only on the same local date. Or a duration. Older is dropped as stale."),
  tokens: Tokens.optional().describe("A declared count; the check reports it when it is off by more than a quarter."),
});

export const PiecesFile = z.strictObject({
  pieces: NamedRecord(Piece, "piece").describe("The pieces by name, in the order of ties."),
});
export type PiecesFile = z.infer<typeof PiecesFile>;
