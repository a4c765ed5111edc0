/** What a folder's files make together: what is served, what is left out, and what the next corpus takes over. */
import { describe, expect, test } from "vitest";
import { type Corpus, corpusOf, type FileReading } from "../../src/documents/corpus.ts";
import type { CutOptions } from "../../src/documents/cut-document.ts";
import { digestOfEntries } from "../../src/policy/digest.ts";
import { problemLine } from "../../src/policy/problem.ts";

const CUT: CutOptions = { language: "en", longest: 4000, attributes: new Map(), plans: new Set() };
const OPTIONS = { label: "documents", cut: CUT };

const text = (below: string, front: readonly string[] = []): string =>
  `${front.length === 0 ? "" : `---\n${front.join("\n")}\n---\n`}# Title\n\n${below}\n`;
const filesOf = (texts: Record<string, string>): ReadonlyMap<string, FileReading> =>
  new Map(Object.entries(texts).map(([path, content]) => [path, { text: content, problems: [] }]));
const make = (texts: Record<string, string>, previous: Corpus | null = null) => corpusOf(filesOf(texts), previous, OPTIONS);

const linesOf = ({ problems }: Corpus) => problems.map(problemLine);
const served = ({ texts }: Corpus) => Object.fromEntries(texts);
const paths = (corpus: Corpus) => corpus.documents.map(({ path }) => path);
/** The front matter's fault. */
const FAULTY = text("faulty", ["nonsense: yes"]);

describe("a corpus", () => {
  test("holds documents by path, their sections in that order, and one digest, whatever the order of the files", () => {
    const texts = { "b.md": text("two"), "a.md": `${text("one")}\n# Second\n\nmore\n`, "a/c.md": text("three") };
    const corpus = make(texts);
    expect(paths(corpus)).toEqual(["a.md", "a/c.md", "b.md"]);
    expect(corpus.sections.map(({ document, section }) => [document.path, section.headings.at(-1)])).toEqual([
      ["a.md", "Title"],
      ["a.md", "Second"],
      ["a/c.md", "Title"],
      ["b.md", "Title"],
    ]);
    const turned = make(Object.fromEntries(Object.entries(texts).reverse()));
    expect([turned.digest, turned.sections]).toEqual([corpus.digest, corpus.sections]);
    expect(corpus.digest).toBe(digestOfEntries(new Map(Object.entries(texts))));
  });

  test("of no files has no sections", () => {
    const corpus = make({});
    expect([corpus.documents, corpus.sections, corpus.problems, corpus.leftOut]).toEqual([[], [], [], []]);
  });

  test("tells the folder's own problems and warnings beside those of files, sorted", () => {
    const problem = (file: string) => ({ file, line: 1, column: 1, code: "unreadable-file", message: "no" }) as const;
    const files = new Map([["b.md", { text: null, problems: [problem("documents/b.md")] }]]);
    const corpus = corpusOf(files, null, {
      ...OPTIONS,
      problems: [problem("documents/c"), problem("documents/a")],
      warnings: [problem("w")],
    });
    expect(corpus.problems.map(({ file }) => file)).toEqual(["documents/a", "documents/b.md", "documents/c"]);
    expect([corpus.warnings.map(({ file }) => file), corpus.leftOut]).toEqual([["w"], ["b.md"]]);
  });

  test("takes over what did not change: documents, and index and digest where nothing did", () => {
    const first = make({ "a.md": text("one"), "b.md": text("two") });
    const same = make({ "a.md": text("one"), "b.md": text("two") }, first);
    expect([same.index, same.sections, same.texts]).toEqual([first.index, first.sections, first.texts]);
    expect(same.index).toBe(first.index);
    const edited = make({ "a.md": text("one"), "b.md": text("three") }, first);
    expect(edited.documents[0]).toBe(first.documents[0]);
    expect(edited.documents[1]).not.toBe(first.documents[1]);
    expect(edited.index).not.toBe(first.index);
    expect(edited.digest).not.toBe(first.digest);
    const back = make({ "a.md": text("one"), "b.md": text("two") }, edited);
    expect(back.digest).toBe(first.digest);
  });
});

