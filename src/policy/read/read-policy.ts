/** Reads all files of one policy: each on its own, so that a fault in one hides nothing in the others. Pure. */
import { LRUCache } from "lru-cache";
import type { Json } from "../../sources/source-result.ts";
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { TestFile } from "../schema/test-file.ts";
import type { WordsFile } from "../schema/words-file.ts";
import { type KnownValues, parseKnownYaml } from "../yaml/known-values.ts";
import { type Environment, expandEnvironment } from "./environment.ts";
import {
  FILE_KINDS,
  type FileKey,
  type FileKind,
  isKnownFile,
  isPromptText,
  isSample,
  isSecretPath,
  isTestFile,
  isWordsFile,
  type PolicyFileTypes,
  TEST_KIND,
  WORDS_KIND,
} from "./policy-files.ts";
import type { PolicyTexts } from "./policy-source.ts";
import { type FileReading, readShape, unread } from "./read-shape.ts";
import { readSample } from "./sample-text.ts";

export interface PolicyReading {
  readonly name: string;
  /** What problems put before a file's path: `policies/coaching/`. */
  readonly prefix: string;
  readonly files: { readonly [Key in FileKey]: FileReading<PolicyFileTypes[Key]> };
  readonly tests: readonly FileReading<TestFile>[];
  /** One for each language of `vocabulary/`, by file name. */
  readonly words: readonly FileReading<WordsFile>[];
  /** Samples by path; a sample that is no JSON is null. */
  readonly samples: ReadonlyMap<string, Json | null>;
  readonly prompts: ReadonlyMap<string, string>;
  /** Files that are there, but could not be read. */
  readonly unreadable: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  /** Languages in which accents make other words. */
  readonly accented: ReadonlySet<string>;
  /** Faults of single files, whatever the others say. */
  readonly problems: readonly Problem[];
}

export interface GivenPolicy {
  readonly name: string;
  readonly prefix: string;
  readonly texts: PolicyTexts;
  readonly environment: Environment;
  /** For policy.yaml, where it differs. */
  readonly policyEnvironment?: Environment | undefined;
  readonly known: KnownValues;
  readonly accented: ReadonlySet<string>;
}

/** Never throws, whatever the texts. */
export function readPolicy(given: GivenPolicy): PolicyReading {
  const { name, prefix } = given;
  const texts = new Map([...given.texts].flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])));
  const unreadable = [...given.texts.keys()].filter((path) => given.texts.get(path) === null);
  const files = Object.fromEntries(FILE_KINDS.map((kind) => [kind.key, readYaml(kind, kind.name, given)]));
  const tests = [...texts.keys()].filter(isTestFile).map((path) => readYaml<TestFile>(TEST_KIND, path, given));
  const words = [...texts.keys()]
    .filter(isWordsFile)
    .sort()
    .map((path) => readYaml<WordsFile>(WORDS_KIND, path, given));
  const samples = [...texts]
    .filter(([path]) => isSample(path))
    .map(([path, text]) => ({ path, ...readSample(prefix + path, text) }));
  const readings = [...(Object.values(files) as FileReading<unknown>[]), ...tests, ...words];
  return {
    name,
    prefix,
    files: files as PolicyReading["files"],
    tests,
    words,
    samples: new Map([
      ...unreadable.filter(isSample).map((path) => [path, null] as const),
      ...samples.map(({ path, value }) => [path, value] as const),
    ]),
    prompts: new Map([...texts].filter(([path]) => isPromptText(path))),
    unreadable,
    texts,
    accented: given.accented,
    problems: [
      ...readings.flatMap((reading) => reading.problems),
      ...samples.flatMap(({ problems }) => problems),
      ...strangers(given),
      ...missingFiles(given),
    ],
  };
}

function readYaml<T>(kind: FileKind, path: string, given: GivenPolicy): FileReading<T> {
  const { prefix, texts } = given;
  const file = prefix + path;
  const text = texts.get(path);
  if (text === undefined || text === null) return unread(file, text === null, []);
  const key = `${kind.key} ${file}`;
  const before = readings.get(key);
  if (before?.text === text) return before.reading as FileReading<T>;
  const { yaml, problems } = parseKnownYaml(text, file, given.known);
  if (yaml === null) return unread(file, true, problems);
  const expanded = expandEnvironment(yaml, environmentOf(kind, given));
  const shaped = readShape<T>({ schema: kind.schema, expanded, isSecret: (place) => isSecretPath(kind.key, place) });
  const reading = { ...shaped, problems: [...problems, ...shaped.problems] };
  if (!kind.environment && reading.problems.length === 0) readings.set(key, { text, reading });
  return reading;
}

// What is tried out of a policy differs from it in a file or two; the others need not be read again.
const readings = new LRUCache<string, { readonly text: string; readonly reading: FileReading<unknown> }>({ max: 100 });

function environmentOf(kind: FileKind, { environment, policyEnvironment }: GivenPolicy): Environment | null {
  if (!kind.environment) return null;
  return kind.key === "policy" ? (policyEnvironment ?? environment) : environment;
}

/** Files that a policy has no use for are mostly misspelt ones. */
function strangers({ prefix, texts }: GivenPolicy): readonly Problem[] {
  const names = [...FILE_KINDS.map((kind) => kind.name), "vocabulary/*.yaml", "*.test.yaml", "samples/*.json", "prompt/*.md"];
  return [...texts.keys()]
    .filter((path) => !isKnownFile(path))
    .map((path) => ({
      file: prefix + path,
      line: 1,
      column: 1,
      code: "unknown-file",
      message: `a policy has no use for this file; ${suggestion(path, names, "files")}`,
    }));
}

function missingFiles({ prefix, texts }: GivenPolicy): readonly Problem[] {
  return FILE_KINDS.filter((kind) => kind.required && !texts.has(kind.name)).map((kind) => ({
    file: prefix + kind.name,
    line: 1,
    column: 1,
    code: "missing-file",
    message: `every policy needs this file: ${kind.title}`,
  }));
}
