/**
 * A process that writes manifests without pause and prints each id once it is acknowledged; the tests kill it.
 * Arguments: the path of the store, a prefix for the ids, how many waves to write (absent: until killed).
 */
import { argv, stdout } from "node:process";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { callerOf, manifestOf } from "../store/manifest-fixture.ts";

const WAVE = 20;
const [path, prefix, waves] = argv.slice(2);
if (path === undefined || prefix === undefined) throw new Error("expected a path and a prefix");

const caller = callerOf("north");
const store = await openSqliteStore({ path, hashKey: null, version: "0.1.0" });
stdout.write(`key ${store.hashKeyId}\n`);

/** Again where others held the store for longer than a request waits, as a client is told to. */
async function write(id: string): Promise<void> {
  try {
    await store.save(caller, manifestOf(store, caller, id, [`text of ${id}`, "the same everywhere"]));
  } catch (error) {
    if ((error as { code: string }).code !== "audit_unavailable") throw error;
    return write(id);
  }
  stdout.write(`saved ${id}\n`);
}

for (let wave = 0; wave < Number(waves ?? Number.POSITIVE_INFINITY); wave++) {
  await Promise.all(Array.from({ length: WAVE }, (_, index) => write(`${prefix}-${wave}-${index}`)));
}
await store.close();
