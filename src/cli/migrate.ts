/** `winnow migrate`: brings the schema of the PostgreSQL database up to date, so that no instance needs the owner's login. IO. */
import { readConfig } from "../config.ts";
import type { Environment } from "../policy/read/environment.ts";
import { migrateDatabase } from "../store/postgres/open-database.ts";
import { VERSION } from "../version.ts";

/** 0 once the schema is up to date, 1 for settings that are missing or wrong. Throws AppError where the database refuses. */
export async function migrateStore(
  environment: Environment,
  readFile: (path: string) => string,
  print: (line: string) => void,
): Promise<number> {
  const read = readConfig(environment, readFile);
  if ("problems" in read) {
    for (const problem of read.problems) print(problem);
    return 1;
  }
  const { database } = read.config;
  if (database === null || database.migrationUrl === null) {
    print("expected DATABASE_URL, the service's login, and DATABASE_MIGRATION_URL, the owner's; at least one is not set.");
    return 1;
  }
  const { url, migrationUrl } = database;
  const { schema, role } = await migrateDatabase({ url, migrationUrl, serviceVersion: VERSION });
  print(`schema ${schema}; ${role} has the rights of the service`);
  return 0;
}
