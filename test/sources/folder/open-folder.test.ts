/** A folder of documents at work: every edit is in the answer to the next question. */
import { appendFile, chmod, mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Corpus } from "../../../src/documents/corpus.ts";
import { problemLine } from "../../../src/policy/problem.ts";
import { openFolder } from "../../../src/sources/folder/open-folder.ts";
import { CUT, document, linesOf, opened, temporaryFolder, textsOf } from "./temporary-folder.ts";

/** Until what was written is no longer young, so that it is not read again for that alone. */
const old = () => pause(100);

describe("the next question sees", () => {
  test("a file that was added, edited, replaced by a rename, moved or deleted", async () => {
    const { root, at, put } = await temporaryFolder();
    const folder = await opened(root);
    expect(folder.current().documents).toEqual([]);

    await put("a.md", document("one"));
    expect(textsOf(await folder.fresh())).toEqual({ "a.md": document("one") });
    await put("a.md", document("two"));
    expect(textsOf(await folder.fresh())).toEqual({ "a.md": document("two") });
    await put(".a.md.tmp", document("six"));
    await rename(at(".a.md.tmp"), at("a.md"));
    expect(textsOf(await folder.fresh())).toEqual({ "a.md": document("six") });
    await mkdir(at("deep/er"), { recursive: true });
    await rename(at("a.md"), at("deep/er/b.md"));
    expect(textsOf(await folder.fresh())).toEqual({ "deep/er/b.md": document("six") });
    await rm(at("deep"), { recursive: true });
    expect(textsOf(await folder.fresh())).toEqual({});
  });

  test("an edit of the same size whose time was set back", async () => {
    const { root, at, put } = await temporaryFolder();
    const longAgo = new Date("2020-01-01T00:00:00Z");
    await put("a.md", document("one"));
    await utimes(at("a.md"), longAgo, longAgo);
    await old();
    const folder = await opened(root);
    await put("a.md", document("two"));
    await utimes(at("a.md"), longAgo, longAgo);
    expect(textsOf(await folder.fresh())).toEqual({ "a.md": document("two") });
  });

  test("each of many edits of one size within one step of the file system's clock", async () => {
    const { root, put } = await temporaryFolder();
    const folder = await opened(root);
    for (let edit = 100; edit < 140; edit += 1) {
      await put("a.md", document(String(edit)));
      expect(textsOf(await folder.fresh())).toEqual({ "a.md": document(String(edit)) });
    }
  });

  test("an edit within the same step of that clock as a save that changed nothing", async () => {
    const { root, put } = await temporaryFolder();
    await put("a.md", document("one"));
    const folder = await opened(root);
    for (let round = 0; round < 8; round += 1) {
      await old();
      await folder.fresh();
      await put("a.md", document("one"));
      await folder.fresh();
      await put("a.md", document("two"));
      expect(textsOf(await folder.fresh())).toEqual({ "a.md": document("two") });
      await put("a.md", document("one"));
      await folder.fresh();
    }
  });

  test("no document whose source was deleted: it is not findable, and no question that begins then gets it (FP-071)", async () => {
    const { root, at, put } = await temporaryFolder();
    await put("gone.md", document("the only text about penguins"));
    await put("kept.md", document("something else"));
    const folder = await opened(root);
    expect(folder.current().sections.map(({ document: { path } }) => path)).toEqual(["gone.md", "kept.md"]);
    await rm(at("gone.md"));
    const [first, second] = await Promise.all([folder.fresh(), folder.fresh()]);
    for (const corpus of [first, second]) {
      expect(corpus?.sections.map(({ document: { path } }) => path)).toEqual(["kept.md"]);
      expect(corpus?.leftOut).toEqual([]);
      expect([...(corpus?.states.keys() ?? [])]).toEqual(["kept.md"]);
    }
  });
});

describe("a change without a question", () => {
  test("is read when the system tells of it", async () => {
    const { root, put } = await temporaryFolder();
    const told: Corpus[] = [];
    const folder = await opened(root, { onChange: (corpus) => told.push(corpus) });
    expect(told).toEqual([folder.current()]);
    await put("sub/a.md", document("one"));
    await expect.poll(() => Object.keys(textsOf(folder.current())), { timeout: 5000 }).toEqual(["sub/a.md"]);
    expect(told.at(-1)).toBe(folder.current());
  });
});

