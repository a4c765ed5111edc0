/** How every write of the PostgreSQL store but the manifests' is made, and how its failures are told. IO through the connections. */
import { AppError } from "../../errors.ts";
import { auditUnavailable } from "../store-errors.ts";
import type { Connections, Transaction } from "./connections.ts";
import { mayBeOneRecord, withoutValues } from "./postgres-errors.ts";
import type { Reading } from "./reading.ts";

export interface Writing extends Reading {
  /** Connections of their own, so that reads never keep a write waiting. */
  readonly writes: Connections;
  /** The last write worked, or did not: for readiness. */
  readonly noteHealth: (isHealthy: boolean) => void;
}

/**
 * `tenant` null: tables that belong to no tenant. Throws AppError `audit_unavailable` when the database did not take it in time
 * (whether it did is then not known, and nothing was acknowledged); what `run` throws itself passes.
 */
export async function writing<Result>(
  { writes, timeoutMs, isClosed, noteHealth }: Writing,
  tenant: string | null,
  run: (transaction: Transaction) => Promise<Result>,
  patienceMs: number = timeoutMs,
): Promise<Result> {
  if (isClosed()) throw auditUnavailable("The store is closed; nothing was written.");
  try {
    const result = await writes.transact({ tenant, mode: "write", until: performance.now() + patienceMs }, run);
    noteHealth(true);
    return result;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (!mayBeOneRecord(error)) noteHealth(false);
    const cause = withoutValues(error);
    throw auditUnavailable(`The database did not take the record (${cause.code}); nothing was acknowledged.`, cause);
  }
}
