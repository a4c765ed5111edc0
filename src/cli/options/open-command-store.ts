/** Opens the store of the service for a verb of the command line, as somebody who may read all of one tenant. IO. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Caller, verifiedCaller } from "../../caller.ts";
import { readConfig } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { Environment } from "../../policy/read/environment.ts";
import { openStore } from "../../store/open-store.ts";
import type { Store } from "../../store/store.ts";
import { VERSION } from "../../version.ts";

/** The tenant of a service that runs without sign-in. */
export const DEFAULT_TENANT = "default";

export const operatorOf = (tenant: string): Caller =>
  verifiedCaller({
    ...{ tenant, subject: null, groups: [] },
    permissions: new Set(["any_subject", "explain", "reveal", "audit"]),
  });

/** Every fault of the settings, or why the store does not open. */
export async function openCommandStore(environment: Environment): Promise<Store | { readonly faults: readonly string[] }> {
  const read = readConfig({ ...environment }, (path) => readFileSync(path, "utf8"));
  if ("problems" in read) return { faults: read.problems };
  const { database, storePath } = read.config;
  if (database === null && !existsSync(storePath))
    return { faults: [`no store at ${resolve(storePath)}; expected one that the service has written: see STORE_PATH`] };
  try {
    return await openStore(read.config, VERSION);
  } catch (error) {
    if (error instanceof AppError) return { faults: [error.message] };
    throw error;
  }
}
