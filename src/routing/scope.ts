/** Which of the policy's scopes a question looks into. Pure; no time found is null, never a guess. */

import type { Scope } from "../policy/snapshot.ts";
import { meantTimes } from "./denied-times.ts";
import { findTimes, type TimeFound } from "./find-times.ts";
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
  readonly heard: Heard;
  readonly atMs: number;
  readonly zone: string;
}

/** The scopes in the order of the text, one per horizon. Past and denied times give none. */
export function findScopes(input: ScopeInput): readonly FoundScope[] {
  const found = new Map<string, FoundScope>();
  for (const { meaning, start, end } of timesIn(input.heard)) {
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

// What a question says of time hangs on its words alone, so it is read once for all requests that ask it.
const times = new WeakMap<Heard, readonly TimeFound[]>();

function timesIn(heard: Heard): readonly TimeFound[] {
  const before = times.get(heard);
  if (before !== undefined) return before;
  const { words, cues } = heard;
  const meant = meantTimes(findTimes(words, cues), words, cues);
  times.set(heard, meant);
  return meant;
}
