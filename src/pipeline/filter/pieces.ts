/** What was asked for becomes facts, gaps, missing and stale pieces: the filters, in their one order. Pure. */
import type { Piece, Policy } from "../../policy/snapshot.ts";
import type { Chosen } from "../../routing/choose.ts";
import type { SourceResult } from "../../sources/source-result.ts";
import { addDays, localDay, startOfDayMs } from "../../text/zoned.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import type { Fact, Filtered, Gap } from "../candidate.ts";
import type { Drop } from "../drop.ts";
import { dropStaleFact } from "../drops.ts";
import type { Missing } from "../records/core.ts";
import { factLine, gapLine } from "../render/lines.ts";
import { trustWord } from "../render/trust-words.ts";
import { type FactReading, readFact } from "./read-fact.ts";

export interface FilterInput {
  readonly policy: Pick<Policy, "pieces" | "trustTokens" | "sources" | "prompt">;
  readonly chosen: readonly Chosen[];
  readonly results: ReadonlyMap<string, SourceResult>;
  readonly language: string;
  readonly zone: string;
  readonly atMs: number;
  readonly counter: TokenCounter;
}

/** Validity (the three missing reasons), then currency. Each chosen piece ends in exactly one of the lists. */
export function filterPieces(input: FilterInput): Filtered {
  const facts: Fact[] = [];
  const gaps: Gap[] = [];
  const missing: Missing[] = [];
  const dropped: Drop[] = [];
  for (const chosen of input.chosen) {
    const piece = input.policy.pieces.get(chosen.piece);
    const result = piece && input.results.get(piece.source);
    if (piece === undefined || result === undefined) throw new Error(`a chosen piece without a source result: ${chosen.piece}`);
    const reading = readFact(piece, result, input.language, input.zone);
    if (reading.status === "fact" && isCurrent(piece, reading, input)) {
      facts.push(factOf(piece, chosen, reading, input));
      continue;
    }
    if (reading.status === "missing") missing.push(missingOf(piece, chosen, reading, input.language));
    else dropped.push(dropStaleFact(piece, chosen.role, reading.measuredAtMs));
    if (chosen.role === "primary") gaps.push(gapOf(piece, input));
  }
  return { facts, gaps, missing, dropped };
}

/** How far another machine's clock may be ahead; a measurement later than that is no measurement. */
const CLOCK_SKEW_MS = 300_000;

interface Clock {
  readonly atMs: number;
  readonly zone: string;
}

/** `day`: measured on the same local date; a duration: no longer ago and not in the future. Without a readable time it is not current. */
function isCurrent(piece: Pick<Piece, "freshFor">, reading: { readonly measuredAtMs: number | null }, clock: Clock): boolean {
  if (piece.freshFor === null) return true;
  if (reading.measuredAtMs === null) return false;
  if (piece.freshFor === "day") return localDay(reading.measuredAtMs, clock.zone).date === localDay(clock.atMs, clock.zone).date;
  const ageMs = clock.atMs - reading.measuredAtMs;
  return ageMs <= piece.freshFor && ageMs >= -CLOCK_SKEW_MS;
}

/** The instants around `atMs` at which the same answers begin to end in other lists. */
export function currencyTurns({
  policy,
  chosen,
  results,
  language,
  zone,
  atMs,
}: Omit<FilterInput, "counter">): readonly number[] {
  return chosen.flatMap(({ piece: name }) => {
    const piece = policy.pieces.get(name);
    const result = piece && results.get(piece.source);
    if (piece === undefined || result === undefined) return [];
    const reading = readFact(piece, result, language, zone);
    return reading.status === "fact" ? turnsOf(piece, reading.measuredAtMs, { atMs, zone }) : [];
  });
}

/** First instants of the local day and of the next. */
export function dayTurns({ atMs, zone }: Clock): readonly number[] {
  const { date } = localDay(atMs, zone);
  return [startOfDayMs(date, zone), startOfDayMs(addDays(date, 1), zone)];
}

/** The instants from which on `isCurrent` answers otherwise. */
function turnsOf({ freshFor }: Pick<Piece, "freshFor">, measuredAtMs: number | null, { atMs, zone }: Clock): readonly number[] {
  if (freshFor === null || measuredAtMs === null) return [];
  if (freshFor !== "day") return [measuredAtMs - CLOCK_SKEW_MS, measuredAtMs + freshFor + 1];
  return dayTurns({ atMs, zone });
}

function factOf(piece: Piece, chosen: Chosen, reading: Reading, { policy, language, counter }: FilterInput): Fact {
  const trust = trustWord(policy, language, policy.sources.get(piece.source)?.trust ?? 0);
  const { label, line, tokens } = rendered(piece, reading, { language, trust, counter });
  return {
    piece,
    role: chosen.role,
    label,
    line,
    tokens: policy.trustTokens && piece.declaredTokens !== null ? piece.declaredTokens : tokens,
    notes: notesOf(chosen, reading),
  };
}

function notesOf({ notes }: Chosen, { staleCopy, hidden }: Reading): Fact["notes"] {
  if (!staleCopy && !hidden) return notes;
  return [...notes, ...(staleCopy ? (["stale_copy"] as const) : []), ...(hidden ? (["hidden_removed"] as const) : [])];
}

type Reading = Extract<FactReading, { status: "fact" }>;
type Rendered = Pick<Fact, "label" | "line" | "tokens">;

// A reading is of one piece, language and zone, and is kept as long as the source's answer: so are its line and tokens.
const known = new WeakMap<Reading, WeakMap<TokenCounter, Rendered>>();

interface LineContext extends Pick<FilterInput, "language" | "counter"> {
  readonly trust: string | null;
}

function rendered(piece: Piece, reading: Reading, { language, trust, counter }: LineContext): Rendered {
  const ofReading = known.get(reading) ?? new WeakMap<TokenCounter, Rendered>();
  known.set(reading, ofReading);
  const before = ofReading.get(counter);
  if (before !== undefined) return before;
  const label = piece.label(language);
  const line = factLine(label, reading.line, trust);
  const made = { label, line, tokens: counter.count(line) };
  ofReading.set(counter, made);
  return made;
}

function gapOf(piece: Piece, input: FilterInput): Gap {
  const line = gapLine(piece.whenMissing(input.language));
  return { id: piece.id, line, tokens: input.counter.count(line) };
}

function missingOf(piece: Piece, chosen: Chosen, reading: FactReading & { status: "missing" }, language: string): Missing {
  return {
    id: piece.id,
    label: piece.label(language),
    role: chosen.role,
    source: piece.source,
    reason: reading.reason,
    cause: reading.cause,
    http_status: reading.httpStatus,
  };
}
