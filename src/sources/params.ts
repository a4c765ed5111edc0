/** The values that other sources' answers fill into an address. Pure but for the asking. */
import type { Source } from "../policy/source-rules.ts";
import { readPointer } from "./json-pointer.ts";
import { failed, NOT_COMPUTED, type SourceResult } from "./source-result.ts";

export const NO_PARAMS: ReadonlyMap<string, string> = new Map();

/** The values by name; or, in the order of the policy, the first reason why there is none. */
export async function resolveParams(
  source: Source,
  ask: (source: string) => Promise<SourceResult>,
): Promise<ReadonlyMap<string, string> | SourceResult> {
  const answers = await Promise.all(source.params.map(({ from }) => ask(from)));
  const values = new Map<string, string>();
  for (const [index, param] of source.params.entries()) {
    const answer = answers[index];
    if (answer === undefined || answer.status === "failed") return failed("dependency");
    const value = answer.status === "facts" ? (readPointer(answer.payload, param.pointer) ?? null) : null;
    if (value === null) return NOT_COMPUTED;
    const text = typeof value === "string" || typeof value === "number" ? String(value) : null;
    if (text === null || !param.accepts(text)) return failed("invalid");
    values.set(param.name, text);
  }
  return values;
}
