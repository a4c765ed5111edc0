/** What is acknowledged survives SIGKILL, and several processes share one store. */
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { acknowledgedIn, expectReadable, startStoreChild } from "../../support/store-processes.ts";
import { temporaryFolder } from "../../support/test-end.ts";
import { callerOf } from "../manifest-fixture.ts";

const KILLS = 5;
const MOST_MS_BEFORE_KILL = 250;
const anna = callerOf("north");

test(`kill -9 under load, ${KILLS} times: every acknowledged manifest and its texts are readable`, {
  timeout: 90_000,
}, async () => {
  const path = join(temporaryFolder(), "winnow.db");
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startStoreChild(path, `kill${kill}`);
    await child.firstAcknowledged;
    await pause(Math.random() * MOST_MS_BEFORE_KILL);
    child.process.kill("SIGKILL");
    await once(child.process, "close");
    acknowledged.push(...acknowledgedIn(child.lines()));
    await expectReadable(path, anna, acknowledged);
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS);
});

test("three processes that make one store at once agree on its key and all write", { timeout: 60_000 }, async () => {
  const path = join(temporaryFolder(), "winnow.db");
  const children = ["a", "b", "c"].map((prefix) => startStoreChild(path, prefix, "5"));
  const codes = await Promise.all(children.map(async (child) => (await once(child.process, "close"))[0]));
  expect(codes).toEqual([0, 0, 0]);
  expect(new Set(children.map((child) => child.lines()[0])).size).toBe(1);
  const ids = children.flatMap((child) => acknowledgedIn(child.lines()));
  expect(ids).toHaveLength(3 * 5 * 20);
  await expectReadable(path, anna, ids);
  expect(readdirSync(dirname(path)).sort()).toEqual(["winnow.db", "winnow.db.key"]);
  expect(existsSync(`${path}-wal`)).toBe(false);
});
