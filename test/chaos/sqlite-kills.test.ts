/** kill -9 under load, again and again on one SQLite file: nothing that was acknowledged is lost, and the file stays sound. */
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { callerOf } from "../store/manifest-fixture.ts";
import { acknowledgedIn, expectReadable, startStoreChild } from "../support/store-processes.ts";
import { temporaryFolder } from "../support/test-end.ts";

const KILLS = 50;
const MOST_MS_BEFORE_KILL = 250;
/** Processes on the one file at once; all are killed together. */
const WRITERS = 2;
const anna = callerOf("north");

test(`${KILLS} kills of ${WRITERS} writing processes`, { timeout: 420_000 }, async () => {
  const path = join(temporaryFolder(), "winnow.db");
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const children = Array.from({ length: WRITERS }, (_, at) => startStoreChild(path, `kill${kill}-${at}`));
    await Promise.all(children.map((child) => child.firstAcknowledged));
    await pause(Math.random() * MOST_MS_BEFORE_KILL);
    for (const child of children) child.process.kill("SIGKILL");
    await Promise.all(children.map((child) => once(child.process, "close")));
    const fresh = children.flatMap((child) => acknowledgedIn(child.lines()));
    await expectReadable(path, anna, fresh);
    acknowledged.push(...fresh);
  }
  await expectReadable(path, anna, acknowledged);
  expect(acknowledged.length).toBeGreaterThan(KILLS * WRITERS);
});
