/** Where policies come from: a folder, or texts in memory. The folder's reading is the only IO. */
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { NO_LINE, type Problem } from "../problem.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { folderName } from "../shown-place.ts";

/** Path inside a policy's folder to exact text, a byte order mark included; null for a file that could not be read. */
export type PolicyTexts = ReadonlyMap<string, string | null>;

interface SourceReading {
  /** By the policy's name. */
  readonly policies: ReadonlyMap<string, PolicyTexts>;
  /** Language files beside the policies, by the path that problems name. */
  readonly languages?: ReadonlyMap<string, string>;
  /** Those are all there are: the service's own do not count. */
  readonly languagesAlone?: boolean;
  /** What could not be read at all. */
  readonly problems: readonly Problem[];
}

/** A place that holds policies. `label` stands before file names in problems: `policies`. */
export interface PolicySource {
  readonly label: string;
  read(): Promise<SourceReading>;
}

/** Policies that are in memory already: for tests, and to try a change out. */
export function memorySource(
  policies: ReadonlyMap<string, PolicyTexts>,
  {
    label = "policies",
    languages = new Map(),
    languagesAlone = false,
  }: {
    readonly label?: string;
    readonly languages?: ReadonlyMap<string, string>;
    readonly languagesAlone?: boolean;
  } = {},
): PolicySource {
  return { label, read: async () => ({ policies, languages, languagesAlone, problems: [] }) };
}

const MAX_FILE_BYTES = 1_048_576;
const MAX_DEPTH = 6;
const MAX_FILES = 2_000;
/** Beside the policies: the generated schemas, and a text for people. */
const IGNORED_AT_TOP: ReadonlySet<string> = new Set(["schema", "README.md"]);
/** Beside the policies: language files of one's own. No policy has this name. */
const LANGUAGES = "languages";

interface Walk {
  readonly root: string;
  readonly label: string;
  readonly problems: Problem[];
  count: number;
}

/** One policy per folder in `directory`. Names that begin with a dot are passed over; links may lead to places inside only. */
export function folderSource(directory: string): PolicySource {
  const label = folderName(directory);
  return { label, read: () => readFolder(directory, label) };
}

async function readFolder(directory: string, label: string): Promise<SourceReading> {
  const walk: Walk = { root: "", label, problems: [], count: 0 };
  const policies = new Map<string, PolicyTexts>();
  const root = await attempt(() => realpath(directory));
  const names = root === null ? null : await attempt(() => readdir(root));
  if (root === null || names === null) {
    reportFolder(walk, "", "missing-folder", `there is no folder ${resolve(directory)}, or it may not be read`);
    return { policies, problems: walk.problems };
  }
  const inside = { ...walk, root };
  if (names.includes("policy.yaml")) {
    const wanted = `the policies are looked for in the folder that holds it: ${dirname(resolve(directory))}`;
    report(inside, "policy.yaml", "unknown-file", `this folder is one policy; ${wanted}`);
    return { policies, problems: inside.problems };
  }
  for (const name of names.filter(isVisible).sort()) {
    if (IGNORED_AT_TOP.has(name)) continue;
    const kind = await kindOf(inside, join(root, name), name);
    if (kind === "file") report(inside, name, "unknown-file", "only folders stand here, one for each policy");
    if (kind !== "folder") continue;
    const texts = new Map<string, string | null>();
    await readInto(texts, inside, name, "");
    policies.set(name, texts);
  }
  return { policies, languages: takeLanguages(policies, inside), problems: inside.problems };
}

/** Takes the folder of the language files out of the policies. */
function takeLanguages(policies: Map<string, PolicyTexts>, walk: Walk): ReadonlyMap<string, string> {
  const texts = policies.get(LANGUAGES) ?? new Map<string, string | null>();
  policies.delete(LANGUAGES);
  const languages = new Map<string, string>();
  for (const [path, text] of texts) {
    if (!/^[A-Za-z0-9-]{2,20}\.yaml$/.test(path)) {
      report(walk, `${LANGUAGES}/${path}`, "unknown-file", "here stand language files, each named after its language: nb.yaml");
    } else if (text !== null) languages.set(`${walk.label}/${LANGUAGES}/${path}`, text);
  }
  return languages;
}

const isVisible = (name: string): boolean => !name.startsWith(".");

async function readInto(texts: Map<string, string | null>, walk: Walk, policy: string, path: string, depth = 0): Promise<void> {
  const names = await attempt(() => readdir(join(walk.root, policy, path)));
  if (names === null)
    return reportFolder(walk, path === "" ? policy : `${policy}/${path}`, "unreadable-file", "the folder may not be read");
  for (const name of names.filter(isVisible).sort()) {
    const inner = path === "" ? name : `${path}/${name}`;
    if (isElsewhere(inner)) continue;
    const shown = `${policy}/${inner}`;
    const place = join(walk.root, policy, inner);
    const kind = await kindOf(walk, place, shown);
    if (kind === "folder" && depth < MAX_DEPTH) await readInto(texts, walk, policy, inner, depth + 1);
    else if (kind === "folder") reportFolder(walk, shown, "too-deep", `folders are read ${MAX_DEPTH} deep`);
    if (kind === null) texts.set(inner, null);
    if (kind !== "file") continue;
    walk.count += 1;
    if (walk.count > MAX_FILES) return report(walk, shown, "too-large", `more than ${MAX_FILES} files`);
    texts.set(inner, await readText(walk, place, shown));
  }
}

/** For people, for measuring, or read by the folder of documents, which watches it. */
const isElsewhere = (path: string): boolean =>
  path === "README.md" || path === "documents" || /^[A-Za-z0-9._-]+\.(?:questions|recorded)\.jsonl$/.test(path);

async function readText(walk: Walk, place: string, shown: string): Promise<string | null> {
  const bytes = await attempt(() => readFile(place));
  if (bytes === null) {
    report(walk, shown, "unreadable-file", "the file may not be read");
    return null;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    report(walk, shown, "not-utf8", "the file is not UTF-8; save it with that encoding");
    return null;
  }
}

async function kindOf(walk: Walk, place: string, shown: string): Promise<"file" | "folder" | null> {
  const real = await attempt(() => realpath(place));
  const found = real === null ? null : await attempt(() => stat(real));
  if (real === null || found === null) report(walk, shown, "unreadable-file", "the name leads nowhere, or may not be read");
  else if (!real.startsWith(walk.root + sep))
    report(walk, shown, "outside-folder", "this link leads out of the policies' folder");
  else if (found.isDirectory()) return "folder";
  else if (!found.isFile()) report(walk, shown, "unreadable-file", "this is no regular file");
  else if (found.size > MAX_FILE_BYTES) report(walk, shown, "file-too-large", `more than ${MAX_FILE_BYTES} bytes`);
  else return "file";
  return null;
}

function report(walk: Walk, shown: string, code: ProblemCode, message: string): void {
  walk.problems.push({ file: `${walk.label}/${shown}`, line: 1, column: 1, code, message });
}

/** `shown` is empty for the folder of the policies. */
function reportFolder(walk: Walk, shown: string, code: ProblemCode, message: string): void {
  const file = shown === "" ? walk.label : `${walk.label}/${shown}`;
  walk.problems.push({ file, ...NO_LINE, code, message });
}

async function attempt<T>(action: () => Promise<T>): Promise<T | null> {
  try {
    return await action();
  } catch {
    return null;
  }
}
