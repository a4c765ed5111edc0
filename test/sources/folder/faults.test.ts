/** What in a folder of documents is no document: told, passed over, and no harm to the others. */
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { problemLine } from "../../../src/policy/problem.ts";
import type { Folder } from "../../../src/sources/folder/open-folder.ts";
import { document, linesOf, opened, type TemporaryFolder, temporaryFolder, textsOf } from "./temporary-folder.ts";

const isRoot = process.getuid?.() === 0;
const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le");

/** Each puts a fault in the place of x.md. */
const FAULTS: Record<string, { readonly put: (folder: TemporaryFolder) => Promise<unknown>; readonly line: string }> = {
  "Latin-1": {
    put: ({ put }) => put("x.md", latin1("# Title\n\nCafé\n")),
    line: "documents/x.md:3:1 not-utf8: the file is not UTF-8, it looks like Latin-1, Windows-1252 or a similar encoding; save it as UTF-8 text",
  },
  "UTF-16 with its mark": {
    put: ({ put }) => put("x.md", utf16("\ufeff# Title\n\nText\n")),
    line: "documents/x.md:1:1 not-utf8: the file is not UTF-8, it looks like UTF-16; save it as UTF-8 text",
  },
  "UTF-16 without its mark": {
    put: ({ put }) => put("x.md", utf16("# Title\n\nText\n")),
    line: "documents/x.md:1:1 not-utf8: the file is not UTF-8, it looks like UTF-16; save it as UTF-8 text",
  },
  "a PDF": {
    put: ({ put }) => put("x.md", latin1("%PDF-1.7\n%âãÏÓ\n")),
    line: "documents/x.md:1:1 not-utf8: the file is not UTF-8, it looks like a PDF; save it as UTF-8 text",
  },
  "binary data": {
    put: ({ put }) => put("x.md", new Uint8Array([0x41, 0x0a, 0x42, 0x00, 0x43, 0xff])),
    line: "documents/x.md:2:1 not-utf8: the file is not UTF-8, it looks like binary data; save it as UTF-8 text",
  },
  "a text that ends inside a character": {
    put: ({ put }) => put("x.md", Buffer.from("# Title\n\nCafé").subarray(0, -1)),
    line: "documents/x.md:3:1 unfinished-file: the text ends in the middle of a character: it is being written, or was cut off",
  },
  "50 MB": {
    put: ({ at }) => writeFile(at("x.md"), "").then(() => truncate(at("x.md"), 50_000_000)),
    line: "documents/x.md:1:1 file-too-large: 50000000 bytes; a document has at most 1048576",
  },
  "a folder": {
    put: ({ at }) => rm(at("x.md"), { force: true }).then(() => mkdir(at("x.md"))),
    line: "documents/x.md:1:1 unreadable-file: this is a folder with a document's ending",
  },
  "a pipe that nobody writes to": {
    put: async ({ at }) => {
      await rm(at("x.md"), { force: true });
      execFileSync("mkfifo", [at("x.md")]);
    },
    line: "documents/x.md:1:1 unreadable-file: this is no regular file",
  },
  "a socket": {
    put: async ({ at }) => {
      await rm(at("x.md"), { force: true });
      const server = createServer();
      await new Promise<void>((resolve) => void server.listen(at("x.md"), resolve));
      onTestFinished(() => void server.close());
    },
    line: "documents/x.md:1:1 unreadable-file: this is no regular file",
  },
  "a link that leads out": {
    put: async ({ at, outside }) => {
      await rm(at("x.md"), { force: true });
      await writeFile(join(outside, "secret.md"), document("secret"));
      await symlink("../secret.md", at("x.md"));
    },
    line: "documents/x.md:1:1 outside-folder: this link leads out of the folder of documents",
  },
};

