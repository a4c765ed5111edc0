/** After an erasure none of the person's texts is in any file of the store: file, log, index of the log. Proven on their raw bytes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import type { CallerAbout } from "../../../src/caller.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { callerOf, KEY, manifestOf, openTemporaryStore, temporaryFolder, textsOf } from "../manifest-fixture.ts";

const AT = "2026-11-29T12:00:00.000Z";
const CHILD = fileURLToPath(new URL("../../support/erasing-child.ts", import.meta.url));
const PEOPLE = Array.from({ length: 24 }, (_, at) => `person-${at}`);

/** Every string that the person's records hold. Lengths from a line to several pages. */
const canary = (person: string, at: number): string => `canary:${person}:${at};`.repeat([1, 9, 60, 700][at % 4] as number);
const mark = (person: string): string => `canary:${person}:`;

/** People's records lie between each other's, as they come in a service. */
async function fill(store: Store, rounds: number): Promise<void> {
  for (let at = 0; at < rounds; at += 1) {
    await Promise.all(PEOPLE.map((person) => writeOne(store, callerOf("north", person), at)));
  }
}

async function writeOne(store: Store, caller: CallerAbout, at: number): Promise<void> {
  const text = canary(caller.about, at);
  const id = `${caller.about}-${at}`;
  const envelope = { conversation: `${text.slice(0, 40)} talk`, request_id: `${mark(caller.about)}${at}` };
  await store.save(caller, manifestOf(store, caller, id, { texts: [text, "the same everywhere"], envelope }));
  const texts = textsOf(store, caller, [`answer ${text}`]);
  await store.putAnswer(caller, id, { record: { said: text }, received_at: AT, texts });
  await store.noteView(callerOf("north", "auditor"), {
    manifest_id: id,
    what: "prompt",
    reason: text,
    viewer: "auditor",
    at: AT,
  });
}

/** Names of the store's files in which the string is. */
function filesWith(path: string, text: string): readonly string[] {
  const folder = dirname(path);
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

test("one person after the other, with the store open: of the erased nothing, of the others all", async () => {
  const { store, path } = await openTemporaryStore();
  await fill(store, 12);
  for (const person of PEOPLE) expect(filesWith(path, mark(person)).length).toBeGreaterThan(0);
  for (const [at, person] of PEOPLE.entries()) {
    const { counts } = await store.erase(callerOf("north", person), AT);
    expect(counts).toEqual({ manifests: 12, answers: 12, texts: 24, memories: 0 });
    for (const erased of PEOPLE.slice(0, at + 1)) expect([erased, filesWith(path, mark(erased))]).toEqual([erased, []]);
    const next = PEOPLE[at + 1];
    if (next !== undefined)
      expect((await store.read(callerOf("north", next), `${next}-11`))?.envelope.request_id).toBe(`${mark(next)}11`);
    // Room that was freed is used again, so that rows move.
    await writeOne(store, callerOf("north", "late"), at);
  }
  expect(filesWith(path, "the same everywhere").length).toBeGreaterThan(0);
});

test("what was refused, replaced or rolled back is gone too", async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north");
  await store.save(anna, manifestOf(store, anna, "m-1", ["canary:first"]));
  await expect(store.save(anna, manifestOf(store, anna, "m-1", ["canary:refused"]))).rejects.toMatchObject({
    code: "audit_unavailable",
  });
  for (const text of ["canary:one", "canary:two"]) {
    await store.putAnswer(anna, "m-1", { record: text, received_at: AT, texts: textsOf(store, anna, [text]) });
  }
  await store.erase(anna, AT);
  expect(filesWith(path, "canary:")).toEqual([]);
});

interface Child {
  readonly process: ChildProcess;
  /** Resolves when the child has written the word. */
  said(word: string): Promise<void>;
}

function startChild(...given: readonly string[]): Child {
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, ...given], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  const heard = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    for (const hear of heard) hear();
  });
  const said = (word: string): Promise<void> =>
    new Promise((resolve) => {
      const hear = (): void => {
        if (output.includes(word)) resolve();
      };
      heard.add(hear);
      hear();
    });
  return { process: child, said };
}

const KILLS = 12;

test(`killed in the middle of erasing, ${KILLS} times: asked again, nothing is left, and the receipt counts all`, {
  timeout: 120_000,
}, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const path = join(temporaryFolder(), "winnow.db");
    const store = await openSqliteStore({ path, hashKey: KEY, version: "test" });
    const anna = callerOf("north", "person-0");
    for (let at = 0; at < 40; at += 1) await writeOne(store, anna, at);
    await store.close();
    const child = startChild("erase", path, "person-0");
    await child.said("erasing");
    await new Promise((resolve) => setTimeout(resolve, kill * 2));
    child.process.kill("SIGKILL");
    await once(child.process, "close");
    const again = await openSqliteStore({ path, hashKey: KEY, version: "test" });
    const { counts } = await again.erase(anna, AT);
    // All, unless the killed process had finished and only its receipt was lost.
    expect([40, 0]).toContain(counts.manifests);
    expect(filesWith(path, mark("person-0"))).toEqual([]);
    await again.close();
  }
});

test("while another process reads, an erasure is not acknowledged; once it has read, asking again gives the whole receipt", {
  timeout: 60_000,
}, async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north", "person-0");
  await writeOne(store, anna, 3);
  const reader = new Database(path, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM texts").get();
  await expect(store.erase(anna, AT)).rejects.toMatchObject({
    code: "audit_unavailable",
    message: expect.stringContaining("another"),
  });
  await expect(store.read(anna, "person-0-3")).rejects.toMatchObject({ code: "erased" });
  expect(await store.readText(anna, store.hash(anna, canary("person-0", 3)))).toBeNull();
  // The reader's view is of before: that is what it may still see, and why the bytes are still there.
  expect(filesWith(path, mark("person-0")).length).toBeGreaterThan(0);
  reader.exec("COMMIT");
  expect((await store.erase(anna, AT)).counts).toEqual({ manifests: 1, answers: 1, texts: 2, memories: 0 });
  expect(filesWith(path, mark("person-0"))).toEqual([]);
  reader.close();
});

test("an erasure that a reader held up is finished without being asked again", { timeout: 60_000 }, async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north", "person-0");
  await writeOne(store, anna, 3);
  const reader = new Database(path, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM texts").get();
  await expect(store.erase(anna, AT)).rejects.toMatchObject({ code: "audit_unavailable" });
  reader.exec("COMMIT");
  reader.close();
  await expect.poll(() => filesWith(path, mark("person-0")), { timeout: 10_000 }).toEqual([]);
});

test("a process that only has the file open holds nothing up", async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north", "person-0");
  await writeOne(store, anna, 3);
  const child = startChild("hold", path);
  await child.said("holding");
  expect((await store.erase(anna, AT)).counts.manifests).toBe(1);
  expect(filesWith(path, mark("person-0"))).toEqual([]);
  child.process.kill("SIGKILL");
});
