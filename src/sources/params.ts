/** The values that other sources' answers fill into an address. Pure but for the asking. */
import type { Source } from "../policy/rules/sources.ts";
import { readPointer } from "./json-pointer.ts";
import { allOf, failed, NOT_COMPUTED, type SourceResult } from "./source-result.ts";

export const NO_PARAMS: ReadonlyMap<string, string> = new Map();

/** The values by name; or the first reason why there is none. */
export type Params = ReadonlyMap<string, string> | SourceResult;

/** In the order of the policy. No promise where every answer is there already. */
export function resolveParams(
  source: Source,
  ask: (source: string) => SourceResult | Promise<SourceResult>,
): Params | Promise<Params> {
  const answers = allOf(source.params.map(({ from }) => ask(from)));
  return answers instanceof Promise ? answers.then((all) => paramsOf(source, all)) : paramsOf(source, answers);
}

function paramsOf(source: Source, answers: readonly SourceResult[]): Params {
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