describe.each(Object.keys(FAULTS))("%s", (name) => {
  const { put, line } = FAULTS[name] as (typeof FAULTS)[string];

  test("is left out at the first reading, others are unharmed", async () => {
    const folder = await temporaryFolder();
    await folder.put("a.md", document("one"));
    await put(folder);
    const corpus = (await opened(folder.root)).current();
    expect([linesOf(corpus), corpus.leftOut, textsOf(corpus)]).toEqual([[line], ["x.md"], { "a.md": document("one") }]);
  });

  test("leaves the last good reading in force on a reload; edits of others go live, and a deletion too", async () => {
    const folder = await temporaryFolder();
    await folder.put("a.md", document("one"));
    await folder.put("x.md", document("good"));
    const reader = await opened(folder.root);
    await put(folder);
    await folder.put("a.md", document("two"));
    const corpus = await reader.fresh();
    expect([linesOf(corpus), corpus.leftOut]).toEqual([[line], []]);
    expect(textsOf(corpus)).toEqual({ "a.md": document("two"), "x.md": document("good") });
    expect(await reader.fresh()).toBe(corpus);
    await rm(folder.at("x.md"), { recursive: true });
    const gone = await reader.fresh();
    expect([linesOf(gone), textsOf(gone)]).toEqual([[], { "a.md": document("two") }]);
    await folder.put("x.md", document("new"));
    expect(textsOf(await reader.fresh())).toEqual({ "a.md": document("two"), "x.md": document("new") });
  });
});

test.skipIf(isRoot)("a file that may not be read is left out until it may", async () => {
  const { root, at, put } = await temporaryFolder();
  await put("x.md", document("one"));
  await chmod(at("x.md"), 0o000);
  const folder = await opened(root);
  expect(linesOf(folder.current())).toEqual(["documents/x.md:1:1 unreadable-file: the file may not be read"]);
  await chmod(at("x.md"), 0o600);
  expect(textsOf(await folder.fresh())).toEqual({ "x.md": document("one") });
});

test.skipIf(isRoot)("a folder that may not be listed keeps what was below it", async () => {
  const { root, at, put } = await temporaryFolder();
  await put("sub/x.md", document("one"));
  const folder = await opened(root);
  await chmod(at("sub"), 0o000);
  const corpus = await folder.fresh();
  await chmod(at("sub"), 0o700);
  expect([linesOf(corpus), textsOf(corpus)]).toEqual([
    ["documents/sub:1:1 unreadable-file: the folder may not be read"],
    { "sub/x.md": document("one") },
  ]);
});

describe("links", () => {
  test("inside are followed, to files and to folders", async () => {
    const { root, at, put } = await temporaryFolder();
    await put("..2026/a.md", document("one"));
    await put("..2027/a.md", document("two"));
    await symlink("..2026", at("..data"));
    await symlink("..data/a.md", at("a.md"));
    await put("real/b.md", document("three"));
    await symlink("real", at("linked"));
    const folder = await opened(root);
    const rest = { "real/b.md": document("three"), "linked/b.md": document("three") };
    expect(textsOf(folder.current())).toEqual({ "a.md": document("one"), ...rest });
    await symlink("..2027", at("..next"));
    await rename(at("..next"), at("..data"));
    expect(textsOf(await folder.fresh())).toEqual({ "a.md": document("two"), ...rest });
  });

  test("that lead to a folder outside, back to a folder above, or to themselves are told, and reading ends", async () => {
    const { root, at, put, outside } = await temporaryFolder();
    await put("sub/a.md", document("one"));
    await mkdir(join(outside, "documents-of-others"));
    await symlink("../documents-of-others", at("others"));
    await symlink("..", at("sub/up"));
    await symlink("self.md", at("self.md"));
    const corpus = (await opened(root)).current();
    expect(linesOf(corpus)).toEqual([
      "documents/others:1:1 outside-folder: this link leads out of the folder of documents",
      "documents/self.md:1:1 link-cycle: this link leads back to itself",
      "documents/sub/up:1:1 link-cycle: this link leads back to a folder that it stands in",
    ]);
    expect(textsOf(corpus)).toEqual({ "sub/a.md": document("one") });
  });

  test("whose target was deleted serve nothing any more (FP-071)", async () => {
    const { root, at, put } = await temporaryFolder();
    await put(".store/a.md", document("one"));
    await symlink(".store/a.md", at("a.md"));
    const folder = await opened(root);
    await rm(at(".store/a.md"));
    const corpus = await folder.fresh();
    expect([linesOf(corpus), corpus.leftOut, textsOf(corpus)]).toEqual([
      ["documents/a.md:1:1 unreadable-file: this link leads nowhere"],
      ["a.md"],
      {},
    ]);
  });
});

