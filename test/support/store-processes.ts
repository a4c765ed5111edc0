/** Processes that write to one SQLite file until they are killed, and what they acknowledged. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect } from "vitest";
import type { Caller } from "../../src/caller.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { endWithTest } from "./test-end.ts";

const CHILD = fileURLToPath(new URL("./store-child.ts", import.meta.url));

export interface StoreChild {
  readonly process: ChildProcess;
  readonly firstAcknowledged: Promise<unknown>;
  /** Whole lines only: a line that was cut by the kill acknowledges nothing. */
  lines(): readonly string[];
}

/** Killed when the test ends. Arguments as in store-child.ts. */
export function startStoreChild(...arguments_: readonly string[]): StoreChild {
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, ...arguments_], { stdio: ["ignore", "pipe", "inherit"] });
  endWithTest(child);
  let output = "";
  const firstAcknowledged = new Promise((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.includes("saved ")) resolve(undefined);
    });
  });
  return { process: child, firstAcknowledged, lines: () => output.split("\n").slice(0, -1) };
}

/** Ids of the manifests that a process has acknowledged. */
export const acknowledgedIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => (line.startsWith("saved ") ? [line.slice("saved ".length)] : []));

/** The file is sound, and each of these manifests is there with its texts; they are of `caller`. */
export async function expectReadable(path: string, caller: Caller, ids: readonly string[]): Promise<void> {
  const database = new Database(path);
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  database.close();
  const store = await openSqliteStore({ path, hashKey: null, version: "0.1.0" });
  for (const id of ids) {
    expect((await store.read(caller, id))?.envelope.manifest_id).toBe(id);
    expect(await store.readText(caller, store.hash(caller, `text of ${id}`))).toBe(`text of ${id}`);
  }
  expect(await store.readText(caller, store.hash(caller, "the same everywhere"))).toBe("the same everywhere");
  await store.close();
}
