/** Reads the file that an option names, and complains of what cannot be used. IO. */
import { readFile } from "node:fs/promises";

export interface InputFile {
  /** With its dashes. */
  readonly option: string;
  readonly path: string;
  /** "labelled questions". */
  readonly holds: string;
}

/** By the code of the system's refusal: what there was instead of a file, and what to do. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOENT: "nothing of that name; correct the path, which begins in the folder you are in",
  ENOTDIR: "a path through something that is no folder; correct the path",
  EISDIR: "a folder; name the file in it",
  EACCES: "a file that you may not read; change its permissions",
};

/** The bytes, or why there are none. */
export async function bytesOf({ option, path, holds }: InputFile): Promise<Uint8Array | string> {
  try {
    return await readFile(path);
  } catch (error) {
    return refusalOf(error, { option, path, what: `a file of ${holds}` });
  }
}

/** What the system refused, and what was expected there. */
export function refusalOf(
  error: unknown,
  { option, path, what }: Pick<InputFile, "option" | "path"> & { readonly what: string },
): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown failure";
  return `${option} ${path}: expected ${what}, got ${REFUSALS[code] ?? `no answer but ${code}`}`;
}

/** A file of another form has a fault in each of its lines. */
const MOST_LINES = 30;

export function refuse(lines: readonly string[], complain: (line: string) => void): null {
  for (const line of lines.slice(0, MOST_LINES)) complain(line);
  if (lines.length > MOST_LINES) complain(`and ${lines.length - MOST_LINES} more`);
  return null;
}
