/** Sentences that join two facts nobody would otherwise read together. Pure. */
import type { Choice } from "../../routing/choose.ts";
import type { Decided } from "../../routing/route.ts";
import type { Dropped, Finding, Missing } from "../records/core.ts";
import { listed } from "./teller.ts";

export interface FindingInput {
  readonly decided: Decided;
  readonly choice: Choice;
  readonly missing: readonly Missing[];
  readonly dropped: readonly Dropped[];
}

/** In a fixed order; empty when there is nothing to say. */
export function findingsOf({ decided, choice, missing, dropped }: FindingInput): readonly Finding[] {
  return [
    ...keptBoth(decided, choice),
    ...soft(decided, choice),
    ...disagrees(decided),
    ...noted(choice, "kept_by_red_flag"),
    ...blocked(choice),
    ...primaryMissing(missing, dropped),
  ];
}

function keptBoth({ contenders }: Decided, { keptAgainst }: Choice): readonly Finding[] {
  if (keptAgainst.length === 0) return [];
  const message = `The routing was uncertain between ${listed(contenders)}; each alone would have withheld what another needs, so ${listed(keptAgainst)} stayed in.`;
  return [{ code: "uncertain_routing_kept_both", message, items: keptAgainst }];
}

function soft({ reason }: Decided, { chosen }: Choice): readonly Finding[] {
  const items = chosen.filter((one) => one.notes.includes("softened")).map((one) => one.piece);
  if (items.length === 0) return [];
  const why =
    reason === "no_signal"
      ? "Nothing in the question was recognised"
      : "What was recognised in the question is below the threshold";
  return [
    {
      code: "uncertain_routing_softened",
      message: `${why}, so nothing was withheld: ${listed(items)} came last instead.`,
      items,
    },
  ];
}

function disagrees({ decidedBy, lead, best }: Decided): readonly Finding[] {
  if (decidedBy !== "caller" || best === null || best === lead) return [];
  const message = `The caller named the intent ${lead}; the rules would have led with ${best}.`;
  return [{ code: "caller_intent_disagrees", message, items: [lead, best] }];
}

function noted({ chosen }: Choice, note: "kept_by_red_flag"): readonly Finding[] {
  const items = chosen.filter((one) => one.notes.includes(note)).map((one) => one.piece);
  return items.length === 0
    ? []
    : [{ code: "red_flag_kept", message: `A red flag is up, so ${listed(items)} stayed in.`, items }];
}

function blocked({ modifiers }: Choice): readonly Finding[] {
  const items = modifiers.filter((one) => one.outcome === "scope_uncertain").map((one) => one.piece);
  if (items.length === 0) return [];
  const message = `The question looks into more than one scope, and they disagree on ${listed(items)}: promotions applied, the rest was blocked.`;
  return [{ code: "scope_uncertain", message, items }];
}

function primaryMissing(missing: readonly Missing[], dropped: readonly Dropped[]): readonly Finding[] {
  const gone = [
    ...missing.filter((one) => one.role === "primary").map((one) => ({ id: one.id, why: one.reason })),
    ...dropped.filter((one) => one.role === "primary").map((one) => ({ id: one.id, why: one.reason })),
  ];
  if (gone.length === 0) return [];
  const message = `The answer stands on facts that are not there: ${gone.map(({ id, why }) => `${id} (${why})`).join(", ")}.`;
  return [{ code: "primary_missing", message, items: gone.map((one) => one.id) }];
}