describe("a corpus", () => {
  test("is the same object until something changes, and is told once", async () => {
    const { root, at, put } = await temporaryFolder();
    await put("a.md", document("one"));
    const told: Corpus[] = [];
    const folder = await opened(root, { onChange: (corpus) => told.push(corpus) });
    const first = folder.current();
    await chmod(at("a.md"), 0o600);
    await put(".hidden.md", "x");
    expect(await folder.fresh()).toBe(first);
    await put("b.md", document("two"));
    const second = await folder.fresh();
    expect(await folder.fresh()).toBe(second);
    expect(told).toEqual([first, second]);
  });

  test("that a question holds stays as it is", async () => {
    const { root, at, put } = await temporaryFolder();
    await put("a.md", document("one"));
    const folder = await opened(root);
    const held = folder.current();
    await rm(at("a.md"));
    await folder.fresh();
    expect(textsOf(held)).toEqual({ "a.md": document("one") });
  });
});

describe("the folder itself", () => {
  test.each(["nowhere", "a-file"])("%s cannot be opened", async (name) => {
    const { outside } = await temporaryFolder();
    await writeFile(join(outside, "a-file"), "x");
    const options = { root: join(outside, name), label: "documents", cut: CUT, maxFileBytes: 100, maxFiles: 10 };
    const folder = await openFolder(options);
    expect("problems" in folder && folder.problems.map(problemLine)).toEqual([
      "documents missing-folder: there is no such folder, or it may not be read",
    ]);
  });

  test("that vanishes leaves the last good corpus, with a problem until it is back", async () => {
    const { root, outside, put } = await temporaryFolder();
    await put("a.md", document("one"));
    const folder = await opened(root);
    const before = folder.current();
    await rename(root, join(outside, "away"));
    const lost = await folder.fresh();
    expect(linesOf(lost)).toEqual(["documents missing-folder: there is no such folder, or it may not be read"]);
    expect([lost.digest, lost.index]).toEqual([before.digest, before.index]);
    expect(await folder.fresh()).toBe(lost);
    await rename(join(outside, "away"), root);
    await put("a.md", document("two"));
    const back = await folder.fresh();
    expect([linesOf(back), textsOf(back)]).toEqual([[], { "a.md": document("two") }]);
  });

  test("may be a link that is led elsewhere", async () => {
    const { root, outside, put } = await temporaryFolder();
    await put("a.md", document("one"));
    await mkdir(join(outside, "other"));
    await writeFile(join(outside, "other/a.md"), document("two"));
    await symlink(root, join(outside, "current"));
    const folder = await opened(join(outside, "current"));
    await symlink(join(outside, "other"), join(outside, "next"));
    await rename(join(outside, "next"), join(outside, "current"));
    expect(textsOf(await folder.fresh())).toEqual({ "a.md": document("two") });
  });
});

describe("more than 500 files", () => {
  test("are checked when the system tells of a change, without waiting for the next full check", async () => {
    const { root, at, put } = await temporaryFolder();
    for (let index = 0; index < 501; index += 1) await put(`f${index}.md`, document("one"));
    await put("sub/f.md", document("one"));
    const folder = await opened(root, { checkEveryMs: 3_600_000 });
    await folder.fresh();
    const settled = await folder.fresh();
    expect(settled.documents.length).toBe(502);
    await put("f7.md", document("two"));
    expect((await folder.fresh()).texts.get("f7.md")).toBe(document("two"));
    await appendFile(at("f8.md"), "more\n");
    expect((await folder.fresh()).texts.get("f8.md")).toBe(`${document("one")}more\n`);
    await rm(at("f9.md"));
    expect((await folder.fresh()).texts.has("f9.md")).toBe(false);
    await rm(at("sub"), { recursive: true });
    await put("sub/f.md", document("five"));
    await folder.fresh();
    await old();
    await folder.fresh();
    await put("sub/f.md", document("nine"));
    expect((await folder.fresh()).texts.get("sub/f.md")).toBe(document("nine"));
    await put("new/er/f.md", document("three"));
    await folder.fresh();
    expect((await folder.fresh()).texts.has("new/er/f.md")).toBe(true);
    await put("new/er/g.md", document("four"));
    expect((await folder.fresh()).texts.has("new/er/g.md")).toBe(true);
  });
});

test("a folder that was replaced by another of its name is watched again", async () => {
  const { root, at, put } = await temporaryFolder();
  await put("sub/a.md", document("one"));
  const folder = await opened(root);
  await mkdir(at(".next"));
  await put(".next/a.md", document("two"));
  await rename(at("sub"), at(".last"));
  await rename(at(".next"), at("sub"));
  await folder.fresh();
  await old();
  await put("sub/a.md", document("three"));
  await expect.poll(() => textsOf(folder.current()), { timeout: 5000 }).toEqual({ "sub/a.md": document("three") });
});

test("a closed folder gives its last corpus", async () => {
  const { root, put } = await temporaryFolder();
  await put("a.md", document("one"));
  const folder = await opened(root);
  const last = folder.current();
  await folder.close();
  await put("a.md", document("two"));
  expect(await folder.fresh()).toBe(last);
});
