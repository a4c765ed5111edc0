/** The documents of policies for as long as a command looks at them; nothing is watched for longer. IO. */

import type { Problem } from "../policy/problem.ts";
import type { DocumentPolicy } from "../policy/snapshot.ts";
import { createPools } from "../sources/pools.ts";
import { type Library, openLibrary } from "./library.ts";

/** Open, or what is wrong with its folders and synonyms. */
export type OpenedLibrary = Library | { readonly problems: readonly Problem[] };

/** Closes all that it opened, also where `use` throws. */
export async function withLibrary<T>(
  policiesDir: string,
  policies: ReadonlyMap<string, DocumentPolicy>,
  use: (opened: OpenedLibrary) => T | Promise<T>,
): Promise<T> {
  const pools = createPools();
  try {
    const opened = await openLibrary({ policiesDir, policies, pools, meaning: null, onReading: () => {} });
    try {
      return await use(opened);
    } finally {
      if (!("problems" in opened)) await opened.close();
    }
  } finally {
    await pools.close();
  }
}

/** Those of single documents among them. */
export const libraryProblems = (opened: OpenedLibrary): readonly Problem[] =>
  "problems" in opened ? opened.problems : opened.readings().flatMap((one) => one.problems);
