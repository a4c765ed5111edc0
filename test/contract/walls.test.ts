/** The walls between the folders: what each must not import is refused by the linter, in every folder of the pipeline, of policies and of texts. */
import { execFileSync } from "node:child_process";
import { type Dirent, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = realpathSync(mkdtempSync(join(tmpdir(), "walls-")));
afterAll(() => rmSync(root, { recursive: true }));

const FOLDERS = readdirSync("src/pipeline", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name));
const TELLING = ["assemble.ts", "manifest/manifest.ts", "near-miss/near-miss.ts", "findings/choice.ts", "explain/report.ts"];
const AFTER = ["manifest", "findings", "near-miss", "explain", "kept", "memory", "cache"].map((name) => `src/pipeline/${name}`);
const OUTSIDE = ["service/decide.ts", "store/store.ts", "sources/gather.ts", "policy/load.ts", "tokens/counters.ts", "config.ts"];

const POLICY = ["src/policy", ...readdirSync("src/policy", { withFileTypes: true }).flatMap(folderOf)];
const ABOVE_POLICY = [
  "http/counts.ts",
  "service/decide.ts",
  "store/store.ts",
  "measure/ask-each.ts",
  "cli/check.ts",
  "boot.ts",
  "undici",
];
/** Of `policy/`, by folder: the steps after it, and what else it must not know. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  "src/policy/yaml": ["load.ts", "read/read-policy.ts", "check/check.ts", "snapshot.ts", "nearest.ts"],
  "src/policy/schema": ["load.ts", "read/policy-files.ts", "yaml/parse-yaml.ts", "snapshot.ts"],
  "src/policy/rules": ["load.ts", "snapshot.ts", "read/read-policy.ts", "compile/compile.ts", "check/check.ts"],
  "src/policy/read": [
    "load.ts",
    "check/check.ts",
    "compile/search.ts",
    "findings/findings.ts",
    "languages/load-languages.ts",
    "export/schemas.ts",
  ],
  "src/policy/check": [
    "load.ts",
    "compile/compile.ts",
    "findings/findings.ts",
    "languages/load-languages.ts",
    "export/schemas.ts",
  ],
  "src/policy/compile": ["load.ts", "findings/findings.ts", "languages/load-languages.ts", "export/schemas.ts"],
  "src/policy/findings": ["load.ts", "compile/compile.ts", "languages/load-languages.ts", "export/schemas.ts"],
  "src/policy/languages": ["load.ts", "compile/compile.ts", "findings/findings.ts", "export/schemas.ts"],
  "src/policy/export": ["load.ts", "read/read-policy.ts", "check/check.ts", "snapshot.ts"],
};

const ABOVE_TEXT = [...OUTSIDE, "policy/snapshot.ts", "routing/records.ts", "pipeline/candidate.ts", "node:fs", "pino"];
const TEXT = ["src/text", ...readdirSync("src/text", { withFileTypes: true }).flatMap(folderOf)];
/** Of `text/`, by folder: what it must not know beside what no text knows. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  "src/text/words": ["lexicon/lexicon.ts", "compare/words.ts", "values/value.ts", "denials.ts"],
  "src/text/sentences": ["words/words.ts", "lexicon/lexicon.ts", "compare/words.ts", "instant.ts"],
  "src/text/json": ["words/words.ts", "lexicon/lexicon.ts", "compare/words.ts", "instant.ts"],
  "src/text/versions": ["words/words.ts", "lexicon/lexicon.ts", "compare/words.ts", "instant.ts"],
  "src/text/lexicon": ["compare/words.ts", "restated/restated.ts", "values/claims.ts", "sentences/sentences.ts"],
  "src/text/compare": ["lexicon/lexicon.ts", "restated/restated.ts", "values/claims.ts"],
  "src/text/restated": ["lexicon/lexicon.ts", "values/claims.ts", "json/texts.ts"],
  "src/text/values": ["compare/words.ts", "restated/restated.ts", "sentences/sentences.ts", "json/texts.ts"],
};

/** By folder: what a file of it must not import, from `src/` or by the name of a package. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ["src/pipeline", ...FOLDERS].map((folder) => {
      const isStage = folder !== "src/pipeline" && !AFTER.includes(folder);
      const telling = isStage ? TELLING.map((path) => `pipeline/${path}`) : [];
      return [folder, [...OUTSIDE, "cli/check.ts", "measure/ask-each.ts", "node:fs", "node:crypto", "pino", ...telling]];
    }),
  ),
  "src/pipeline/render/parts": ["pipeline/pack/pack.ts", "pipeline/filter/items.ts", "pipeline/validate/accepted.ts"],
  "src/pipeline/validate/parts": ["pipeline/pack/pack.ts", "pipeline/render/lines.ts"],
  "src/pipeline/records/parts": ["pipeline/pack/pack.ts", "pipeline/candidate.ts"],
  "src/pipeline/pack/knapsack/parts": ["pipeline/pack/pack.ts", "pipeline/records/core.ts"],
  ...Object.fromEntries(
    POLICY.map((folder) => [folder, [...ABOVE_POLICY, ...(LATER[folder] ?? []).map((path) => `policy/${path}`)]]),
  ),
  ...Object.fromEntries(TEXT.map((folder) => [folder, [...ABOVE_TEXT, ...(BESIDE[folder] ?? []).map((path) => `text/${path}`)]])),
  "src/answer": ["pipeline/records/inputs.ts", "pipeline/pack/pack.ts", "measure/ask-each.ts"],
  "src/documents": ["pipeline/filter/items.ts", "pipeline/candidate.ts", "measure/ask-each.ts"],
  "src/measure": ["cli/check.ts", "cli/print/html-page.ts", "http/counts.ts", "store/store.ts", "node:fs", "fastify"],
  "src/service": ["measure/ask-each.ts", "cli/check.ts", "http/counts.ts"],
  "src/http": ["measure/ask-each.ts", "cli/check.ts", "pipeline/assemble.ts"],
};

/** What may import what it does: without it a rule that refuses everything would pass. */
const FREE = new Map([
  ["src/beside.ts", [importOf("src", "pipeline/assemble.ts"), importOf("src", "store/store.ts")]],
  [
    "src/policy/check/free.ts",
    ["policy/compile/search.ts", "policy/read/read-policy.ts"].map((path) => importOf("src/policy/check", path)),
  ],
  ["src/policy/yaml/free.ts", ["policy/problem.ts", "node:fs"].map((path) => importOf("src/policy/yaml", path))],
  ["src/text/restated/free.ts", ["text/compare/words.ts", "text/denials.ts"].map((path) => importOf("src/text/restated", path))],
  ["src/pipeline/pack/free.ts", [importOf("src/pipeline/pack", "pipeline/count/entries.ts")]],
]);

