/** The sources of documents of all policies, as requests see them: live folders, search services, and their vectors. IO. */
import { isAbsolute, join } from "node:path";
import type { CallerAbout } from "../caller.ts";
import type { Corpus } from "../documents/corpus.ts";
import type { AskDocuments, DocumentsResult, MeaningResult } from "../documents/documents-result.ts";
import { similaritiesOf } from "../documents/similarity.ts";
import type { Embedder } from "../model/embeddings.ts";
import type { SearchSource } from "../policy/compile/search.ts";
import { type Problem, sortProblems } from "../policy/problem.ts";
import type { ProblemCode } from "../policy/problem-codes.ts";
import type { FolderRules } from "../policy/rules/documents.ts";
import { folderName } from "../policy/shown-place.ts";
import type { DocumentPolicy, Policy } from "../policy/snapshot.ts";
import { type Folder, type FolderOptions, openFolder } from "../sources/folder/open-folder.ts";
import type { GatherLimits } from "../sources/gather.ts";
import type { Pools } from "../sources/pools.ts";
import { askSearch, hitsOfText } from "../sources/search/ask-search.ts";
import type { SourceResult, SourceTiming } from "../sources/source-result.ts";
import { createTimeLeft } from "../sources/time-left.ts";
import { cutOptions, folderLabel } from "./folder-rules.ts";
import { missingSections } from "./missing-sections.ts";
import { sectionTexts } from "./section-texts.ts";
import type { SectionVectors } from "./section-vectors.ts";

export interface LibraryOptions {
  /** Folder of the policies: relative folders of documents are below it. */
  readonly policiesDir: string;
  readonly policies: ReadonlyMap<string, DocumentPolicy>;
  readonly pools: Pools;
  /** Null: documents are ranked by words alone. */
  readonly meaning: { readonly embedder: Embedder; readonly vectors: Pick<SectionVectors, "vectorsOf"> } | null;
  /** Told of each new reading of a folder, the first included. */
  readonly onReading: (reading: Reading) => void;
  readonly nowMs?: () => number;
}

/** What a folder holds now. */
export interface Reading {
  readonly policy: string;
  readonly source: string;
  readonly corpus: Corpus;
  /** Of the corpus, and of the policy's rules to sections that it does not have. Sorted. */
  readonly problems: readonly Problem[];
}

export interface LibraryInput {
  readonly policy: Pick<Policy, "name" | "documents">;
  readonly question: string;
  readonly plan: string | null;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
  /** Answers that stand in for a source's own; for an explanation's what-if. */
  readonly overrides: ReadonlyMap<string, SourceResult>;
  /** False for an explanation: an embeddings endpoint is a model, and it asks none. */
  readonly asksModel: boolean;
}

export interface Consultation {
  readonly ask: AskDocuments;
  /** The settled asks so far, in the order they settled. */
  timings(): readonly SourceTiming[];
}

export interface Library {
  /** The sources of one policy, as one request sees them. */
  open(caller: CallerAbout, input: LibraryInput, limits: GatherLimits): Consultation;
  /** What each folder holds now. */
  readings(): readonly Reading[];
  close(): Promise<void>;
}

interface Shelf {
  readonly policy: string;
  readonly rules: FolderRules;
  readonly folder: Folder;
}

/** A renamed plan or attribute: the documents that still have the old name would be missing for everybody, unseen. */
const RENAMED: readonly ProblemCode[] = ["unknown-attribute", "unknown-plan", "not-allowed"];

const MAX_FILE_BYTES = 5_242_880;
const MAX_FILES = 20_000;

/**
 * Reads every folder of every policy. Problems where a folder cannot be listed, a rule names a section that is not there, or a
 * document names a plan or an attribute that its policy does not have: then those of all documents as well, since a rule may lack
 * its section for the sake of one of them, and nothing is left open.
 */
export async function openLibrary(options: LibraryOptions): Promise<Library | { readonly problems: readonly Problem[] }> {
  const shelves: Shelf[] = [];
  const unopened: Problem[] = [];
  for (const policy of options.policies.values()) {
    for (const rules of policy.documents.values()) {
      if (rules.kind !== "folder") continue;
      const opened = await openFolder(folderOptions(policy, rules, options));
      if ("problems" in opened) unopened.push(...opened.problems);
      else shelves.push({ policy: policy.name, rules, folder: opened });
    }
  }
  const close = async (): Promise<void> => void (await Promise.all(shelves.map(({ folder }) => folder.close())));
  const readings = () => shelves.map(({ policy, rules, folder }) => readingOf(policy, rules, folder.current()));
  const isRefused = ({ rules, folder }: Shelf): boolean =>
    missingSections(rules, folder.current()).length > 0 || folder.current().problems.some(({ code }) => RENAMED.includes(code));
  if (unopened.length > 0 || shelves.some(isRefused)) {
    await close();
    return { problems: sortProblems([...unopened, ...readings().flatMap(({ problems }) => problems)]) };
  }
  return { open: (caller, input, limits) => consult(options, shelves, { caller, input, limits }), readings, close };
}

