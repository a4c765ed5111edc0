/** Which of the policy's scopes a question looks into. Pure; no time found is null, never a guess. */

import type { Scope } from "../policy/snapshot.ts";
import type { Heard } from "./hear.ts";
import type { ScopeFound } from "./records.ts";
import { timeSpan } from "./time-span.ts";

export interface FoundScope {
  /** Null where the policy has no scope for that horizon. */
  readonly scope: Scope | null;
  readonly found: ScopeFound;
}

export interface ScopeInput {
  readonly question: string;
  readonly scopes: readonly Scope[];
  readonly heard: Pick<Heard, "times">;
  readonly atMs: number;
  readonly zone: string;
}

/** The scopes in the order of the text, one per horizon. Past and denied times give none. */
export function findScopes(input: ScopeInput): readonly FoundScope[] {
  const { times } = input.heard;
  if (times.length === 0) return NONE;
  const found = new Map<string, FoundScope>();
  for (const { meaning, start, end } of times) {
    const { horizon, from, to } = timeSpan(meaning, input.atMs, input.zone);
    if (horizon === null || found.has(horizon)) continue;
    const scope = input.scopes.find((one) => one.horizon === horizon) ?? null;
    found.set(horizon, {
      scope,
      found: {
        name: scope?.name ?? null,
        kind: meaning.kind,
        from,
        to,
        text: input.question.slice(start, end),
        start,
        end,
      },
    });
  }
  return [...found.values()];
}

const NONE: readonly FoundScope[] = [];
