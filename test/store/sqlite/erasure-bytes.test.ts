/**
 * After an erasure nothing of the person can be read from any file of the store (file, log, index of the log): no text is ever there
 * but sealed, and the key, which is there before, is in none of them afterwards. Proven on their raw bytes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { CallerAbout } from "../../../src/caller.ts";
import { keyedHash } from "../../../src/store/keyed-hash.ts";
import { seals } from "../../../src/store/seal.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { endWithTest, temporaryFolder } from "../../support/test-end.ts";
import { callerOf, KEY, manifestOf, openTemporaryStore, textsOf } from "../manifest-fixture.ts";

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

/** Names of the store's files in which the bytes are. */
function filesWith(path: string, bytes: string | Buffer): readonly string[] {
  const folder = dirname(path);
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(bytes));
}

/** The person's key as it is stored. With it, and the master key, everything about the person can be read. */
function storedKey(path: string, store: Store, person: string): Buffer {
  const database = new Database(path, { readonly: true });
  const subject = keyedHash(KEY).subject("north", person);
  const wrapped = database
    .prepare<[Buffer], Buffer>("SELECT wrapped FROM subject_keys WHERE subject_hash = ? ORDER BY row DESC")
    .pluck()
    .get(subject);
  database.close();
  if (wrapped === undefined || seals(KEY).openSubjectKey("north", subject, wrapped) === null)
    throw new Error(`${store.hashKeyId}: no sound key of ${person}`);
  return wrapped;
}

test("one person after the other, with the store open: the key of the erased is in no file, and of nobody there is any text", async () => {
  const { store, path } = await openTemporaryStore();
  await fill(store, 12);
  const keys = PEOPLE.map((person) => storedKey(path, store, person));
  for (const [at, person] of PEOPLE.entries()) {
    expect(filesWith(path, keys[at] as Buffer)).not.toEqual([]);
    const { counts } = await store.erase(callerOf("north", person), AT);
    expect(counts).toEqual({ manifests: 12, answers: 12, texts: 24, memories: 0 });
    for (const erased of keys.slice(0, at + 1)) expect([person, filesWith(path, erased)]).toEqual([person, []]);
    const next = PEOPLE[at + 1];
    if (next !== undefined)
      expect((await store.read(callerOf("north", next), `${next}-11`))?.envelope.request_id).toBe(`${mark(next)}11`);
    // Room that was freed is used again, so that rows move.
    await writeOne(store, callerOf("north", "late"), at);
    expect(filesWith(path, "canary:")).toEqual([]);
  }
  expect(filesWith(path, "the same everywhere")).toEqual([]);
});

test("people come and go for a long time: no key that was destroyed is ever found again", async () => {
  const { store, path } = await openTemporaryStore();
  const gone: Buffer[] = [];
  for (let round = 0; round < 40; round += 1) {
    const people = Array.from({ length: 12 }, (_, at) => `visitor-${(round * 7 + at) % 60}`);
    await Promise.all(people.map((person, at) => writeOne(store, callerOf("north", person), round * 12 + at)));
    for (const person of people.slice(0, 5)) {
      gone.push(storedKey(path, store, person));
      await store.erase(callerOf("north", person), AT);
    }
    const bytes = Buffer.concat(readdirSync(dirname(path)).map((name) => readFileSync(join(dirname(path), name))));
    expect(gone.filter((key) => bytes.includes(key))).toEqual([]);
  }
  expect(new Set(gone.map((key) => key.toString("hex"))).size).toBe(40 * 5);
});

interface Child {
  readonly process: ChildProcess;
  /** Resolves when the child has written the word. */
  said(word: string): Promise<void>;
}

function startChild(...given: readonly string[]): Child {
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, ...given], { stdio: ["pipe", "pipe", "inherit"] });
  endWithTest(child);
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
    const key = storedKey(path, store, "person-0");
    await store.close();
    expect(filesWith(path, key)).not.toEqual([]);
    const child = startChild("erase", path, "person-0");
    await child.said("erasing");
    await new Promise((resolve) => setTimeout(resolve, kill * 2));
    child.process.kill("SIGKILL");
    await once(child.process, "close");
    const again = await openSqliteStore({ path, hashKey: KEY, version: "test" });
    const { counts } = await again.erase(anna, AT);
    // All, unless the killed process had finished and only its last word was lost.
    expect([40, 0]).toContain(counts.manifests);
    expect(filesWith(path, key)).toEqual([]);
    await again.close();
  }
});

test("while another process reads, an erasure is not acknowledged; once it has read, asking again gives the whole receipt", {
  timeout: 60_000,
}, async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north", "person-0");
  await writeOne(store, anna, 3);
  const key = storedKey(path, store, "person-0");
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
  expect(filesWith(path, key)).not.toEqual([]);
  reader.exec("COMMIT");
  expect((await store.erase(anna, AT)).counts).toEqual({ manifests: 1, answers: 1, texts: 3, memories: 0 });
  expect(filesWith(path, key)).toEqual([]);
  reader.close();
});

test("an erasure that a reader held up is finished without being asked again", { timeout: 60_000 }, async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north", "person-0");
  await writeOne(store, anna, 3);
  const key = storedKey(path, store, "person-0");
  const reader = new Database(path, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM texts").get();
  await expect(store.erase(anna, AT)).rejects.toMatchObject({ code: "audit_unavailable" });
  reader.exec("COMMIT");
  reader.close();
  await expect.poll(() => filesWith(path, key), { timeout: 10_000 }).toEqual([]);
});

test("a process that only has the file open holds nothing up", async () => {
  const { store, path } = await openTemporaryStore();
  const anna = callerOf("north", "person-0");
  await writeOne(store, anna, 3);
  const key = storedKey(path, store, "person-0");
  const child = startChild("hold", path);
  await child.said("holding");
  expect((await store.erase(anna, AT)).counts.manifests).toBe(1);
  expect(filesWith(path, key)).toEqual([]);
  child.process.kill("SIGKILL");
});
