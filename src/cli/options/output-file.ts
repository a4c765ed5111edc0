/** Writes what an option asks for into files, and says which could not be written. IO. */
import { writeFile } from "node:fs/promises";
import { refusalOf } from "./input-file.ts";

export interface OutputFile {
  /** With its dashes. */
  readonly option: string;
  /** Null: nobody asked for it. An older file is written over. */
  readonly path: string | null;
  readonly text: () => string;
}

export async function written(files: readonly OutputFile[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { option, path, text } of files) {
    if (path === null) continue;
    await writeFile(path, text()).catch((error: unknown) =>
      faults.push(refusalOf(error, { option, path, what: "a place for a file" })),
    );
  }
  return faults;
}
