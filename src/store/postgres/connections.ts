/**
 * Transactions on a bounded pool: one tenant each, with a deadline that holds whatever the server does, tried again on another
 * connection while time is left. IO.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { isConnectionFault, isPassing, isReadOnly } from "./postgres-errors.ts";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
const IDLE_MS = 30_000;
/** Connections are made anew now and then, so that they spread over servers again after a failover. */
const LIFETIME_SECONDS = 1_800;
const KEEP_ALIVE_AFTER_MS = 10_000;

export interface Limits {
  /** Most connections of the pool. */
  readonly connections: number;
  /** Most milliseconds for one transaction, waiting for a connection and further tries included. */
  readonly timeoutMs: number;
}

export interface Transaction {
  /** The rows of one statement. `sql` is a constant: it is prepared once for each connection. */
  rows<Row>(sql: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** The same for a text that is put together: not prepared. */
  rowsOnce<Row>(sql: string, values: readonly unknown[]): Promise<readonly Row[]>;
}

export interface Work {
  /** The tenant whose rows the transaction sees; null: none of any tenant. */
  readonly tenant: string | null;
  readonly mode: "read" | "write";
  /** `performance.now()` at which it ends, done or not. */
  readonly until: number;
}

export interface Connections {
  /**
   * Runs and commits. Rejects with the last error of the database or the connection; after one of the connection nobody knows
   * whether the commit took place, so `run` may be called again and must be able to meet its own rows.
   */
  transact<Result>(work: Work, run: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Waits for what runs. */
  close(): Promise<void>;
}

export function openConnections(url: string, limits: Limits): Connections {
  let pool = makePool(url, limits);
  const retired = new Set<Promise<void>>();
  /** After a failover every connection leads to a server that takes no writes. */
  const replace = (refused: Pool): void => {
    if (pool !== refused) return;
    pool = makePool(url, limits);
    const ended = refused.end().finally(() => retired.delete(ended));
    retired.add(ended);
  };
  return {
    async transact(work, run) {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        const used = pool;
        try {
          return await attempt(used, work, run);
        } catch (error) {
          if (isReadOnly(error)) replace(used);
          if (!isPassing(error) || performance.now() + pauseMs >= work.until) throw error;
        }
        await pause(pauseMs * (0.5 + Math.random() / 2));
      }
    },
    async close() {
      if (!pool.ending) await pool.end();
      await Promise.all(retired);
    },
  };
}

function makePool(url: string, { connections, timeoutMs }: Limits): Pool {
  const config: PoolConfig = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: Math.ceil(timeoutMs / 2),
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: "winnow",
  };
  const pool = new Pool(config);
  // Without listeners one restart of the server ends the process. What the error means shows at the next use.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** The timer closes the connection under whatever waits on it: a frozen server answers neither a statement nor a cancel. */
async function attempt<Result>(
  pool: Pool,
  { tenant, mode, until }: Work,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await checkOut(pool, until);
  let isReleased = false;
  const release = (isBroken: boolean): void => {
    if (!isReleased) client.release(isBroken);
    isReleased = true;
  };
  const timer = setTimeout(() => release(true), until - performance.now());
  try {
    const transaction = transactionOn(client, until);
    await begin(client, tenant, mode);
    const result = await run(transaction);
    await client.query("COMMIT");
    release(false);
    return result;
  } catch (error) {
    const isSound = !isConnectionFault(error) && !isReadOnly(error) && (await rolledBack(client));
    release(!isSound);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The pool's own timeout is longer than what may be left. A connection that comes too late goes back to the pool. */
async function checkOut(pool: Pool, until: number): Promise<PoolClient> {
  const connecting = pool.connect();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), until - performance.now());
  });
  try {
    const client = await Promise.race([connecting, late]);
    if (client !== null) return client;
  } finally {
    clearTimeout(timer);
  }
  connecting.then(
    (client) => client.release(),
    () => {},
  );
  throw new Error("timeout while waiting for a connection");
}

/**
 * A read sees one state of the database, however many queries it makes: what is written between two of them shows in neither. The setting
 * ends with the transaction: the next one on this connection sees no rows until it says whose.
 */
async function begin(client: PoolClient, tenant: string | null, mode: Work["mode"]): Promise<void> {
  const begun = mode === "read" ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN";
  // Both in one round trip: for a page of a list that is one of four.
  await client.query(`${begun}; SELECT set_config('app.tenant', ${client.escapeLiteral(tenant ?? "")}, true)`);
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

const names = new Map<string, string>();

function nameOf(sql: string): string {
  const name = names.get(sql) ?? `w${names.size}`;
  names.set(sql, name);
  return name;
}

function transactionOn(client: PoolClient, until: number): Transaction {
  const query = async <Row>(config: { name?: string; text: string; values: unknown[] }): Promise<readonly Row[]> => {
    const timed = { ...config, query_timeout: Math.max(1, Math.ceil(until - performance.now())) };
    return (await client.query(timed)).rows as Row[];
  };
  return {
    rows: (sql, values) => query({ name: nameOf(sql), text: sql, values: [...values] }),
    rowsOnce: (sql, values) => query({ text: sql, values: [...values] }),
  };
}
