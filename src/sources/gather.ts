/** Asks sources for one request: parameters first, then cache, then one shared call, all under one deadline. IO. */
import type { CallerAbout } from "../caller.ts";
import type { Source } from "../policy/rules/sources.ts";
import type { Policy } from "../policy/snapshot.ts";
import { fillAddress } from "./address.ts";
import { type AnswerCache, answerKey } from "./answer-cache.ts";
import { fetchSource } from "./fetch-source.ts";
import { NO_PARAMS, type Params, resolveParams } from "./params.ts";
import type { Pools } from "./pools.ts";
import { createSingleFlight, type SingleFlight } from "./single-flight.ts";
import { failed, type SourceResult, type SourceTiming } from "./source-result.ts";
import { createTimeLeft, type Limits, type TimeLeft } from "./time-left.ts";

export interface GathererOptions {
  readonly pools: Pools;
  readonly cache: AnswerCache;
  /** Monotonic milliseconds, the clock of `deadlineMs`. */
  readonly nowMs?: () => number;
}

export interface GatherInput {
  readonly policy: Pick<Policy, "digest" | "sources">;
  readonly plan: string | null;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
  /** Answers that stand in for a source's own, parameters that come from it included; for an explanation's what-if. */
  readonly overrides?: ReadonlyMap<string, SourceResult>;
}

export interface GatherLimits extends Limits {
  /** W3C Trace Context, for the upstreams. */
  readonly traceparent: string;
}

/** The sources of one policy, as one request sees them. */
export interface Gathering {
  /**
   * Asks a source of the policy; asked again, the same answer. No promise where it is there already. Settles by the deadline at the
   * latest (cause `deadline`, also after a hang-up) and never rejects for what an upstream does. TypeError for a name the policy does not have.
   */
  ask(source: string): SourceResult | Promise<SourceResult>;
  /** The settled asks so far, in the order they settled; `ms` is without the wait for parameters. */
  timings(): readonly SourceTiming[];
  /** What was answered to all the asks; null where something is still waited for, or came from where it cannot be looked up. */
  receipts(): readonly Receipt[] | null;
}

/** One answer, and where it is looked up whether it still is the answer. Of one caller and person: it must not be used for another. */
export interface Receipt {
  readonly source: string;
  readonly key: string;
  readonly result: SourceResult;
}

export interface Gatherer {
  open(caller: CallerAbout, input: GatherInput, limits: GatherLimits): Gathering;
  /** How the answers of these receipts would be had now, each by a look-up; null where one would not be the same any more. */
  again(receipts: readonly Receipt[]): readonly SourceTiming[] | null;
}

interface Shared {
  readonly pools: Pools;
  readonly cache: AnswerCache;
  readonly nowMs: () => number;
  readonly flights: SingleFlight<SourceResult>;
}

interface Request {
  readonly caller: CallerAbout;
  readonly input: GatherInput;
  readonly traceparent: string;
  /** Made when something has to be waited for. */
  readonly timeLeft: () => TimeLeft;
}

interface Outcome {
  readonly result: SourceResult;
  readonly via: SourceTiming["via"];
  /** Null where there was nothing to look up. */
  readonly key: string | null;
}

/** Makes the one gatherer of a process: identical calls of all requests meet in it. */
export function createGatherer({ pools, cache, nowMs = () => performance.now() }: GathererOptions): Gatherer {
  const shared: Shared = { pools, cache, nowMs, flights: createSingleFlight() };
  return {
    open(caller, input, limits) {
      let made: TimeLeft | null = null;
      const timeLeft = (): TimeLeft => {
        made ??= createTimeLeft(limits, nowMs);
        return made;
      };
      return openGathering(shared, { caller, input, traceparent: limits.traceparent, timeLeft });
    },
    again: (receipts) => lookUpAgain(shared, receipts),
  };
}

function lookUpAgain({ cache, nowMs }: Shared, receipts: readonly Receipt[]): readonly SourceTiming[] | null {
  const timings: SourceTiming[] = [];
  for (const { source, key, result } of receipts) {
    const startedMs = nowMs();
    if (cache.fresh(key) !== result) return null;
    timings.push({ source, ms: nowMs() - startedMs, via: "cache" });
  }
  return timings;
}

function openGathering(shared: Shared, request: Request): Gathering {
  const asked = new Map<string, SourceResult | Promise<SourceResult>>();
  const timings: SourceTiming[] = [];
  const receipts: Receipt[] = [];

  function ask(name: string): SourceResult | Promise<SourceResult> {
    const known = asked.get(name);
    if (known !== undefined) return known;
    const answer = settle(name);
    asked.set(name, answer);
    return answer;
  }

  function settle(name: string): SourceResult | Promise<SourceResult> {
    const given = request.input.overrides?.get(name);
    if (given !== undefined) return given;
    const source = request.input.policy.sources.get(name);
    if (source === undefined) return Promise.reject(new TypeError(`the policy has no source ${name}`));
    const params = source.params.length === 0 ? NO_PARAMS : resolveParams(source, ask);
    return params instanceof Promise ? params.then((ready) => take(source, ready)) : take(source, params);
  }

  function take(source: Source, params: Params): SourceResult | Promise<SourceResult> {
    const startedMs = shared.nowMs();
    const note = ({ result, via, key }: Outcome): SourceResult => {
      timings.push({ source: source.name, ms: shared.nowMs() - startedMs, via });
      if (key !== null) receipts.push({ source: source.name, key, result });
      return result;
    };
    const outcome =
      "status" in params ? { result: params, via: "none" as const, key: null } : consult(shared, request, source, params);
    return outcome instanceof Promise ? outcome.then(note) : note(outcome);
  }

  return { ask, timings: () => [...timings], receipts: () => (receipts.length === asked.size ? [...receipts] : null) };
}

/** A hit costs a key and a look-up: no timer, no listener, no promise. */
function consult(
  shared: Shared,
  request: Request,
  source: Source,
  params: ReadonlyMap<string, string>,
): Outcome | Promise<Outcome> {
  const { caller, input } = request;
  const { tenant, about: subject } = caller;
  const address = fillAddress(source, { tenant, subject, plan: input.plan, attributes: input.attributes, params });
  if (address === null) return { result: failed("invalid"), via: "none", key: null };
  const key = answerKey(caller, input.policy.digest, source, address);
  const hit = shared.cache.fresh(key);
  if (hit !== undefined) return { result: hit, via: "cache", key };
  if (request.timeLeft().isOver()) return withStandIn(shared.cache, key, failed("deadline"), "none");
  return call(shared, request, { source, address, key });
}

async function call(
  { pools, cache, flights }: Shared,
  { traceparent, timeLeft }: Request,
  { source, address, key }: { readonly source: Source; readonly address: string; readonly key: string },
): Promise<Outcome> {
  const seat = flights.board(key, async (signal) => {
    const erasures = cache.erasures();
    const result = await fetchSource(pools, { source, address, traceparent, signal });
    // Of a person who was erased meanwhile nothing is kept; who that was is not told apart.
    if (cache.erasures() === erasures) cache.note(key, result, source);
    return result;
  });
  const result = await timeLeft().wait(seat, failed("deadline"));
  const called = result.status !== "failed" || result.cause !== "circuit_open";
  return withStandIn(cache, key, result, called ? (seat.joined ? "joined" : "upstream") : "none");
}

function withStandIn(cache: AnswerCache, key: string, result: SourceResult, via: SourceTiming["via"]): Outcome {
  const old = result.status === "failed" ? cache.standIn(key) : undefined;
  if (old === undefined) return { result, via, key };
  return { result: old, via: via === "none" ? "cache" : via, key };
}
