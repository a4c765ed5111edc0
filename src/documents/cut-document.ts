/** Cuts one file into sections and reads what it says about itself. Pure. */
import type { Problem } from "../policy/problem.ts";
import type { ProblemCode } from "../policy/problem-codes.ts";
import { canonicalMoment } from "../text/instant.ts";
import type { Declared } from "./check-front-matter.ts";
import { listOf } from "./check-front-matter.ts";
import type { Document, DocumentHead, Section } from "./document.ts";
import { binaryFault, readLinesOf } from "./document-lines.ts";
import { type FrontMatterReading, frontMatterEnd, NO_FRONT_MATTER, readFrontMatter } from "./front-matter.ts";
import { canonicalTag, type FrontMatter } from "./front-matter-schema.ts";
import { readHtmlHead } from "./html-head.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { readBlocks } from "./markdown-blocks.ts";
import { type Outline, type OutlineFault, type OutlineSection, outlineOf } from "./outline.ts";
import { splitSection } from "./split-section.ts";

export interface CutOptions extends Declared {
  /** BCP 47; of a document that names none. */
  readonly language: string;
  /** Code points of a section's text above which it is cut in parts; 0: never. */
  readonly longest: number;
}

export interface CutDocument {
  /** Null: left out, because of the problems. */
  readonly document: Document | null;
  readonly problems: readonly Problem[];
  /** What did not keep the document out. */
  readonly warnings: readonly Problem[];
}

/** One file as lines of Markdown. */
interface Source {
  readonly path: string;
  readonly shown: string;
  readonly head: FrontMatterReading;
  readonly lines: readonly string[];
  /** The first line behind the front matter. */
  readonly from: number;
  /** Of HTML: the line in the file of each heading. */
  readonly headingLines: readonly number[] | null;
}

/**
 * `path` is the file's below its folder, with slashes; its ending says what it is: .html and .htm are HTML, all others Markdown.
 * `shown` is how problems name it. Never throws, whatever the text.
 */
export function cutDocument(path: string, text: string, shown: string, options: CutOptions): CutDocument {
  const lines = readLinesOf(text);
  const binary = binaryFault(lines);
  if (binary !== null) return leftOut([{ file: shown, code: "binary-document", ...binary }]);
  const end = /\.html?$/i.test(path) ? null : frontMatterEnd(lines);
  const lost = end === null ? lostAcl(lines) : null;
  if (lost !== null) return leftOut([{ file: shown, line: lost, column: 1, code: "unread-front-matter", message: LOST_ACL }]);
  if (/\.html?$/i.test(path)) {
    const html = htmlToMarkdown(lines.join("\n"));
    if (html === null) {
      const message = "elements stand too deep inside one another; flatten them";
      return leftOut([{ file: shown, line: 1, column: 1, code: "too-deep", message }]);
    }
    const head = readHtmlHead(html.meta, shown, options);
    return cut({ path, shown, head, lines: html.markdown.split("\n"), from: 0, headingLines: html.headingLines }, options);
  }
  const head = end === null ? NO_FRONT_MATTER : readFrontMatter(lines.slice(0, end), shown, options);
  return cut({ path, shown, head, lines, from: end === null ? 0 : end + 1, headingLines: null }, options);
}

const LOST_ACL =
  'this says who may see the document, and stands in no front matter: that begins and ends with a line "---", at the very top; in HTML it is <meta name="winnow:acl">';
/** A front matter that was meant stands here, or nowhere. */
const LOOKED_AT = 15;

/** The line, from 1, of an acl outside a front matter: nothing must stay open because of a slip in the closing. */
function lostAcl(lines: readonly string[]): number | null {
  const at = lines.slice(0, LOOKED_AT).findIndex((line) => /^[\s\u200B\uFEFF]*acl\s*:/i.test(line));
  return at === -1 ? null : at + 1;
}

const leftOut = (problems: readonly Problem[]): CutDocument => ({ document: null, problems, warnings: [] });