/** The lines that the linter refuses, by file. */
function refusedLines(files: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, ReadonlySet<number>> {
  const settings = JSON.parse(readFileSync("biome.json", "utf8")) as object;
  writeFileSync(join(root, "biome.json"), JSON.stringify({ ...settings, $schema: undefined, vcs: { enabled: false } }));
  for (const [path, lines] of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), lines.join("\n"));
  }
  const run = ["lint", "--only=style/noRestrictedImports", "--reporter=github", "--max-diagnostics=none", "."];
  const told = outputOf(resolve("node_modules/.bin/biome"), run);
  const refused = new Map<string, Set<number>>();
  for (const [, file = "", line] of told.matchAll(/file=([^,]+),line=(\d+)/g)) {
    const path = relative(root, resolve(root, file));
    refused.set(path, (refused.get(path) ?? new Set()).add(Number(line)));
  }
  return refused;
}

function outputOf(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    // Refusals end it with 1.
    return String((error as { readonly stdout: string }).stdout);
  }
}

function folderOf(entry: Dirent): readonly string[] {
  return entry.isDirectory() ? [join(entry.parentPath, entry.name)] : [];
}

function importOf(folder: string, target: string): string {
  const path = target.endsWith(".ts") ? relative(folder, `src/${target}`) : target;
  return `import "${path.startsWith(".") || path === target ? path : `./${path}`}";`;
}

test("each folder is refused each import that its wall forbids, and no other", () => {
  const walls = Object.entries(FORBIDDEN).map(([name, targets]) => {
    const folder = name.replace(/\/parts$/, "");
    return [`${folder}/${name === folder ? "wall" : "parts"}.ts`, targets.map((target) => importOf(folder, target))] as const;
  });
  const files = new Map([...walls, ...FREE]);
  const refused = refusedLines(files);
  const wanted = [...files].map(([path, lines]) => [path, new Set(FREE.has(path) ? [] : lines.map((_, place) => place + 1))]);
  const got = [...files.keys()].map((path) => [path, refused.get(path) ?? new Set()]);
  expect(Object.fromEntries(got)).toEqual(Object.fromEntries(wanted));
});
