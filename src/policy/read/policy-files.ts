/** Which files a policy may hold, and the schema of each. Pure. */
import type { z } from "zod";
import { IntentsFile } from "../schema/intents-file.ts";
import { PiecesFile } from "../schema/pieces-file.ts";
import { PolicyFile } from "../schema/policy-file.ts";
import { SafetyFile } from "../schema/safety-file.ts";
import { ScopesFile } from "../schema/scopes-file.ts";
import { SourcesFile } from "../schema/sources-file.ts";
import { SynonymsFile } from "../schema/synonyms-file.ts";
import { TestFile } from "../schema/test-file.ts";
import { TopicsFile } from "../schema/topics-file.ts";
import { VocabularyFile } from "../schema/vocabulary-file.ts";
import { WordsFile } from "../schema/words-file.ts";

export interface PolicyFileTypes {
  readonly policy: PolicyFile;
  readonly sources: SourcesFile;
  readonly pieces: PiecesFile;
  readonly intents: IntentsFile;
  readonly vocabulary: VocabularyFile;
  readonly scopes: ScopesFile;
  readonly safety: SafetyFile;
  readonly topics: TopicsFile;
  readonly synonyms: SynonymsFile;
}
export type FileKey = keyof PolicyFileTypes;

export interface FileKind {
  readonly key: FileKey | "test" | "words";
  /** The file's name; of test files the ending, of words files the folder. */
  readonly name: string;
  readonly schema: z.ZodObject;
  /** Whether `${NAME}` is filled in. */
  readonly environment: boolean;
  /** `file` is never missed; a policy without the others is caught by what refers to them. */
  readonly required: boolean;
  readonly owner: "engineer" | "expert";
  readonly title: string;
}

export const FILE_KINDS: readonly FileKind[] = [
  kind("policy", PolicyFile, "engineer", "What the engineer decides for the whole policy.", { environment: true }),
  kind("sources", SourcesFile, "engineer", "The upstream services and the documents.", { environment: true, required: false }),
  kind("pieces", PiecesFile, "engineer", "The pieces: where each fact is, its one line, its label.", { required: false }),
  kind("intents", IntentsFile, "expert", "Which pieces answer which kind of question.", { required: false }),
  kind("vocabulary", VocabularyFile, "expert", "The words that show what a question is about.", { required: false }),
  kind("scopes", ScopesFile, "expert", "How far ahead a question looks, and what that changes.", { required: false }),
  kind("topics", TopicsFile, "expert", "What facts and documents can contradict each other on, and who wins.", {
    required: false,
  }),
  kind("synonyms", SynonymsFile, "expert", "Words that documents are looked for under as well.", { required: false }),
  kind("safety", SafetyFile, "expert", "Rules of every prompt, and the red flags.", { required: false }),
];

export const TEST_KIND: FileKind = {
  key: "test",
  name: ".test.yaml",
  schema: TestFile,
  environment: false,
  required: false,
  owner: "expert",
  title: "Questions with the expected decision.",
};

export const WORDS_KIND: FileKind = {
  key: "words",
  name: "vocabulary/",
  schema: WordsFile,
  environment: false,
  required: false,
  owner: "expert",
  title: "All words of one language.",
};

function kind(
  key: FileKey,
  schema: z.ZodObject,
  owner: FileKind["owner"],
  title: string,
  { environment = false, required = true }: { readonly environment?: boolean; readonly required?: boolean } = {},
): FileKind {
  return { key, name: `${key}.yaml`, schema, environment, required, owner, title };
}

const WORDS_NAME = /^vocabulary\/[A-Za-z0-9-]{2,20}\.yaml$/;
const TEST_NAME = /^[A-Za-z0-9._-]{1,100}\.test\.yaml$/;
const SAMPLE_NAME = /^samples\/[A-Za-z0-9._/-]{1,200}\.json$/;
const PROMPT_NAME = /^prompt\/[A-Za-z0-9._/-]{1,200}\.md$/;

export const isWordsFile = (path: string): boolean => WORDS_NAME.test(path);
export const isTestFile = (path: string): boolean => TEST_NAME.test(path);
export const isSample = (path: string): boolean => SAMPLE_NAME.test(path);
export const isPromptText = (path: string): boolean => PROMPT_NAME.test(path);

/** Whether a policy has a use for a file of this path. */
export const isKnownFile = (path: string): boolean =>
  FILE_KINDS.some(({ name }) => name === path) || isTestFile(path) || isWordsFile(path) || isSample(path) || isPromptText(path);

/** `sources.*.headers.*`: credentials. */
export const isSecretPath = (key: FileKind["key"], path: readonly PropertyKey[]): boolean =>
  key === "sources" && path[0] === "sources" && path[2] === "headers" && path.length > 3;