describe("a document with a fault", () => {
  test("is left out, and others are served", () => {
    const corpus = make({ "a.md": text("one"), "x.md": FAULTY });
    expect([paths(corpus), corpus.leftOut]).toEqual([["a.md"], ["x.md"]]);
    expect(corpus.problems.map(({ file }) => file)).toEqual(["documents/x.md"]);
  });

  test("is served as it was before, until it is whole or gone", () => {
    const first = make({ "a.md": text("one"), "x.md": text("good") });
    const faulty = make({ "a.md": text("two"), "x.md": FAULTY }, first);
    expect([served(faulty), faulty.leftOut]).toEqual([{ "a.md": text("two"), "x.md": text("good") }, []]);
    expect(faulty.problems.map(({ file }) => file)).toEqual(["documents/x.md"]);
    const still = make({ "a.md": text("two"), "x.md": FAULTY }, faulty);
    expect([still.digest, still.problems]).toEqual([faulty.digest, faulty.problems]);
    expect(served(make({ "x.md": text("better") }, still))).toEqual({ "x.md": text("better") });
    expect(served(make({ "a.md": text("two") }, still))).toEqual({ "a.md": text("two") });
  });

  test("that came back after it was gone is not served as it was long ago", () => {
    const first = make({ "x.md": text("good") });
    const gone = make({}, first);
    expect(served(make({ "x.md": FAULTY }, gone))).toEqual({});
  });
});

describe("a link", () => {
  const linking = (link: string) => text("new", [`supersedes: ["${link}"]`]);

  test("leads to a path, or to a key and a version", () => {
    const texts = { "old.md": text("old", ["key: k", 'version: "1"']), "b.md": linking("old.md"), "c.md": linking("k@1") };
    expect([linesOf(make(texts)), paths(make(texts))]).toEqual([[], ["b.md", "c.md", "old.md"]]);
  });

  test("means a version however it is written", () => {
    const texts = { "old.md": text("old", ["key: k", 'version: "v1"']), "b.md": linking("k@1"), "c.md": linking("k@1.0") };
    const warned = (corpus: ReturnType<typeof make>) => corpus.warnings.map(({ code }) => code);
    expect(warned(make(texts))).toEqual([]);
    expect(warned(make({ ...texts, "c.md": linking("k@1.1") }))).toEqual(["unknown-document"]);
  });

  test("to nothing is told, with its place and what was probably meant, and the document serves", () => {
    const corpus = make({ "old.md": text("old"), "b.md": linking("odl.md") });
    expect(corpus.warnings.map(problemLine)).toEqual([
      'documents/b.md:2:15 unknown-document: supersedes "odl.md", which no document of this folder is; did you mean "old.md"?',
    ]);
    expect([paths(corpus), corpus.leftOut, corpus.problems]).toEqual([["b.md", "old.md"], [], []]);
  });

  test("to a document that is itself left out harms nobody else", () => {
    const texts = { "x.md": FAULTY, "b.md": linking("x.md"), "c.md": linking("key-of-x@1") };
    expect(paths(make(texts))).toEqual(["b.md", "c.md"]);
  });

  test("whose target is deleted leaves the document in force, also at a new start, and is told; what no longer links to nothing is not", () => {
    const first = make({ "old.md": text("old"), "b.md": linking("old.md") });
    const deleted = make({ "b.md": linking("old.md") }, first);
    for (const corpus of [deleted, make({ "b.md": linking("old.md") })]) {
      expect([paths(corpus), corpus.warnings.map(({ code }) => code)]).toEqual([["b.md"], ["unknown-document"]]);
    }
    const mended = make({ "b.md": text("new") }, deleted);
    expect([served(mended), mended.warnings]).toEqual([{ "b.md": text("new") }, []]);
  });

  test("is not checked in texts that were recorded: they are served as they were", () => {
    const faulty = make({ "x.md": FAULTY, "b.md": linking("x.md") });
    const files = new Map([...faulty.texts].map(([path, recorded]) => [path, { text: recorded, problems: [] }]));
    const replayed = corpusOf(files, null, { ...OPTIONS, recorded: true });
    expect([replayed.digest, replayed.sections, replayed.problems]).toEqual([faulty.digest, faulty.sections, []]);
  });
});