describe("names", () => {
  const warnings = (folder: Folder) => folder.current().warnings.map(problemLine);

  test("that are read: five endings in any capitals, README, odd characters", async () => {
    const { root, put } = await temporaryFolder();
    const names = [
      "a.md",
      "b.markdown",
      "c.txt",
      "README.md",
      "E.MD",
      "sp ace.md",
      "hash#.md",
      "at@1.md",
      "'quote\\.md",
      "Ünïcode 文.md",
    ];
    for (const name of names) await put(name, document("one"));
    for (const name of ["h.html", "i.htm"]) await put(name, "<h1>Title</h1><p>one</p>");
    const folder = await opened(root);
    expect(Object.keys(textsOf(folder.current()))).toEqual([...names, "h.html", "i.htm"].sort());
    expect([linesOf(folder.current()), warnings(folder)]).toEqual([[], []]);
  });

  test("of editors' files, dot files and dot folders are passed over in silence", async () => {
    const { root, put } = await temporaryFolder();
    await put("a.md", document("one"));
    for (const name of [".a.md.swp", "a.md~", ".#a.md", "#a.md#", "4913", "~$a.md", ".git/b.md", ".c.md"])
      await put(name, document("x"));
    const folder = await opened(root);
    expect([Object.keys(textsOf(folder.current())), linesOf(folder.current()), warnings(folder)]).toEqual([["a.md"], [], []]);
  });

  test("with other endings give one warning for each ending", async () => {
    const { root, put } = await temporaryFolder();
    for (const name of ["a.md", "b.pdf", "sub/c.PDF", "LICENSE"]) await put(name, document("one"));
    const read = "passed over; read are .md, .markdown, .txt, .html, .htm";
    expect(warnings(await opened(root))).toEqual([
      `documents/LICENSE:1:1 unknown-file: 1 file without an ending: ${read}`,
      `documents/b.pdf:1:1 unknown-file: 2 files that end in .pdf: ${read}`,
    ]);
  });

  test("that cannot stand in an id are told and left out", async () => {
    const { root, put } = await temporaryFolder();
    await put("line\nend.md", document("one"));
    await writeFile(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff]), Buffer.from(".md")]), document("two"));
    const message = "unusable-name: the name is not UTF-8, or holds a control character; rename the file";
    const corpus = (await opened(root)).current();
    expect([linesOf(corpus), textsOf(corpus)]).toEqual([
      [`documents/bad\ufffd.md:1:1 ${message}`, `documents/line\ufffdend.md:1:1 ${message}`],
      {},
    ]);
  });

  test("that differ in capitals only are both read, with a warning", async () => {
    const { root, put, at } = await temporaryFolder();
    await put("Travel.md", document("one"));
    await put("travel.md", document("two"));
    if (statSync(at("Travel.md")).ino === statSync(at("travel.md")).ino) return;
    const folder = await opened(root);
    expect(Object.keys(textsOf(folder.current()))).toEqual(["Travel.md", "travel.md"]);
    expect(warnings(folder)).toEqual([
      `documents/travel.md:1:1 similar-names: differs from "Travel.md" in capitals or accents' encoding only; both are read`,
    ]);
  });
});

