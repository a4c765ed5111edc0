/** Reads a labelled set of sections and questions, and says every fault with its line. Pure. */
import { z } from "zod";
import { suggestion } from "../policy/nearest.ts";
import { Language } from "../policy/schema/common.ts";
import { type JsonLine, jsonLines, shapeFaults } from "./json-lines.ts";

/** A section and the time in which it is in force; null for no beginning or end. */
export interface SetSection {
  readonly id: string;
  readonly doc: string;
  readonly heading: string;
  readonly text: string;
  readonly lang: string;
  readonly fromMs: number | null;
  /** No longer in force from here on. */
  readonly toMs: number | null;
}

export interface SetQuestion {
  /** In the file, from 1. */
  readonly line: number;
  readonly id: string;
  readonly question: string;
  readonly lang: string;
  /** Complete sets of sections, by id; any of them answers. The first is the labelled one; none where nothing answers. */
  readonly answers: readonly (readonly string[])[];
  readonly stale: readonly string[];
  /** A date, or a time with its zone. */
  readonly asOf: string | null;
  /** Null for all documents. */
  readonly doc: string | null;
  readonly tags: readonly string[];
}

/** Sections of the file itself, or of a folder that a policy names. */
export type Corpus = { readonly sections: readonly SetSection[] } | { readonly policy: string; readonly source: string };

export interface RetrievalSet {
  readonly set: string;
  /** Where the first line stands. */
  readonly headLine: number;
  readonly corpus: Corpus;
  readonly questions: readonly SetQuestion[];
}

export type SetRead = RetrievalSet | Faults;
type Faults = { readonly faults: readonly string[] };

const FORM = "docs/measuring.md says what it holds";

const filled = z.string().refine((text) => text.trim() !== "", "expected text that is not blank");
/** A day begins at midnight, UTC. */
const written = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  "expected a date such as 2026-03-31, or a time with its zone",
);
const moment = written.transform((text) => Date.parse(text));
const ids = z.array(filled).min(1, "expected at least one id, got none");

const Section = z
  .object({
    id: filled,
    doc: filled.optional(),
    heading: z.string().optional(),
    text: z.string(),
    lang: Language,
    valid_from: moment.nullish(),
    valid_to: moment.nullish(),
  })
  .transform(({ id, doc, heading, text, lang, valid_from, valid_to }): SetSection => {
    return { id, doc: doc ?? id, heading: heading ?? "", text, lang, fromMs: valid_from ?? null, toMs: valid_to ?? null };
  })
  .refine(({ fromMs, toMs }) => fromMs === null || toMs === null || fromMs < toMs, "expected valid_to after valid_from");

const Head = z.object({
  set: filled,
  corpus: z.array(Section).min(1, "expected at least one section, got none").optional(),
  policy: filled.optional(),
  source: filled.optional(),
});

const Question = z
  .object({
    id: filled,
    question: filled,
    lang: Language,
    answer_sections: z.array(filled),
    alternatives: z.array(ids).optional(),
    stale_sections: z.array(filled).optional(),
    as_of: written.nullish(),
    doc: filled.optional(),
    tags: z.array(filled).optional(),
  })
  .refine(({ answer_sections, alternatives }) => answer_sections.length > 0 || (alternatives ?? []).length === 0, {
    path: ["alternatives"],
    error: "expected none beside empty answer_sections, which say that nothing answers",
  })
  .transform(({ id, question, lang, answer_sections, alternatives, stale_sections, as_of, doc, tags }) => ({
    id,
    question,
    lang,
    answers: answer_sections.length === 0 ? [] : [answer_sections, ...(alternatives ?? [])],
    stale: stale_sections ?? [],
    asOf: as_of ?? null,
    doc: doc ?? null,
    tags: tags ?? [],
  }));

