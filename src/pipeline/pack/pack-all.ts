/** What goes in of everything that was rendered, with the lines about what disagrees in it. Pure; policy.md, Budget. */

import type { Fact } from "../candidate.ts";
import type { Chosen } from "../chosen.ts";
import { runEntries } from "../count/entries.ts";
import { turnsEntryId } from "../count/entry-id.ts";
import { looseTokens } from "../count/message-costs.ts";
import type { Rendered } from "../count/render-all.ts";
import { openingsOf } from "../count/section-costs.ts";
import { withLines } from "../disagreement/lines.ts";
import { assertFits } from "./budget.ts";
import { chosenOf as chosenOfBundle, idsOf, linesBesideItems } from "./bundles.ts";
import { compressMore, type Packing } from "./compress-items.ts";
import { firstEntries, tryHeld } from "./held-back.ts";
import { pack } from "./pack.ts";
import type { PackInput } from "./state.ts";

export interface ChosenToSend {
  readonly packing: Packing;
  /** With the lines about what disagrees in it. */
  readonly sent: Chosen;
}

/** With other items in, other lines may be needed: after so many tries there is room for whatever lines there can be. */
const MOST_TRIES = 4;

/** Refuses what is always in where it does not fit, and gives the rest of the room to what competes. */
export function packAll(rendered: Rendered): ChosenToSend {
  const { limit, parts, always, input } = rendered;
  assertFits(always, parts, limit, input.request.policy, input.request.model);
  return repack(rendered, packInputOf(rendered));
}

/**
 * All of the packing, under any limits. Packs again with tokens set aside where things went in that disagree and nothing was left for the
 * line that says so.
 */
export function repack(rendered: Rendered, input: PackInput): ChosenToSend {
  const most = rendered.resolved.disagreements.reduce((sum, { tokens }) => sum + tokens, 0);
  let aside = 0;
  for (let tries = 1; ; tries += 1) {
    const packing = packOnce(rendered, { ...input, aside });
    const { chosen, lacking } = withLines(chosenOf(rendered, packing), rendered, input);
    if (lacking === 0 || aside === most) return { packing, sent: chosen };
    aside = tries < MOST_TRIES ? Math.min(aside + lacking, most) : most;
  }
}

function packOnce(rendered: Rendered, pool: PackInput): Packing {
  const { input, context, bundles, held } = rendered;
  return compressMore(tryHeld(pack(pool), rendered), {
    bundles: [...bundles, ...held],
    rule: input.request.policy.compress,
    context,
    question: input.question,
    language: input.language,
    stays: input.languages.stays,
    negators: input.languages.negators,
  });
}

function packInputOf(rendered: Rendered): PackInput {
  const { input, context, limit, base, parts, always, bundles, turns, resolved } = rendered;
  const { policy, plan } = input.request;
  const secondary = resolved.facts.filter((fact) => fact.role === "secondary");
  const lines = linesOf(rendered, secondary);
  return {
    policy,
    limit,
    always,
    loose: looseTokens(context, parts, { opening: base.opening, turns }),
    openings: openingsOf(parts, base.headings, context),
    secondary,
    factLines: lines,
    planTokens: plan === null ? null : (policy.plans.get(plan) ?? null),
    entries: firstEntries(bundles),
    run: runEntries(turns, context, lines),
  };
}

/** Tokens of lines about disagreements that no competing item carries, by the turn or fact that does. */
function linesOf({ bundles, held, turns, resolved }: Rendered, secondary: readonly Fact[]): ReadonlyMap<string, number> {
  if (resolved.disagreements.length === 0) return NO_LINES;
  const items = new Set([...bundles, ...held].flatMap(idsOf));
  const said = turns.flatMap(({ group }) => (group.pinned ? [] : group.turns.map(({ id }) => id)));
  return linesBesideItems(resolved.disagreements, items, new Set([...said, ...secondary.map(({ piece }) => piece.id)]));
}

const NO_LINES: ReadonlyMap<string, number> = new Map();

/** What is always in, and what the packing took. */
function chosenOf({ base, bundles, held, turns, resolved }: Rendered, { packed, compressed }: Packing): Chosen {
  const items = [...base.items];
  for (const bundle of [...bundles, ...held]) {
    const form = packed.taken.get(bundle.entry.id);
    if (form === undefined) continue;
    for (const one of chosenOfBundle(bundle, form)) items.push(compressed.get(one.item.given.id) ?? one);
  }
  const kept = new Set(packed.kept);
  return {
    ...base,
    facts: resolved.facts.filter((fact) => fact.role === "primary" || kept.has(fact)),
    items,
    turns: turns.filter(({ group }) => group.pinned || packed.taken.has(turnsEntryId(group))),
  };
}
