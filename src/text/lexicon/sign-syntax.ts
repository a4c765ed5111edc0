/**
 * Reads one sign: which groups of words must stand together. Pure.
 *
 * `a + b` stands for a word of each group in one clause, in any order, `a & b` for one of each anywhere in the text, and `- c` for no word
 * of that group in the clause. `a + b & c - d` holds both.
 */

/** Groups by name. */
export interface SignSpelling {
  /** Each is found within a clause. At least one, and none is empty. */
  readonly clusters: readonly (readonly string[])[];
  readonly unless: readonly string[];
}

const NAME = "[a-z][a-z0-9_]{0,63}";

/** What a sign looks like: names with `+` and `&` between them, then those that must not stand there, each after `-`. */
export const SIGN = new RegExp(`^${NAME}(?: [+&] ${NAME})*(?: - ${NAME})*$`, "u");

/** Expects a text that `SIGN` fits. */
export function readSign(text: string): SignSpelling {
  const [wanted = "", ...unless] = text.split(" - ");
  return { clusters: wanted.split(" & ").map((cluster) => cluster.split(" + ")), unless };
}

/** All groups that it names, in order. */
export const groupsOfSign = ({ clusters, unless }: SignSpelling): readonly string[] => [...clusters.flat(), ...unless];