/** Everything but whether the sections that are named exist: `placeFaults`, once they are known. */
export function readSet(file: string, bytes: Uint8Array): SetRead {
  const lines = jsonLines(bytes);
  if (lines === null) return { faults: [`${file}: expected UTF-8, got other bytes`] };
  const [first, ...rest] = lines;
  if (first === undefined) return { faults: [`${file}: expected the sections, then a question a line, got nothing; ${FORM}`] };
  const faults: string[] = [];
  const told = (line: number, more: readonly string[]) => faults.push(...more.map((fault) => `${file}:${line} ${fault}`));
  const head = readHead(first.read);
  if ("faults" in head) told(first.line, head.faults);
  const questions: SetQuestion[] = [];
  const seen = new Set<string>();
  for (const { line, read } of rest) {
    const one = readQuestion(read, seen);
    if ("faults" in one) told(line, one.faults);
    else questions.push({ ...one, line });
  }
  if (rest.length === 0) faults.push(`${file}: expected a question a line after the first, got none; ${FORM}`);
  return faults.length > 0 || "faults" in head ? { faults } : { ...head, headLine: first.line, questions };
}

/** `seen` takes up its id. */
function readQuestion(read: JsonLine["read"], seen: Set<string>): Omit<SetQuestion, "line"> | Faults {
  if ("fault" in read) return { faults: [read.fault] };
  const parsed = Question.safeParse(read.value);
  if (!parsed.success) return { faults: shapeFaults(parsed.error.issues, read.value) };
  const { id } = parsed.data;
  if (seen.has(id)) return { faults: [`id: expected each id once, got "${id}" again`] };
  seen.add(id);
  return parsed.data;
}

type HeadRead = Omit<RetrievalSet, "questions" | "headLine"> | Faults;

function readHead(read: JsonLine["read"]): HeadRead {
  if ("fault" in read) return { faults: [read.fault] };
  const parsed = Head.safeParse(read.value);
  if (!parsed.success) return { faults: shapeFaults(parsed.error.issues, read.value) };
  const { set, corpus, policy, source } = parsed.data;
  // Beside sections, `source` says where they come from.
  if (corpus !== undefined && policy === undefined) {
    const twice = repeated(corpus.map(({ id }) => id));
    if (twice.length > 0) return { faults: twice.map((id) => `corpus: expected each id once, got "${id}" again`) };
    return { set, corpus: { sections: corpus } };
  }
  if (corpus === undefined && policy !== undefined && source !== undefined) return { set, corpus: { policy, source } };
  const got = Object.entries({ corpus, policy, source }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const told = got.length === 0 ? "none of them" : got.join(" and ");
  return { faults: [`expected corpus, or policy and source, got ${told}`] };
}

function repeated(all: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return all.filter((id) => seen.size === seen.add(id).size);
}

/** What can be named. */
interface Named {
  readonly sections: readonly { readonly doc: string }[];
  readonly places: ReadonlyMap<string, unknown>;
}

/** What the questions name and the sections do not hold, with its line. */
export function placeFaults(file: string, { sections, places }: Named, questions: readonly SetQuestion[]): readonly string[] {
  const documents = new Set(sections.map(({ doc }) => doc));
  return questions.flatMap(({ line, answers, stale, doc }) => {
    const place = (member: string, fault: string): string => `${file}:${line} ${member}: ${fault}`;
    const missing = (member: string, named: readonly string[]): readonly string[] =>
      named
        .filter((id) => !places.has(id))
        .map((id) => place(member, `expected the id of a section, got "${id}"; ${suggestion(id, places.keys(), "sections")}`));
    return [
      ...answers.flatMap((set, at) => missing(at === 0 ? "answer_sections" : `alternatives.${at - 1}`, set)),
      ...missing("stale_sections", stale),
      ...(doc === null || documents.has(doc)
        ? []
        : [place("doc", `expected a document of the sections, got "${doc}"; ${suggestion(doc, documents, "documents")}`)]),
    ];
  });
}
