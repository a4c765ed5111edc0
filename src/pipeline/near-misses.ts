/** For each piece that stayed out, the smallest change that would bring it in. Pure. */

import type { Withheld } from "../routing/records.ts";
import { localDay, startOfDayMs } from "../text/zoned.ts";
import type { Assembly } from "./assemble.ts";
import { sumOf } from "./budget.ts";
import type { NearMiss } from "./explanation.ts";
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

const change = (fields: Change): NearMiss => ({ tokens: null, intents: [], displaces: [], ...fields });

function roomFor({ id, reason, detail }: Dropped, { request, packed, limit }: Assembly): NearMiss {
  const tokens = Number(detail["tokens"]);
  const short = tokens - Number(detail["left"]);
  if (reason === "over_plan") {
    const allowed = request.plan === null ? 0 : (request.policy.plans.get(request.plan) ?? 0);
    const message = `${short} more tokens of secondary facts would do: ${allowed + short} instead of ${allowed} on the plan ${request.plan}.`;
    return change({ id, reason, change: "plan_tokens", tokens: short, message, displaces: enough(packed.kept, short) });
  }
  if (reason === "over_block_share") {
    const message = `${short} more tokens in the evidence block would do.`;
    return change({ id, reason, change: "budget_tokens", tokens: short, message });
  }
  const message = `${short} more tokens would do: a limit of ${sumOf(packed.used) + tokens} instead of ${limit}.`;
  return change({ id, reason, change: "budget_tokens", tokens: short, message, displaces: enough(packed.kept, short) });
}

/** The fewest of the last secondary facts whose room would be enough; none when all of them together are not. */
function enough(kept: Assembly["packed"]["kept"], tokens: number): readonly string[] {
  const out: string[] = [];
  let freed = 0;
  for (const fact of [...kept].reverse()) {
    if (freed >= tokens) break;
    out.push(fact.piece.id);
    freed += fact.tokens;
  }
  return freed >= tokens ? out : [];
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
