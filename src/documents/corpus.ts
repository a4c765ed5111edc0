/** Everything a folder of documents held at one moment: what is served, what is left out, and one index. Pure. */
import { digestOfEntries } from "../policy/digest.ts";
import { type Problem, sortProblems } from "../policy/problem.ts";
import { circleOf, circleProblem, linkCheck, unknownDocument } from "./corpus-links.ts";
import { type CutDocument, type CutOptions, cutDocument } from "./cut-document.ts";
import type { Document, Section } from "./document.ts";
import { buildIndex, type IndexedText, type SectionIndex } from "./section-index.ts";

/** A file as it is now. */
export interface FileReading {
  /** Exact text of the last reading that was text; null where there is none, or nothing is left of it. */
  readonly text: string | null;
  /** Why the file as it stands now gives no text. */
  readonly problems: readonly Problem[];
}

export interface CorpusSection {
  readonly section: Section;
  readonly document: Document;
}

/** One text of a document and what became of it. */
interface DocumentReading {
  readonly text: string;
  readonly cut: CutDocument;
  readonly sections: readonly CorpusSection[];
  readonly indexed: readonly IndexedText[];
}

interface FileState {
  /** Null where there is no text. */
  readonly newest: DocumentReading | null;
  /** Without a fault; an older one where the newest has one. */
  readonly served: DocumentReading | null;
}

/** Immutable. */
export interface Corpus {
  /** `sha256:` and hex, over the paths and exact texts of what is served. */
  readonly digest: string;
  /** Sorted by path. */
  readonly documents: readonly Document[];
  /** In the order of the documents: the places in `index`. */
  readonly sections: readonly CorpusSection[];
  readonly index: SectionIndex;
  /** Of files left out and of those whose last good reading is served, and of the folder itself. Sorted. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Paths of files of which nothing is served, sorted. */
  readonly leftOut: readonly string[];
  /** Exact text by path of what is served, sorted: what a replay loads again. */
  readonly texts: ReadonlyMap<string, string>;
  /** By path: what the next corpus of this folder takes over. */
  readonly states: ReadonlyMap<string, FileState>;
}

export interface CorpusOptions {
  /** How problems name the folder: policies/support/documents. */
  readonly label: string;
  readonly cut: CutOptions;
  /** Of the folder itself. */
  readonly problems?: readonly Problem[];
  readonly warnings?: readonly Problem[];
  /** The texts of an earlier corpus, which are taken as they were served: links are not checked. */
  readonly recorded?: boolean;
}

/**
 * `files` by path. A file with a fault is served as it was in `previous`, and left out where it was not in it; a file that is not
 * in `files` is gone. `previous` was made of the same folder with the same options; what is in both is not cut again.
 */
export function corpusOf(files: ReadonlyMap<string, FileReading>, previous: Corpus | null, options: CorpusOptions): Corpus {
  const paths = [...files.keys()].sort();
  const before = (path: string) => previous?.states.get(path) ?? null;
  const read = new Map(
    paths.map((path) => [path, stateOf(path, files.get(path)?.text ?? null, { before: before(path), options })]),
  );
  const problems = [...(options.problems ?? [])];
  for (const path of paths) problems.push(...(files.get(path)?.problems ?? []), ...(read.get(path)?.newest?.cut.problems ?? []));
  const told: Problem[] = [];
  const states = options.recorded === true ? read : withoutFaultsOfLinks(read, { before, options, problems, warnings: told });
  const served = [...states].flatMap(([path, state]) => (state.served === null ? [] : [[path, state.served] as const]));
  const warnings = [...(options.warnings ?? []), ...told, ...served.flatMap(([, reading]) => reading.cut.warnings)];
  return {
    ...contentOf(served, previous),
    problems: sortProblems(problems),
    warnings: sortProblems(warnings),
    leftOut: paths.filter((path) => states.get(path)?.served == null),
    states,
  };
}

interface Reading {
  readonly before: FileState | null;
  readonly options: CorpusOptions;
}

