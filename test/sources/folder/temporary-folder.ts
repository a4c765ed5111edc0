/** A folder of documents in the system's place for temporary files, and how tests open it. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Corpus } from "../../../src/documents/corpus.ts";
import type { CutOptions } from "../../../src/documents/cut-document.ts";
import { problemLine } from "../../../src/policy/problem.ts";
import { type Folder, type FolderOptions, openFolder } from "../../../src/sources/folder/open-folder.ts";

export const CUT: CutOptions = { language: "en", longest: 4000, attributes: new Map(), plans: new Set() };

export interface TemporaryFolder {
  readonly outside: string;
  readonly root: string;
  at(path: string): string;
  put(path: string, content: string | Uint8Array): Promise<void>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const outside = await mkdtemp(join(tmpdir(), "winnow-documents-"));
  onTestFinished(() => rm(outside, { recursive: true, force: true }));
  const root = join(outside, "documents");
  await mkdir(root);
  const at = (path: string) => join(root, path);
  return {
    outside,
    root,
    at,
    async put(path, content) {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), content);
    },
  };
}

/** Fails where the folder cannot be used. Is closed when the test ends. */
export async function opened(root: string, options: Partial<FolderOptions> = {}): Promise<Folder> {
  const folder = await openFolder({ root, label: "documents", cut: CUT, maxFileBytes: 1_048_576, maxFiles: 1000, ...options });
  if ("problems" in folder) throw new Error(folder.problems.map(problemLine).join("\n"));
  onTestFinished(() => folder.close());
  return folder;
}

export const linesOf = ({ problems }: Pick<Corpus, "problems">): readonly string[] => problems.map(problemLine);

export const textsOf = ({ texts }: Corpus): Record<string, string> => Object.fromEntries(texts);

/** Writes a text below a heading: what every cutter makes one section of. */
export const document = (text: string): string => `# Title\n\n${text}\n`;
