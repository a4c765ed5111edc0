/**
 * A process that writes manifests to PostgreSQL without pause and prints each id once it is acknowledged; while the database is away it
 * tries the next. Arguments: the service's login, a prefix for the ids.
 */
import { argv, stdout } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { openPostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { callerOf, KEY, manifestOf } from "../store/manifest-fixture.ts";

const WAVE = 20;
const [url, prefix] = argv.slice(2);
if (url === undefined || prefix === undefined) throw new Error("expected a login and a prefix");

const caller = callerOf("north");
const store = await openPostgresStore({
  url,
  migrationUrl: null,
  hashKey: KEY,
  version: "0.1.0",
  connections: 4,
  timeoutMs: 1_000,
});

async function write(id: string): Promise<boolean> {
  const text = `text of ${id}`;
  const saved = await store.save(caller, manifestOf(store, caller, id, [text, "the same everywhere"])).then(
    () => true,
    (error: { code: string }) => error.code !== "audit_unavailable" && Promise.reject(error),
  );
  if (saved) stdout.write(`saved ${id}\n`);
  return saved;
}

for (let wave = 0; ; wave++) {
  const saved = await Promise.all(Array.from({ length: WAVE }, (_, index) => write(`${prefix}-${wave}-${index}`)));
  if (!saved.includes(true)) await pause(20);
}