function cut(source: Source, options: CutOptions): CutDocument {
  const { path, shown, head, lines, from, headingLines } = source;
  const blocks = readBlocks(lines, from);
  const outline = outlineOf(blocks, lineFinder(blocks, headingLines));
  const faults = outline.faults.map((fault) => problemOf(fault, shown));
  const problems = [...head.problems, ...faults.filter(({ code }) => code === "duplicate-anchor")];
  if (problems.length > 0) return leftOut(problems);
  const documentHead = headOf(head.value, { path, outline, language: options.language });
  const sections = outline.sections.flatMap((section) =>
    sectionsOf(section, { path, lines, title: documentHead.title, language: documentHead.language, longest: options.longest }),
  );
  return { document: { path, head: documentHead, sections }, problems: [], warnings: faults };
}

type Blocks = ReturnType<typeof readBlocks>;

/** Lines of Markdown are lines of the file; of HTML only headings have one. */
function lineFinder(blocks: Blocks, headingLines: readonly number[] | null): (line: number) => number {
  if (headingLines === null) return (line) => line + 1;
  const starts = blocks.filter(({ kind }) => kind === "heading").map(({ start }) => start);
  const places = new Map(starts.map((start, index) => [start, headingLines[index] ?? headingLines.at(-1) ?? 1]));
  return (line) => places.get(line) ?? 1;
}

interface HeadContext {
  readonly path: string;
  readonly outline: Outline;
  readonly language: string;
}

function headOf(value: FrontMatter, { path, outline, language }: HeadContext): DocumentHead {
  const { acl, applies_to: appliesTo = {} } = value;
  const moment = (text: string | undefined): string | null => (text === undefined ? null : canonicalMoment(text));
  return {
    title: value.title ?? outline.title ?? fileName(path),
    language: value.language === undefined ? language : (canonicalTag(value.language) ?? language),
    key: value.key ?? null,
    version: value.version ?? null,
    supersedes: listOf(value.supersedes),
    publishedAt: moment(value.published_at),
    effectiveFrom: moment(value.effective_from),
    effectiveTo: moment(value.effective_to),
    topic: value.topic ?? null,
    acl: acl === undefined ? null : { subjects: acl.subjects ?? [], groups: acl.groups ?? [], plans: acl.plans ?? [] },
    appliesTo: new Map(Object.entries(appliesTo).map(([name, values]) => [name, listOf<string | number | boolean>(values)])),
  };
}

const fileName = (path: string): string => path.replace(/^.*\//, "").replace(/(?<=.)\.[^.]*$/, "");

interface SectionContext {
  readonly path: string;
  readonly lines: readonly string[];
  readonly title: string;
  readonly language: string;
  readonly longest: number;
}

function sectionsOf(section: OutlineSection, { path, lines, title, language, longest }: SectionContext): readonly Section[] {
  const { number, anchor, line, blocks } = section;
  const headings = section.headings.length === 0 ? [title] : section.headings;
  const parts = splitSection(lines, blocks, { longest, language });
  return parts.map((text, index) => ({
    id: `${path}#${anchor}${index === 0 ? "" : `~${index + 1}`}`,
    number,
    headings,
    anchor,
    text,
    line,
    part: parts.length === 1 ? null : { index: index + 1, of: parts.length },
  }));
}

function problemOf({ kind, value, instead, firstLine, line }: OutlineFault, file: string): Problem {
  const place = { file, line, column: 1, code: kind satisfies ProblemCode };
  if (kind === "duplicate-anchor") {
    return {
      ...place,
      message: `the anchor {#${value}} stands in line ${firstLine} and again in line ${line}; give one of them another`,
    };
  }
  if (kind === "repeated-anchor") {
    const hint = "give the heading an anchor of its own, as in {#name}, so that links to it last";
    return { ...place, message: `the anchor "${value}" is taken by line ${firstLine}, so this section is "${instead}"; ${hint}` };
  }
  return {
    ...place,
    message: `the number ${value} is taken by line ${firstLine}, so this section is cited as ${instead}; number it anew`,
  };
}
