/** Problems of names in a folder, and what is worth knowing of a folder that reads well. Pure. */
import { NO_LINE, type Problem } from "../../policy/problem.ts";
import type { ProblemCode } from "../../policy/problem-codes.ts";
import { ENDINGS_READ, shownName } from "./document-names.ts";

interface Met {
  /** How problems name the folder. */
  readonly label: string;
  /** By path. */
  readonly files: ReadonlyMap<string, unknown>;
  readonly faults: ReadonlyMap<string, unknown>;
  /** Paths that are passed over, by ending. */
  readonly others: ReadonlyMap<string, readonly string[]>;
}

interface Labelled {
  readonly label: string;
}

export const problemOf = (folder: Labelled, path: string, code: ProblemCode, message: string): Problem =>
  path === ""
    ? folderProblem(folder, path, code, message)
    : { file: `${folder.label}/${shownName(path)}`, line: 1, column: 1, code, message };

/** Of a folder; `path` is empty for the whole. */
export const folderProblem = ({ label }: Labelled, path: string, code: ProblemCode, message: string): Problem => ({
  file: path === "" ? label : `${label}/${shownName(path)}`,
  ...NO_LINE,
  code,
  message,
});

export function warningsOf(met: Met): readonly Problem[] {
  const others = [...met.others].map(([ending, paths]) => {
    const what = ending === "" ? "without an ending" : `that end in ${ending}`;
    const message = `${paths.length} ${paths.length === 1 ? "file" : "files"} ${what}: passed over; read are ${ENDINGS_READ}`;
    return problemOf(met, paths[0] ?? "", "unknown-file", message);
  });
  const nothing = met.files.size + met.faults.size === 0;
  const empty = nothing ? [problemOf(met, "", "empty-folder", `no document stands here; read are ${ENDINGS_READ}`)] : [];
  return [...others, ...alikeNames(met), ...empty];
}

/** Names that a Mac or Windows would take for one. */
function alikeNames(met: Met): readonly Problem[] {
  const first = new Map<string, string>();
  return [...met.files.keys()].sort().flatMap((path) => {
    const plain = path.normalize("NFC").toLowerCase();
    const other = first.get(plain);
    if (other === undefined) first.set(plain, path);
    if (other === undefined) return [];
    return [
      problemOf(met, path, "similar-names", `differs from "${other}" in capitals or accents' encoding only; both are read`),
    ];
  });
}
