/**
 * A process that erases a person, to be killed in the middle; or one that has the store open and does nothing.
 * Arguments: `erase` or `hold`, the path of the store, the person.
 */
import { argv, stdout } from "node:process";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { callerOf, KEY } from "../store/manifest-fixture.ts";

const [what, path, person] = argv.slice(2);
if (path === undefined) throw new Error("expected what to do and a path");

const store = await openSqliteStore({ path, hashKey: KEY, version: "test" });
if (what === "erase") {
  stdout.write("erasing\n");
  await store.erase(callerOf("north", person), "2026-11-29T12:00:00.000Z");
  stdout.write("erased\n");
  await store.close();
} else {
  stdout.write("holding\n");
  setInterval(() => store.hashKeyId, 60_000);
}
