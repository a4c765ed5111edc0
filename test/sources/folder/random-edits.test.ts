/** Whatever is done to a folder, the next question gets what a reading from scratch gives. */
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Corpus } from "../../../src/documents/corpus.ts";
import { document, linesOf, opened, temporaryFolder, textsOf } from "./temporary-folder.ts";

/** Numbers from 0 to under 1, the same for one seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Read by other means than those that are tested. */
function textsOnDisk(root: string, below = ""): Record<string, string> {
  const entries = readdirSync(join(root, below), { withFileTypes: true }).map((entry): Record<string, string> => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith(".")) return {};
    return entry.isDirectory() ? textsOnDisk(root, path) : { [path]: readFileSync(join(root, path), "utf8") };
  });
  return Object.assign({}, ...entries);
}

const PATHS = ["a.md", "b.md", "c.txt", "sub/a.md", "sub/b.md", "sub/deep/c.md", "other/d.md"];

type Edit = (path: string, text: string, target: string) => Promise<unknown>;

function editsOf(at: (path: string) => string): readonly Edit[] {
  const write: Edit = async (path, text) => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), document(text));
  };
  const writeBeside: Edit = async (path, text) => {
    await write(`${dirname(path)}/.new.md`, text, "");
    await rename(at(`${dirname(path)}/.new.md`), at(path));
  };
  return [
    write,
    write,
    writeBeside,
    (path) => rm(at(path), { force: true }),
    (path) => truncate(at(path), document("").length),
    (path, text) => chmod(at(path), text.length % 2 === 0 ? 0o600 : 0o644),
    (path, _, target) => rename(at(path), at(target)),
    (path, _, target) => rm(at(path)).then(() => symlink(at(target), at(path))),
    (path) => rm(at(dirname(path)), { recursive: true, force: true }).then(() => mkdir(at("."), { recursive: true })),
    (path) => rename(at(dirname(path)), at("moved")),
  ];
}

describe.each([1, 2])("200 edits by the seed %i", (seed) => {
  test("are each in the next answer, which is that of a folder opened then", { timeout: 120_000 }, async () => {
    const { root, at } = await temporaryFolder();
    const random = randomFrom(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const edits = editsOf(at);
    const folder = await opened(root);
    let done = 0;
    for (let count = 0; count < 200; count += 1) {
      const path = pick(random() < 0.05 ? ["moved/a.md", "moved/b.md"] : PATHS);
      // Some do not apply: nothing stands there.
      const edited = await pick(edits)(path, pick(["one", "two", "six", "fifteen"]), pick(PATHS)).then(
        () => true,
        () => false,
      );
      if (edited) done += 1;
      if (random() < 0.3) void folder.fresh();
      if (random() < 0.3) continue;
      const corpus = await folder.fresh();
      const scratch = await opened(root);
      const isWhole = (one: Corpus) => [one.digest, one.documents, one.sections, linesOf(one), one.warnings, one.leftOut];
      expect(isWhole(corpus)).toEqual(isWhole(scratch.current()));
      if (corpus.problems.length === 0) expect(textsOf(corpus)).toEqual(textsOnDisk(root));
      await scratch.close();
    }
    expect(done).toBeGreaterThan(80);
  });
});

test("questions asked while a file is edited each get an edit that is no older than the one that ended before they asked", async () => {
  const { root, put } = await temporaryFolder();
  await put("a.md", document("0"));
  const folder = await opened(root);
  const answers: Promise<readonly [number, Corpus]>[] = [];
  for (let edit = 1; edit <= 15; edit += 1) {
    await put("a.md", document(String(edit)));
    for (let question = 0; question < 3; question += 1) answers.push(folder.fresh().then((corpus) => [edit, corpus]));
    // Time for two looks at one text; some edits come while a check is under way.
    await pause(20 + (edit % 3) * 30);
  }
  for (const [edit, corpus] of await Promise.all(answers)) {
    expect(Number(corpus.texts.get("a.md")?.match(/\d+/)?.[0])).toBeGreaterThanOrEqual(edit);
  }
});