/** A rule that lost its section while we run is told like a fault of a document: the next boot would refuse it. */
const readingOf = (policy: string, rules: FolderRules, corpus: Corpus): Reading => ({
  ...{ policy, source: rules.name, corpus },
  problems: sortProblems([...corpus.problems, ...missingSections(rules, corpus)]),
});

function folderOptions(policy: DocumentPolicy, rules: FolderRules, { policiesDir, onReading }: LibraryOptions): FolderOptions {
  const { folder } = rules;
  return {
    root: isAbsolute(folder) ? folder : join(policiesDir, policy.name, folder),
    label: folderLabel(folderName(policiesDir), policy, rules),
    cut: cutOptions(policy, rules),
    maxFileBytes: MAX_FILE_BYTES,
    maxFiles: MAX_FILES,
    onChange: (corpus) => onReading(readingOf(policy.name, rules, corpus)),
  };
}

interface Consulting {
  readonly caller: CallerAbout;
  readonly input: LibraryInput;
  readonly limits: GatherLimits;
}

function consult(options: LibraryOptions, shelves: readonly Shelf[], consulting: Consulting): Consultation {
  const { nowMs = () => performance.now() } = options;
  const { input } = consulting;
  const asked = new Map<string, Promise<DocumentsResult>>();
  const timings: SourceTiming[] = [];
  const meaning = lazily(() => questionVector(options, consulting));

  async function settle(name: string): Promise<DocumentsResult> {
    const rules = input.policy.documents.get(name);
    if (rules === undefined) throw new TypeError(`the policy has no source of documents ${name}`);
    const given = input.overrides.get(name);
    if (given?.status === "failed") return given;
    const startedMs = nowMs();
    const result =
      rules.kind === "search"
        ? await (given?.status === "facts" ? hitsOfText(given.raw, rules.search) : askService(options, rules.search, consulting))
        : await askFolder(options, {
            rules,
            shelf: shelfOf(shelves, input.policy.name, name),
            meaning,
            limits: consulting.limits,
          });
    const wasCalled = rules.kind === "search" && given === undefined;
    timings.push({ source: name, ms: nowMs() - startedMs, via: wasCalled ? "upstream" : "none" });
    return result;
  }

  return {
    ask(name) {
      const answer = asked.get(name) ?? settle(name);
      asked.set(name, answer);
      return answer;
    },
    timings: () => [...timings],
  };
}

function shelfOf(shelves: readonly Shelf[], policy: string, source: string): Shelf {
  const found = shelves.find((one) => one.policy === policy && one.rules.name === source);
  if (found === undefined) throw new TypeError(`the folder of ${source} is not open`);
  return found;
}

function askService({ pools, nowMs }: LibraryOptions, source: SearchSource, { caller, input, limits }: Consulting) {
  const { tenant, about: subject } = caller;
  const { question, plan, attributes } = input;
  const timeLeft = createTimeLeft(limits, nowMs ?? (() => performance.now()));
  const values = { tenant, subject, question, plan, attributes };
  return askSearch(pools, { source, values, traceparent: limits.traceparent, timeLeft });
}

type QuestionVector = { readonly status: "vector"; readonly vector: Float32Array } | Exclude<MeaningResult, { status: "ranked" }>;

interface Shelved {
  readonly limits: GatherLimits;
  readonly rules: FolderRules;
  readonly shelf: Shelf;
  readonly meaning: () => Promise<QuestionVector> | null;
}

async function askFolder(options: LibraryOptions, { rules, shelf, meaning, limits }: Shelved): Promise<DocumentsResult> {
  const asking = rules.meaning === null ? null : meaning();
  const [corpus, question] = await Promise.all([freshWithin(limits, shelf, options), asking]);
  return { status: "corpus", corpus, meaning: question === null ? null : meaningOf(options, corpus, question) };
}

/** A file system that hangs costs the deadline, and then the documents are as they were. */
function freshWithin(
  limits: GatherLimits,
  { folder }: Shelf,
  { nowMs = () => performance.now() }: LibraryOptions,
): Promise<Corpus> {
  return createTimeLeft(limits, nowMs).wait({ joined: false, result: folder.fresh(), leave: () => {} }, folder.current());
}

function meaningOf({ meaning }: LibraryOptions, corpus: Corpus, question: QuestionVector): MeaningResult {
  if (question.status !== "vector" || meaning === null) return question as MeaningResult;
  const { vectors } = meaning.vectors.vectorsOf(sectionTexts(corpus).digest, question.vector.length);
  return { status: "ranked", model: meaning.embedder.model, similarities: similaritiesOf(vectors, question.vector) };
}

/** One vector for all folders; null where no model is configured. */
function questionVector({ meaning }: LibraryOptions, { input, limits }: Consulting): Promise<QuestionVector> | null {
  if (meaning === null) return null;
  if (!input.asksModel) return Promise.resolve({ status: "not_asked" });
  return meaning.embedder.embed([input.question], limits).then((result) => {
    const vector = result.status === "vectors" ? result.vectors[0] : undefined;
    if (vector !== undefined) return { status: "vector", vector };
    return { status: "failed", cause: result.status === "failed" ? result.cause : "invalid" };
  });
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
