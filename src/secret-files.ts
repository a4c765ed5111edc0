/** Fills in secrets that a platform hands over as files: `NAME_FILE` stands for `NAME`. Pure but for the reading it is given. */
import type { Environment } from "./policy/read/environment.ts";

/** The record with `NAME` set from the file of each `NAME_FILE` whose `NAME` is absent; a file that cannot be read sets nothing. */
export function withSecretFiles(environment: Environment, readFile: (path: string) => string): Environment {
  const filled: Record<string, string | undefined> = { ...environment };
  for (const [key, path] of Object.entries(environment)) {
    const name = key.endsWith("_FILE") ? key.slice(0, -"_FILE".length) : "";
    if (name === "" || path === undefined || path === "" || filled[name] !== undefined) continue;
    const text = contentOf(path, readFile);
    if (text !== null) filled[name] = text;
  }
  return filled;
}

function contentOf(path: string, readFile: (path: string) => string): string | null {
  try {
    return readFile(path).trim();
  } catch {
    return null;
  }
}
