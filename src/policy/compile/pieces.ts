/** Sources and pieces in their compiled form. Pure; expects checked files. */
import type { Json } from "../../sources/source-result.ts";
import { fitsFilter } from "../line-filters.ts";
import { type CompiledTemplate, compileTemplate } from "../line-template.ts";
import { localized } from "../localized.ts";
import { compilePattern } from "../pattern.ts";
import type { Source } from "../rules/sources.ts";
import { factAt, sampleMember } from "../sample.ts";
import { durationMs, type LocalizedText } from "../schema/common.ts";
import type { PiecesFile } from "../schema/pieces-file.ts";
import type { ServiceEntry } from "../schema/sources-file.ts";
import type { LineName, LineTemplate, Piece } from "../snapshot.ts";
import { splitUrl } from "../url-parts.ts";

export function compileSource(name: string, source: ServiceEntry): Source {
  const urlParts = splitUrl(source.url);
  return {
    name,
    origin: new URL(urlParts[0] ?? "").origin,
    urlParts,
    headers: source.headers,
    params: Object.entries(source.params).map(([param, { from, pointer, pattern }]) => ({
      name: param,
      from,
      pointer,
      accepts: accepter(pattern),
    })),
    timeoutMs: durationMs(source.timeout),
    maxBytes: source.max_bytes,
    ttlMs: durationMs(source.cache.ttl),
    shared: source.cache.shared,
    staleIfErrorMs: durationMs(source.cache.stale_if_error),
    errorField: source.error_field ?? null,
    required: source.required,
    trust: source.trust,
  };
}

/** A test of whole values; without a pattern everything passes, with a broken one nothing. */
export const accepter = (pattern: string | undefined): ((value: string) => boolean) =>
  pattern === undefined ? () => true : (compilePattern(pattern) ?? (() => false));

export interface PieceContext {
  readonly order: number;
  /** The parsed sample of the piece's source. */
  readonly sample: Json;
  readonly language: string;
  readonly notKnown: LocalizedText;
}

export function compilePiece(id: string, piece: PiecesFile["pieces"][string], context: PieceContext): Piece {
  const { language, notKnown, sample, order } = context;
  const label = localized(piece.label, language, (text) => text);
  const notKnownLine = localized(notKnown, language, template);
  const ownLine = piece.when_missing === undefined ? null : localized(piece.when_missing, language, (text) => text);
  const fact = factAt(sample, piece.pointer);
  return {
    id,
    order,
    source: piece.source,
    pointer: piece.pointer,
    line: localized(piece.line, language, (text, tag) => lineTemplate(text, fact, tag)),
    label,
    whenMissing: ownLine ?? ((tag) => notKnownLine(tag).render(new Map([["label", label(tag)]]), tag, "UTC")),
    measuredAt: piece.measured_at ?? null,
    freshFor: freshFor(piece.fresh_for),
    declaredTokens: piece.tokens ?? null,
  };
}

const freshFor = (written: string | undefined): "day" | number | null => {
  if (written === undefined) return null;
  return written === "day" ? "day" : durationMs(written);
};

/** The compiled form of a checked line; throws for a faulty one. */
export function template(text: string): CompiledTemplate {
  const result = compileTemplate(text);
  if ("fault" in result) throw new TypeError(result.fault.message);
  return result.template;
}

function lineTemplate(text: string, fact: Json, language: string): LineTemplate {
  const { names, render } = template(text);
  const unique = [...new Set(names.map(({ name }) => name))];
  return {
    names: unique.map((name): LineName => {
      const filters = names.filter((use) => use.name === name).map((use) => use.filter);
      const accepts = (value: Json): boolean => filters.every((filter) => fitsFilter(filter, value));
      return { name, type: typeOf(sampleMember(fact, name)), accepts };
    }),
    render: (values, zone) => render(values, language, zone),
  };
}

function typeOf(value: Json | undefined): LineName["type"] {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number" || typeof value === "boolean") return typeof value as "number" | "boolean";
  return "string";
}
