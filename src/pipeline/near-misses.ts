/** For each piece that stayed out, the smallest change that would bring it in. Pure. */

import type { Withheld } from "../routing/records.ts";
import { localDay, startOfDayMs } from "../text/zoned.ts";
import type { Assembly } from "./assemble.ts";
import type { NearMiss } from "./explanation.ts";
import { type PackInput, pack } from "./pack.ts";
import type { Dropped, Missing } from "./records.ts";

/** In the order: dropped, withheld, missing; each in its own stable order. */
export function nearMisses(assembly: Assembly): readonly NearMiss[] {
  const { filtered, packed, choice } = assembly;
  return [
    ...packed.dropped.map((drop) => roomFor(drop, assembly)),
    ...filtered.dropped.map((drop) => fresher(drop, assembly)),
    ...choice.withheld.map((one) => routedIn(one, assembly)),
    ...filtered.missing.map(arrived),
  ];
}

type Change = Partial<NearMiss> & Pick<NearMiss, "id" | "reason" | "change" | "message">;

const change = (fields: Change): NearMiss => ({ secondary_tokens: null, total: null, intents: [], displaces: [], ...fields });

/** Raises the limits that stand in the way, one by one, until the piece is in: earlier pieces may take new room first. */
function roomFor({ id, reason }: Dropped, { packed, request }: Assembly): NearMiss {
  let input = packed.input;
  let tried = packed;
  for (let step = 0; step <= 4 * input.secondary.length + 4; step += 1) {
    const drop = tried.dropped.find((one) => one.id === id);
    if (drop === undefined) break;
    input = raised(input, drop);
    tried = pack(input);
  }
  const plan = input.planTokens === packed.input.planTokens ? null : input.planTokens;
  const total = input.limit === packed.input.limit ? null : input.limit;
  const wanted = [
    ...(plan === null
      ? []
      : [`${plan} tokens of secondary facts instead of ${packed.input.planTokens} on the plan ${request.plan}`]),
    ...(total === null ? [] : [`a limit of ${total} tokens instead of ${packed.input.limit}`]),
    ...(input.policy === packed.input.policy ? [] : ["an evidence block that may borrow from the others"]),
  ];
  return change({
    id,
    reason,
    change: plan === null ? "budget_tokens" : "plan_tokens",
    message: `${wanted.join(" and ")} would do.`,
    secondary_tokens: plan,
    total,
    displaces: packed.kept.filter((fact) => !tried.kept.includes(fact)).map((fact) => fact.piece.id),
  });
}

function raised(input: PackInput, { reason, detail }: Dropped): PackInput {
  const short = Number(detail["tokens"]) - Number(detail["left"]);
  if (reason === "over_plan") return { ...input, planTokens: (input.planTokens ?? 0) + short };
  if (reason === "over_budget") return { ...input, limit: input.limit + short };
  return { ...input, policy: { shares: null, borrow: true } };
}

function fresher({ id, reason, detail }: Dropped, { request, zone }: Assembly): NearMiss {
  const piece = request.policy.pieces.get(id);
  const midnight = startOfDayMs(localDay(request.atMs, zone.zone).date, zone.zone);
  const since = piece?.freshFor === "day" ? midnight : request.atMs - Number(piece?.freshFor ?? 0);
  const was = detail["measured_at"] === null ? "it has no readable time" : `it was measured at ${detail["measured_at"]}`;
  return change({
    id,
    reason,
    change: "date",
    message: `A measurement at or after ${new Date(since).toISOString()} would do; ${was}.`,
  });
}

function routedIn({ id, reason, detail }: Withheld, { request }: Assembly): NearMiss {
  const intents = [...request.policy.intents.values()]
    .filter((one) => [...one.primary, ...one.secondary].includes(id))
    .map((one) => one.name);
  if (reason === "scope_dropped") {
    return change({ id, reason, change: "scope", intents, message: `A question outside the scope ${detail.scope} would do.` });
  }
  const which = intents.length === 0 ? "No intent lists it" : `A question about ${intents.join(" or ")} would do`;
  return change({ id, reason, change: "routing", intents, message: `${which}.` });
}

const WHAT_HELPS = {
  unreachable: "The source must answer",
  not_computed: "The source must have computed it for this person",
  empty: "The source must fill the field",
} as const;

const arrived = ({ id, reason, source, cause }: Missing): NearMiss =>
  change({ id, reason, change: "source", message: `${WHAT_HELPS[reason]}: ${source}${cause === null ? "" : ` (${cause})`}.` });
