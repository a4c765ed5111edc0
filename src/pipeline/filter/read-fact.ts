/** One piece and its source's answer become a fact, or a reason why not. Pure; policy.md, missing reasons. */
import { hidesText, isBlank } from "../../policy/clean-value.ts";
import type { Piece } from "../../policy/snapshot.ts";
import { readPointer } from "../../sources/json-pointer.ts";
import type { Cause, Json, SourceResult } from "../../sources/source-result.ts";
import { instantMs } from "../../text/instant.ts";
import { isOfType } from "../../text/json/exact-numbers.ts";
import type { MissingReason } from "../records/core.ts";

export type FactReading =
  | {
      readonly status: "fact";
      readonly line: string;
      readonly measuredAtMs: number | null;
      readonly staleCopy: boolean;
      readonly hidden: boolean;
    }
  | {
      readonly status: "missing";
      readonly reason: MissingReason;
      readonly cause: Cause | null;
      readonly httpStatus: number | null;
    };

const missing = (reason: MissingReason, cause: Cause | null = null, httpStatus: number | null = null): FactReading => ({
  status: "missing",
  reason,
  cause,
  httpStatus,
});

/** Reads the piece's fact and writes its line in `language`, times in `zone`. */
export function readFact(piece: Piece, result: SourceResult, language: string, zone: string): FactReading {
  if (result.status === "failed") return missing("unreachable", result.cause, result.httpStatus ?? null);
  if (result.status === "not_computed") return missing("not_computed");
  const known = readingsOf(result, piece);
  const key = `${language} ${zone}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const reading = readFacts(piece, result, language, zone);
  if (known.size >= MOST_READINGS) known.clear();
  known.set(key, reading);
  return reading;
}

type Facts = Extract<SourceResult, { status: "facts" }>;

// A cached answer is read many times and never changes, so what was read from it is kept as long as the answer is.
const readings = new WeakMap<Facts, WeakMap<Piece, Map<string, FactReading>>>();
const MOST_READINGS = 8;

function readingsOf(result: Facts, piece: Piece): Map<string, FactReading> {
  const ofResult = readings.get(result) ?? new WeakMap<Piece, Map<string, FactReading>>();
  readings.set(result, ofResult);
  const ofPiece = ofResult.get(piece) ?? new Map<string, FactReading>();
  ofResult.set(piece, ofPiece);
  return ofPiece;
}

/**
 * UTF-16 units. A fact is one line, and a primary one goes in whatever it costs: a service that has gone wrong must not push everything
 * else out, or have the question refused.
 */
const LONGEST_LINE = 8_000;

function readFacts(piece: Piece, result: Facts, language: string, zone: string): FactReading {
  const fact = readPointer(result.payload, piece.pointer);
  if (fact === undefined || fact === null) return missing("not_computed");
  const values = valuesOf(piece, fact, language);
  if (typeof values === "string") return values === "invalid" ? missing("unreachable", "invalid") : missing("empty");
  const line = piece.line(language).render(values, zone);
  if (line.length > LONGEST_LINE) return missing("unreachable", "too_large");
  return {
    status: "fact",
    line,
    measuredAtMs: measuredAt(piece, result.payload),
    staleCopy: result.stale,
    hidden: [...values.values()].some(hides),
  };
}

/** The values of the line's names; `empty` where one is null, absent or blank, `invalid` where one has another type than the sample's. */
function valuesOf(piece: Piece, fact: Json, language: string): ReadonlyMap<string, Json> | "empty" | "invalid" {
  const names = piece.line(language).names;
  const isPlain = fact === null || typeof fact !== "object" || Array.isArray(fact);
  if (isPlain && names.some(({ name }) => name !== "value")) return "invalid";
  const values = new Map<string, Json>();
  let empty = false;
  for (const { name, type, accepts } of names) {
    const value = memberOf(fact, name);
    if (value === undefined || isBlank(value)) empty = true;
    else if (!isOfType(value, type) || !accepts(value)) return "invalid";
    else values.set(name, value);
  }
  return empty ? "empty" : values;
}

const hides = (value: Json): boolean =>
  typeof value === "string" ? hidesText(value) : Array.isArray(value) && value.some(hides);

/** A scalar fact is named `value`; any other name is a member of the fact. */
function memberOf(fact: Json, name: string): Json | undefined {
  if (fact === null || typeof fact !== "object" || Array.isArray(fact)) return name === "value" ? fact : undefined;
  return Object.hasOwn(fact, name) ? (fact as Readonly<Record<string, Json>>)[name] : undefined;
}

/** A time without a zone would mean another instant on every machine; it counts as no time. */
function measuredAt(piece: Piece, payload: Json): number | null {
  const text = piece.measuredAt === null ? null : readPointer(payload, piece.measuredAt);
  return typeof text === "string" ? instantMs(text) : null;
}