describe("a circle of replacements", () => {
  const replacing = (link: string, below = "text") => text(below, [`supersedes: ["${link}"]`]);

  test("leaves out all documents on it at the first reading, and each is told", () => {
    const corpus = make({ "a.md": replacing("b.md"), "b.md": replacing("a.md"), "c.md": text("one") });
    const message =
      'supersedes-cycle: "a.md" replaces "b.md" replaces "a.md": by link, version or date; take one of the links away';
    expect(linesOf(corpus)).toEqual([`documents/a.md:2:1 ${message}`, `documents/b.md:2:1 ${message}`]);
    expect([paths(corpus), corpus.leftOut]).toEqual([["c.md"], ["a.md", "b.md"]]);
  });

  test("of one document is one too", () => {
    const corpus = make({ "a.md": replacing("a.md") });
    expect(corpus.problems.map(({ code }) => code)).toEqual(["supersedes-cycle"]);
    expect(corpus.leftOut).toEqual(["a.md"]);
  });

  test("two of them are both told", () => {
    const texts = { "a.md": replacing("b.md"), "b.md": replacing("a.md"), "c.md": replacing("d.md"), "d.md": replacing("c.md") };
    expect(make(texts).leftOut).toEqual(["a.md", "b.md", "c.md", "d.md"]);
  });

  test("closed by an edit takes back the edit only", () => {
    const first = make({ "a.md": replacing("b.md"), "b.md": text("one") });
    const closed = make({ "a.md": replacing("b.md"), "b.md": replacing("a.md") }, first);
    expect(served(closed)).toEqual({ "a.md": replacing("b.md"), "b.md": text("one") });
    expect(closed.problems.map(({ file, code }) => [file, code])).toEqual([["documents/b.md", "supersedes-cycle"]]);
    expect(served(make({ "a.md": replacing("b.md"), "b.md": text("two") }, closed))).toEqual({
      "a.md": replacing("b.md"),
      "b.md": text("two"),
    });
  });

  test("closed by a new document of a version leaves out the new one", () => {
    const newer = text("newer", ["key: k", 'version: "2"']);
    const older = text("older", ["key: k", 'version: "1"', 'supersedes: ["k@2"]']);
    const first = make({ "newer.md": newer });
    const corpus = make({ "newer.md": newer, "older.md": older }, first);
    expect([paths(corpus), corpus.leftOut]).toEqual([["newer.md"], ["older.md"]]);
  });
});

test("a document that is to be closed by a front matter with a slip in it does not stay open", () => {
  const reading = (text: string) => new Map([["a.md", { text, problems: [] }]]);
  const options = {
    label: "documents",
    cut: { language: "en", longest: 0, attributes: new Map(), plans: new Set(["pro"]) },
  };
  const open = corpusOf(reading("# A\n\nText."), null, options);
  const slip = corpusOf(reading("---\nacl: { plans: [pr0] }\n---\n# A\n\nText."), open, options);
  expect([slip.sections, slip.leftOut]).toEqual([[], ["a.md"]]);
  const closed = corpusOf(reading("---\nacl: { plans: [pro] }\n---\n# A\n\nText."), null, options);
  expect(corpusOf(reading("---\nacl: { plans: [pr0] }\n---\n# A\n\nText."), closed, options).sections).toHaveLength(1);
});