describe("limits", () => {
  test("an empty folder is a corpus without sections, and a warning", async () => {
    const { root, put } = await temporaryFolder();
    const folder = await opened(root);
    const corpus = folder.current();
    expect([corpus.sections, linesOf(corpus)]).toEqual([[], []]);
    expect(corpus.warnings.map(({ code }) => code)).toEqual(["empty-folder"]);
    await put("a.md", document("one"));
    expect((await folder.fresh()).warnings).toEqual([]);
  });

  test.each([
    [1, ["a.md"], ["documents/b.md"]],
    [2, ["a.md", "b.md"], ["documents/c.md"]],
    [3, ["a.md", "b.md", "c.md"], []],
    [4, ["a.md", "b.md", "c.md"], []],
  ])("of three documents at most %i are read", async (maxFiles, read, told) => {
    const { root, put } = await temporaryFolder();
    for (const name of ["a.md", "b.md", "c.md"]) await put(name, document("one"));
    const corpus = (await opened(root, { maxFiles })).current();
    expect([Object.keys(textsOf(corpus)), corpus.problems.map(({ file }) => file)]).toEqual([read, told]);
    expect(corpus.problems.every(({ code }) => code === "too-many-files")).toBe(true);
  });

  test.each([
    [12, 1],
    [13, 0],
    [14, 0],
  ])("a file of 13 bytes under a limit of %i bytes is %i problems", async (maxFileBytes, problems) => {
    const { root, put } = await temporaryFolder();
    await put("a.md", document("one"));
    expect(linesOf((await opened(root, { maxFileBytes })).current())).toHaveLength(problems);
  });

  test.each([
    [15, []],
    [16, ["too-deep"]],
  ])("a folder below %i others", async (above, codes) => {
    const { root, put } = await temporaryFolder();
    await put(`${"d/".repeat(above + 1)}a.md`, document("one"));
    const corpus = (await opened(root)).current();
    expect(corpus.problems.map(({ code }) => code)).toEqual(codes);
    expect(corpus.documents).toHaveLength(codes.length === 0 ? 1 : 0);
  });
});

describe("a file that is being written", () => {
  /** By this clock every file is a moment old. */
  const early = Date.now();
  const now = () => early;

  test("is waited for where it was emptied first", async () => {
    const { root, put } = await temporaryFolder();
    await put("a.md", document("one"));
    const folder = await opened(root, { now });
    await put("a.md", "");
    const answer = folder.fresh();
    await pause(5);
    await put("a.md", document("two"));
    expect(textsOf(await answer)).toEqual({ "a.md": document("two") });
  });

  test("stays as it was, with a problem, while it does not hold still", async () => {
    const { root, put } = await temporaryFolder();
    await put("a.md", document("one"));
    await put("b.md", document("one"));
    const folder = await opened(root, { now });
    await put("a.md", "");
    await put("b.md", document("two"));
    const corpus = await folder.fresh();
    expect(linesOf(corpus)).toEqual(["documents/a.md:1:1 unfinished-file: the file changes each time it is looked at"]);
    expect(textsOf(corpus)).toEqual({ "a.md": document("one"), "b.md": document("two") });
    await put("a.md", document("three"));
    expect([linesOf(await folder.fresh()), (await folder.fresh()).texts.get("a.md")]).toEqual([[], document("three")]);
  });

  test("is not taken for deleted where a program takes the old one away first", async () => {
    const { root, at, put } = await temporaryFolder();
    await put("a.md", document("one"));
    const folder = await opened(root);
    await rename(at("a.md"), at("a.md~"));
    const answer = folder.fresh();
    await pause(5);
    await put("a.md", document("two"));
    expect(textsOf(await answer)).toEqual({ "a.md": document("two") });
  });
});

/** Another file system than that of temporary files, where there is one. */
const OTHER_DISK = "/dev/shm";
const hasOtherDisk =
  statSync(OTHER_DISK, { throwIfNoEntry: false })?.dev !== statSync("/tmp").dev &&
  statSync(OTHER_DISK, { throwIfNoEntry: false }) !== undefined;

test.skipIf(!hasOtherDisk)(
  "an empty folder of another disk in the folder's place is a disk taken away, not a deletion",
  async () => {
    const { root, outside, put } = await temporaryFolder();
    const empty = await mkdtemp(join(OTHER_DISK, "winnow-"));
    onTestFinished(() => rm(empty, { recursive: true }));
    await put("a.md", document("one"));
    await symlink(root, join(outside, "current"));
    const folder = await opened(join(outside, "current"));
    await symlink(empty, join(outside, "next"));
    await rename(join(outside, "next"), join(outside, "current"));
    const corpus = await folder.fresh();
    expect(linesOf(corpus)).toEqual(["documents missing-folder: an empty folder of another disk stands in its place"]);
    expect(textsOf(corpus)).toEqual({ "a.md": document("one") });
  },
);
