/** The connections to the upstreams: a pool per origin, a circuit breaker per source; made once, closed on shutdown. */
import { Pool } from "undici";
import type { Source } from "../policy/rules/sources.ts";
import { type Breaker, createBreaker } from "./breaker.ts";

/** One origin. `calls` counts those under way or waiting for a connection. */
export interface Lane {
  readonly pool: Pool;
  readonly maxCalls: number;
  calls: number;
}

export interface Pools {
  laneOf(source: Source): Lane;
  breakerOf(source: Source): Breaker;
  /** Ends every connection; calls under way fail with `reset`. */
  close(): Promise<void>;
}

export interface PoolsOptions {
  readonly connectionsPerOrigin: number;
  /** Above this many calls at once to one origin, further ones fail with `circuit_open` instead of queueing. */
  readonly callsPerOrigin: number;
  readonly connectTimeoutMs: number;
  readonly faultsInARow: number;
  readonly restMs: number;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

const DEFAULTS: PoolsOptions = {
  connectionsPerOrigin: 128,
  callsPerOrigin: 1_024,
  connectTimeoutMs: 3_000,
  faultsInARow: 10,
  restMs: 2_000,
  nowMs: () => performance.now(),
};

/** The registry; breakers live as long as their source, so a policy that is loaded anew starts with closed circuits. */
export function createPools(options: Partial<PoolsOptions> = {}): Pools {
  const settings = { ...DEFAULTS, ...options };
  const lanes = new Map<string, Lane>();
  const breakers = new WeakMap<Source, Breaker>();
  return {
    laneOf({ origin }) {
      const lane = lanes.get(origin) ?? openLane(origin, settings);
      lanes.set(origin, lane);
      return lane;
    },
    breakerOf(source) {
      const breaker = breakers.get(source) ?? createBreaker(settings);
      breakers.set(source, breaker);
      return breaker;
    },
    async close() {
      await Promise.all([...lanes.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

/** Both of undici's own timeouts are off: they restart with every byte, and ours covers the whole call. */
function openLane(origin: string, { connectionsPerOrigin, callsPerOrigin, connectTimeoutMs }: PoolsOptions): Lane {
  const pool = new Pool(origin, {
    connections: connectionsPerOrigin,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: connectTimeoutMs,
  });
  return { pool, maxCalls: callsPerOrigin, calls: 0 };
}