function stateOf(path: string, text: string | null, { before, options }: Reading): FileState {
  if (text === null) return { newest: null, served: null };
  const newest = [before?.newest, before?.served].find((reading) => reading?.text === text) ?? readingOf(path, text, options);
  if (newest.cut.document !== null) return { newest, served: newest };
  const served = before?.served ?? null;
  // What is to be closed to somebody must not stay open because of a slip in the closing.
  return { newest, served: served?.cut.document?.head.acl === null && namesAcl(text) ? null : served };
}

/** Whether a front matter, faulty or not, says who may see the document. */
const namesAcl = (text: string): boolean => /^(?:acl\s*:|.*winnow:acl)/m.test(text);

function readingOf(path: string, text: string, { label, cut: options }: CorpusOptions): DocumentReading {
  const cut = cutDocument(path, text, `${label}/${path}`, options);
  const { document } = cut;
  if (document === null) return { text, cut, sections: [], indexed: [] };
  const sections = document.sections.map((section) => ({ section, document }));
  const { language } = document.head;
  // The headings above are the headings of other sections.
  const indexed = document.sections.map(({ headings, text: below }) => ({
    heading: headings.at(-1) ?? "",
    text: below,
    language,
  }));
  return { text, cut, sections, indexed };
}

interface Linked {
  readonly before: (path: string) => FileState | null;
  readonly options: CorpusOptions;
  /** Both are added to. */
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

/**
 * Takes back, as far as the reading before, what closes a circle; what did not change is not at fault. A link to nothing is told: whoever
 * tidies an outdated document away must not take the current one out.
 */
function withoutFaultsOfLinks(
  read: ReadonlyMap<string, FileState>,
  { before, options, problems, warnings }: Linked,
): ReadonlyMap<string, FileState> {
  const states = new Map(read);
  const shown = (path: string) => `${options.label}/${path}`;
  const documents = [...read.values()].flatMap(({ newest }) => newest?.cut.document ?? []);
  const leadNowhere = linkCheck({ paths: read.keys(), documents, hasUnread: documents.length < read.size });
  for (const [path, { served }] of read) {
    if (served?.cut.document == null) continue;
    const others = [...read.keys()].filter((other) => other !== path);
    for (const link of leadNowhere(served.cut.document)) {
      warnings.push(unknownDocument(link, shown(path), { text: served.text, paths: others }));
    }
  }
  for (let circle = circleIn(states); circle !== null; circle = circleIn(states)) {
    const changed = circle.filter((path) => states.get(path)?.served !== before(path)?.served);
    for (const path of changed.length > 0 ? changed : circle) {
      const state = states.get(path) as FileState;
      const older = changed.length > 0 ? (before(path)?.served ?? null) : null;
      problems.push(circleProblem(circle, shown(path), state.served?.text ?? ""));
      states.set(path, { ...state, served: older });
    }
  }
  return states;
}

const circleIn = (states: ReadonlyMap<string, FileState>): readonly string[] | null =>
  circleOf([...states.values()].flatMap(({ served }) => served?.cut.document ?? []));

type Content = Pick<Corpus, "digest" | "documents" | "sections" | "index" | "texts">;

function contentOf(served: readonly (readonly [string, DocumentReading])[], previous: Corpus | null): Content {
  const isSame = ([path, reading]: readonly [string, DocumentReading]) => previous?.states.get(path)?.served === reading;
  if (previous !== null && previous.documents.length === served.length && served.every(isSame)) {
    const { digest, documents, sections, index, texts } = previous;
    return { digest, documents, sections, index, texts };
  }
  const texts = new Map(served.map(([path, { text }]) => [path, text]));
  return {
    digest: digestOfEntries(texts),
    documents: served.flatMap(([, { cut }]) => cut.document ?? []),
    sections: served.flatMap(([, { sections }]) => sections),
    index: buildIndex(served.flatMap(([, { indexed }]) => indexed)),
    texts,
  };
}

/** The digest of a corpus that holds no more than the documents of these paths. */
export const digestOfPart = ({ documents, digest, texts }: Corpus, paths: ReadonlySet<string>): string =>
  paths.size === documents.length ? digest : digestOfEntries(new Map([...texts].filter(([path]) => paths.has(path))));
