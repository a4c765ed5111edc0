import { describe, expect, test } from "vitest";
import { readFact } from "../../../src/pipeline/filter/read-fact.ts";
import { resultOfText } from "../../../src/sources/payload.ts";
import type { Json } from "../../../src/sources/source-result.ts";
import { askOnSamples, loadCoaching } from "../../support/coaching.ts";

const loaded = await loadCoaching();
const MORNING = "2026-03-10T06:00:00+02:00";
/** Of the shipped line without its note. */
const LINE = "Injury readiness this morning: 40 of 100 (low). ".length;
const reading = { score: 40, band: "low", note: "Stiff.", measured_at: MORNING };

async function outcome(injury: Json): Promise<string> {
  const { core } = await askOnSamples(loaded, { question: "My tendon hurts" }, { payloads: { readiness: { injury } } });
  const lists = [...core.missing, ...core.dropped, ...core.included];
  const found = lists.find((one) => one.id === "readiness_injury");
  return [found?.reason, found !== undefined && "cause" in found ? found.cause : null].filter((one) => one !== null).join(" ");
}

describe("a fact", () => {
  test.each<[string, Json, string]>([
    ["complete", reading, "primary"],
    ["null", null, "not_computed"],
    ["with a null field", { ...reading, score: null }, "empty"],
    ["without a field", { score: 40, band: "low", measured_at: MORNING }, "empty"],
    ["with a blank field", { ...reading, note: " \t " }, "empty"],
    ["with a field nobody can see", { ...reading, note: "\u200B\u2060\u{E0041}\u3164" }, "empty"],
    ["with a field of another type", { ...reading, score: "40" }, "unreachable invalid"],
    ["that is a text where the sample has members", "fine", "unreachable invalid"],
    ["that is a list", [reading], "unreachable invalid"],
    ["whose line is exactly as long as one may be", { ...reading, note: "a".repeat(8_000 - LINE) }, "primary"],
    ["whose line is one longer", { ...reading, note: "a".repeat(8_001 - LINE) }, "unreachable too_large"],
    ["FP-013: of a million carets", { ...reading, note: "^".repeat(1_000_000) }, "unreachable too_large"],
    ["measured yesterday", { ...reading, measured_at: "2026-03-09T23:59:59+02:00" }, "stale"],
    ["measured without a zone", { ...reading, measured_at: "2026-03-10T06:00:00" }, "stale"],
    ["measured on a day that does not exist", { ...reading, measured_at: "2026-02-30T06:00:00Z" }, "stale"],
    ["measured at no time", { ...reading, measured_at: null }, "stale"],
  ])("%s is %j: %s", async (_name, injury, expected) => {
    expect(await outcome(injury)).toBe(expected);
  });
});

test("a duration counts to the millisecond, and a measurement from the future is none", async () => {
  const piece = loaded.policy.pieces.get("readiness_injury");
  if (piece === undefined) throw new Error("no such piece");
  const pieces = new Map([...loaded.policy.pieces, [piece.id, { ...piece, freshFor: 7_200_000 }]]);
  const policy = { ...loaded.policy, pieces };
  const reasonAt = async (at: string): Promise<string | undefined> => {
    const { core } = await askOnSamples(
      { ...loaded, policy },
      { question: "My tendon hurts", at },
      { payloads: { readiness: { injury: reading } } },
    );
    return [...core.dropped, ...core.included].find((one) => one.id === piece.id)?.reason;
  };
  expect(await reasonAt("2026-03-10T08:00:00+02:00")).toBe("primary");
  expect(await reasonAt("2026-03-10T08:00:00.001+02:00")).toBe("stale");
  expect(await reasonAt("2026-03-10T05:55:00+02:00")).toBe("primary");
  expect(await reasonAt("2026-03-10T05:54:59.999+02:00")).toBe("stale");
});

describe("a number that no double holds", () => {
  const lineOf = (vo2max: string, threshold = '"4:52 per km"') => {
    const piece = loaded.policy.pieces.get("baseline_aerobic");
    if (piece === undefined) throw new Error("no such piece");
    const text = `{"aerobic":{"vo2max":${vo2max},"threshold":${threshold},"threshold_heart_rate":${vo2max}}}`;
    const reading = readFact(piece, resultOfText(text, null), "en", "UTC");
    return reading.status === "fact" ? reading.line : [reading.reason, reading.cause];
  };

  test("is written with the digits that it came with, in groups where the line asks for a number", () => {
    expect(lineOf("90071992547409931")).toBe("VO2max of 90,071,992,547,409,931, threshold 4:52 per km at 90071992547409931 bpm");
    expect(lineOf("48.5")).toBe("VO2max of 48.5, threshold 4:52 per km at 48.5 bpm");
  });

  test("is a number still: a text of few digits in its place is another type", () => {
    expect(lineOf('"48"')).toEqual(["unreachable", "invalid"]);
    expect(lineOf("48.5", "49")).toEqual(["unreachable", "invalid"]);
  });
});
