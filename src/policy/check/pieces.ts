/** Checks the pieces against the samples: pointers, names in lines, times of measurement. Pure. */
import type { Json } from "../../sources/source-result.ts";
import { FIXED_PART_IDS } from "../fixed-parts.ts";
import { FILTER_TAKES, fitsFilter, isInstant } from "../line-filters.ts";
import { compileTemplate, type TemplateName } from "../line-template.ts";
import { textsOf } from "../localized.ts";
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import { factAt, namesIn, sampleMember } from "../sample.ts";
import { KIND_NAMES } from "../schema/kind-names.ts";
import type { PiecesFile } from "../schema/pieces-file.ts";
import { type CheckContext, type Place, problemAt, unknownName } from "./context.ts";
import { sampleOf } from "./sources.ts";
import { fixedTextFaults, languageFaults } from "./texts.ts";

type Piece = PiecesFile["pieces"][string];

const LOCALIZED = ["line", "label", "when_missing"] as const;

/** Names of whole kinds in the tables of intents, and of the prompt's own parts: a second one would give one id two decisions. */
const TAKEN_NAMES: ReadonlySet<string> = new Set([...KIND_NAMES, ...FIXED_PART_IDS]);

export function checkPieces(context: CheckContext): readonly Problem[] {
  const file = context.reading.files.pieces;
  return Object.entries(file.value.pieces ?? {}).flatMap(([name, piece]) => {
    const place = (...path: readonly PropertyKey[]): Place => ({ reading: file, path: ["pieces", name, ...path] });
    const taken = TAKEN_NAMES.has(name)
      ? [
          problemAt(
            { ...place(), where: "key" },
            "name-taken",
            `"${name}" is the name of a whole kind or of a part of every prompt; choose another one`,
          ),
        ]
      : [];
    const noTime =
      piece.fresh_for !== undefined && piece.measured_at === undefined && !file.isFaulty(place("measured_at").path)
        ? [problemAt(place("fresh_for"), "fresh-without-time", "how old a fact is can be told only with measured_at; add it")]
        : [];
    return [
      ...taken,
      ...unknownName(place("source"), "source", piece.source, context.services),
      ...noTime,
      ...LOCALIZED.flatMap((member) => languageFaults(place(member), piece[member], context)),
      ...textsOf(piece.label).flatMap(({ text, path }) => fixedTextFaults(place("label", ...path), text)),
      ...textsOf(piece.when_missing ?? {}).flatMap(({ text, path }) => fixedTextFaults(place("when_missing", ...path), text)),
      ...checkAgainstSample(place, piece, sampleOf(piece.source, context)),
    ];
  });
}

type PlaceOf = (...path: readonly PropertyKey[]) => Place;

function checkAgainstSample(place: PlaceOf, piece: Piece, sample: Json | null): readonly Problem[] {
  const lines = textsOf(piece.line).map(({ text, path }) => ({ place: place("line", ...path), text }));
  if (sample === null) return lines.flatMap((line) => checkLine(line.place, line.text, null));
  const problems = piece.measured_at === undefined ? [] : checkInstant(place("measured_at"), factAt(sample, piece.measured_at));
  const pointer = place("pointer");
  if (pointer.reading.isFaulty(pointer.path))
    return [...problems, ...lines.flatMap((line) => checkLine(line.place, line.text, null))];
  const fact = factAt(sample, piece.pointer);
  if (fact !== null) return [...problems, ...lines.flatMap((line) => checkLine(line.place, line.text, fact))];
  const message = `the sample of "${piece.source}" has nothing at "${piece.pointer}"; a sample holds every fact`;
  const nowhere = problemAt(pointer, "pointer-nowhere", message);
  return [...problems, nowhere, ...lines.flatMap((line) => checkLine(line.place, line.text, null))];
}

function checkInstant(place: Place, value: Json): readonly Problem[] {
  if (value === null) return [problemAt(place, "pointer-nowhere", "the sample has nothing at this place")];
  if (typeof value === "string" && isInstant(value)) return [];
  const message = `expected a time with its zone, such as 2026-03-14T07:30:00+02:00, the sample has ${JSON.stringify(value).slice(0, 80)}`;
  return [problemAt(place, "bad-instant", message)];
}

/** `fact` is null where it is not known, and then only the line itself is checked. */
function checkLine(place: Place, text: string, fact: Json | null): readonly Problem[] {
  const result = compileTemplate(text);
  if ("fault" in result) return [problemAt(place, result.fault.code, result.fault.message)];
  return fact === null ? [] : result.template.names.flatMap((use) => checkName(place, use, fact));
}

function checkName(place: Place, { name, filter }: TemplateName, fact: Json): readonly Problem[] {
  const value = sampleMember(fact, name);
  if (value === undefined) {
    const message = `the fact has no "${name}" in the sample; ${suggestion(name, namesIn(fact), "names")}`;
    return [problemAt(place, "unknown-name", message)];
  }
  const fault = typeFault(value, filter);
  return fault === null ? [] : [problemAt(place, "name-type", `"${name}" ${fault}`)];
}

function typeFault(value: Json, filter: TemplateName["filter"]): string | null {
  if (value === null) return "is null in the sample; give it a value, so that its type is known";
  const type = Array.isArray(value) ? "array" : typeof value;
  if (type === "object") return "is a mapping in the sample; let the pointer lead further down, to plain values";
  if (type === "array" && filter !== "join") return "is a list in the sample; write {{ name | join }}";
  if (filter === null) return null;
  if (FILTER_TAKES[filter] === type && fitsFilter(filter, value)) return null;
  return `does not fit the filter ${filter}: ${WANTED[filter]}`;
}

const WANTED = {
  number: "it takes numbers",
  percent: "it takes numbers, 0.5 for 50 %",
  date: "it takes dates such as 2026-03-14 and times with a zone",
  time: "it takes times with a zone, such as 2026-03-14T07:30:00Z",
  join: "it takes lists of plain values",
} as const;
