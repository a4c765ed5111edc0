/** What a manifest is found by, as short marks: sources that failed, reasons, findings. One list for both stores. Pure. */
import type { Core } from "../pipeline/records/core.ts";
import type { ManifestFilter } from "./manifest-query.ts";

type MarkedCore = Pick<Core, "missing" | "retrieval" | "dropped" | "withheld" | "findings" | "variants">;

/**
 * Of one manifest, each once: `source:<s>`, `missing:<reason>` and `missing:<s>:<reason>` for a source that did not give what was
 * wanted, `reason:<code>` for each reason that a candidate was left out with, `finding:<code>`, `variant:<experiment>=<name>`. A failed search or folder
 * counts as unreachable. Parts are escaped, so that no name makes another's mark.
 */
export function marksOf(core: MarkedCore): readonly string[] {
  const failed = core.retrieval.filter(({ status }) => status === "failed");
  const missing = [...core.missing, ...failed.map(({ source }) => ({ source, reason: "unreachable" }))];
  return [
    ...new Set([
      ...missing.flatMap(({ source, reason }) => [
        mark("source", source),
        mark("missing", reason),
        mark("missing", source, reason),
      ]),
      ...[...core.dropped, ...core.withheld].map(({ reason }) => mark("reason", reason)),
      ...core.findings.map(({ code }) => mark("finding", code)),
      ...core.variants.map(({ experiment, variant }) => `variant:${experiment}=${variant}`),
    ]),
  ];
}

/** Of a manifest for which this variant, computed beside, would have decided otherwise. */
export const shadowMark = (experiment: string, variant: string): string => `shadow:${experiment}=${variant}`;

/** The marks that a manifest must all have to pass the filter's members `source`, `missing`, `reason`, `finding`, `variant`, `shadow`. */
export function marksAsked({ source, missing, reason, finding, variant, shadow }: ManifestFilter): readonly string[] {
  const given: string[] = [];
  if (source !== undefined && missing !== undefined) given.push(mark("missing", source, missing));
  else if (source !== undefined) given.push(mark("source", source));
  else if (missing !== undefined) given.push(mark("missing", missing));
  if (reason !== undefined) given.push(mark("reason", reason));
  if (finding !== undefined) given.push(mark("finding", finding));
  // A variant is written `experiment=name` already.
  if (variant !== undefined) given.push(`variant:${variant}`);
  if (shadow !== undefined) given.push(`shadow:${shadow}`);
  return given;
}

/** Marks beside those: policy, intent and digest are found like a mark, which is a third of an index on each. */
export const columnMarks = (of: {
  readonly policy?: string | undefined;
  readonly intent?: string | undefined;
  readonly digest?: string | undefined;
}): readonly string[] =>
  (["policy", "intent", "digest"] as const).flatMap((column) => (of[column] === undefined ? [] : [`${column}:${of[column]}`]));

const mark = (kind: string, ...parts: readonly string[]): string => [kind, ...parts.map(encodeURIComponent)].join(":");
