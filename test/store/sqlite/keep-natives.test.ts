/** Native objects of closed stores survive a collection outside of any script, as the idle process makes it; Node 24 would abort otherwise. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const SCRIPT = `
import { openSqliteStore } from "./src/store/sqlite/sqlite-store.ts";
for (let at = 0; at < 5; at += 1) {
  const store = await openSqliteStore({ path: process.argv[1], hashKey: null, version: "test" });
  await store.close();
}
const ring = [];
for (let at = 0; at < 300; at += 1) {
  ring[at % 20] = Array.from({ length: 60_000 }, (_, index) => ({ index }));
  await new Promise((resolve) => setTimeout(resolve, 3));
}
console.log("alive");
`;

test("a process that opened and closed stores lives through garbage collections", () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-gc-"));
  const args = ["--max-semi-space-size=1", "--import", "tsx", "--input-type=module", "--eval", SCRIPT, join(folder, "w.db")];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect([stdout.trim(), status], stderr).toEqual(["alive", 0]);
});
