/** Small policies for the pure tests of routing: only what the test is about is spelled out. */

import type { Intent, Modifier, Policy, Scope } from "../../src/policy/snapshot.ts";
import { FACTORS } from "./words.ts";

export interface IntentTable {
  readonly primary?: readonly string[];
  readonly secondary?: readonly string[];
  readonly exclude?: readonly string[];
  readonly maxWords?: number;
}

function makeIntents(tables: Readonly<Record<string, IntentTable>>): ReadonlyMap<string, Intent> {
  return new Map(
    Object.entries(tables).map(([name, table], order) => [
      name,
      {
        name,
        order,
        primary: table.primary ?? [],
        secondary: table.secondary ?? [],
        exclude: table.exclude ?? [],
        maxWords: table.maxWords ?? 100,
      },
    ]),
  );
}

export function makePolicy(
  tables: Readonly<Record<string, IntentTable>>,
  options: { readonly keep?: readonly string[]; readonly pieces?: readonly string[] } = {},
) {
  const intents = makeIntents(tables);
  const pieces =
    options.pieces ??
    [...new Set([...intents.values()].flatMap((one) => [...one.primary, ...one.secondary, ...one.exclude]))].sort();
  return {
    intents,
    pieces: new Map(pieces.map((id) => [id, { id }])) as unknown as Policy["pieces"],
    documents: new Map() as Policy["documents"],
    safety: {
      rules: [],
      redFlags: options.keep === undefined ? null : { rule: () => "See someone.", keep: options.keep },
    } satisfies Policy["safety"],
    routing: { thresholdMilli: 1000, marginMilli: 1000, fallback: Object.keys(tables).at(-1) ?? "", factors: FACTORS },
  };
}

export const makeScope = (name: string, ...modifiers: readonly Modifier[]): Scope => ({ name, horizon: "day", modifiers });
