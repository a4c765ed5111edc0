/** How every read of the PostgreSQL store is made: one transaction of the caller's tenant, with a deadline. IO through the connections. */
import { AppError } from "../../errors.ts";
import type { KeyedHash } from "../keyed-hash.ts";
import type { Seals } from "../seal.ts";
import type { Clocked } from "../sight.ts";
import type { Connections, Transaction } from "./connections.ts";
import { isConnectionFault, storeUnavailable, withoutValues } from "./postgres-errors.ts";

export interface Reading extends Clocked {
  readonly connections: Connections;
  readonly seals: Seals;
  readonly hash: KeyedHash;
  readonly timeoutMs: number;
  readonly isClosed: () => boolean;
}

/**
 * `tenant` null: tables that belong to no tenant. Throws AppError `shutting_down` for a closed store, `store_unavailable` when the
 * database did not answer in time, `internal` for the rest; what `run` throws itself passes.
 */
export async function reading<Result>(
  { connections, timeoutMs, isClosed }: Reading,
  tenant: string | null,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  if (isClosed()) throw new AppError("shutting_down", "The store is closed.", { retryAfterSeconds: 1 });
  try {
    return await connections.transact({ tenant, mode: "read", until: performance.now() + timeoutMs }, run);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const cause = withoutValues(error);
    if (isConnectionFault(error) || cause.code === "57014" || cause.code === "55P03")
      throw storeUnavailable(`The database did not answer within ${timeoutMs} ms (${cause.code}). Try again.`, cause);
    throw new AppError("internal", "The store could not be read.", { cause });
  }
}
