/** Which sources are asked, and the answers by name. Asks through the function it is given; pure otherwise. */
import { AppError } from "../errors.ts";
import type { Policy } from "../policy/snapshot.ts";
import type { Chosen } from "../routing/choose.ts";
import type { ScopeRecord } from "../routing/records.ts";
import type { Decided } from "../routing/route.ts";
import { readPointer } from "../sources/json-pointer.ts";
import type { SourceResult } from "../sources/source-result.ts";
import { isTimeZone } from "../text/zoned.ts";
import type { AssemblyRequest } from "./request.ts";

/** Asks one source for the caller's person. Never rejects; asked twice, it answers the same. */
export type Ask = (source: string) => Promise<SourceResult>;

export interface ZoneFound {
  readonly zone: string;
  readonly source: ScopeRecord["zone_source"];
  /** The answer it was read from, or would have been: an input like any other. */
  readonly asked: ReadonlyMap<string, SourceResult>;
}

const NONE_ASKED: ReadonlyMap<string, SourceResult> = new Map();

/**
 * Starts the calls that the routing alone makes likely, so that they run beside the one that knows the time zone.
 * A piece that every intent in play excludes starts none.
 */
export function askAhead(policy: Policy, decided: Decided, ask: Ask): void {
  if (policy.timeZone.from === null) return;
  for (const name of [decided.lead, ...decided.contenders]) {
    const intent = policy.intents.get(name);
    if (intent !== undefined)
      for (const source of sourcesOf(policy, intent, [...intent.primary, ...intent.secondary])) void ask(source);
  }
}

/** The answers that the chosen pieces need. Throws `required_source` when one that the policy requires failed. */
export async function askAll(policy: Policy, chosen: readonly Chosen[], ask: Ask): Promise<ReadonlyMap<string, SourceResult>> {
  const names = sourcesOf(
    policy,
    chosen,
    chosen.map((one) => one.piece),
  );
  const results = new Map<string, SourceResult>();
  for (const [at, result] of (await Promise.all(names.map(ask))).entries()) {
    const name = names[at] as string;
    results.set(name, result);
    if (result.status === "failed" && policy.sources.get(name)?.required === true) {
      throw new AppError(
        "required_source",
        `The source ${name} did not answer (${result.cause}) and the policy requires it. Try again.`,
        {
          retryAfterSeconds: 1,
        },
      );
    }
  }
  return results;
}

/** The caller's zone, else the person's own, else the policy's, else UTC. */
export async function findZone(request: AssemblyRequest, ask: Ask): Promise<ZoneFound> {
  if (request.timeZone !== null) return { zone: request.timeZone, source: "request", asked: NONE_ASKED };
  const { from, fallback } = request.policy.timeZone;
  const otherwise = fallback === "UTC" ? "default" : "policy";
  if (from === null) return { zone: fallback, source: otherwise, asked: NONE_ASKED };
  const result = await ask(from.source);
  const asked = new Map([[from.source, result]]);
  const name = result.status === "facts" ? readPointer(result.payload, from.pointer) : null;
  if (typeof name === "string" && isTimeZone(name)) return { zone: name, source: "profile", asked };
  return { zone: fallback, source: otherwise, asked };
}

// Both an intent and a choice live as long as their policy, so their sources are looked up once.
const known = new WeakMap<object, readonly string[]>();

/** The sources of `pieces`, in the order of the policy; kept under `owner`, which always has the same pieces. */
function sourcesOf(policy: Policy, owner: object, pieces: readonly string[]): readonly string[] {
  const before = known.get(owner);
  if (before !== undefined) return before;
  const needed = new Set(pieces.flatMap((piece) => policy.pieces.get(piece)?.source ?? []));
  const names = [...policy.sources.keys()].filter((source) => needed.has(source));
  known.set(owner, names);
  return names;
}
