/** Sections and hits as candidates: labels, headings, what they are worth. Pure; policy.md, Documents. */
import type { CorpusSection } from "../../documents/corpus.ts";
import type { DocumentTexts } from "../../policy/rules/documents.ts";
import type { Hit } from "../../sources/search/hit.ts";
import type { Found, Given } from "../given.ts";

/** Half of relevance where a policy gives no floor; policy.md, Documents. */
const USUAL_FLOOR = 6.5;

/** A score as relevance, 0 to 1: s / (s + floor), or the similarity where that is more. Services may score below 0, or ask for no more. */
export function relevanceOf(score: number | null, similarity: number | null, floor: number | null): number {
  const own = Math.max(score ?? 0, 0);
  const half = floor !== null && floor > 0 ? floor : USUAL_FLOOR;
  return Math.max(own / (own + half), similarity ?? 0);
}

export interface SectionOrigin {
  readonly source: string;
  readonly trust: number;
  readonly style: DocumentTexts["style"];
  /** What tells sections of several documents apart; null where there is one document only. */
  readonly title: string | null;
}

/** What it is worth, and what it stands together with. */
export interface Worth {
  readonly relevance: number;
  /** Given by a rule; null: scored like everything else. */
  readonly value: number | null;
  readonly unit: string;
}

export const sectionId = (source: string, { section }: CorpusSection): string => `${source}:${section.id}`;

export function sectionGiven(one: CorpusSection, order: number, origin: SectionOrigin, worth: Worth): Given {
  const { section, document } = one;
  const { head } = document;
  const { source, trust, style, title } = origin;
  const own = section.headings.at(-1) ?? head.title;
  // What stands before the first heading is cited by the document's name.
  const isTop = /^0(-\d+)?$/.test(section.number);
  const number = isTop ? (title ?? head.title) : title === null ? section.number : `${title} ${section.number}`;
  const part = section.part === null ? "" : ` (${section.part.index}/${section.part.of})`;
  // The title says the same above every section.
  const below = section.headings[0] === head.title ? section.headings.slice(1) : section.headings;
  const heading = `${below.length === 0 ? head.title : below.join(" > ")}${part}`;
  return {
    ...NOTHING_GIVEN,
    id: sectionId(source, one),
    text: section.text,
    label: withoutBrackets(style === "numbered" ? number : `${number} ${own}`),
    relevance: worth.relevance,
    value: worth.value,
    trust,
    publishedAt: head.publishedAt,
    effectiveFrom: head.effectiveFrom,
    effectiveTo: head.effectiveTo,
    key: head.key,
    version: head.version,
    topic: head.topic,
    appliesTo: head.appliesTo,
    found: { source, heading, number: isTop ? null : section.number, unit: worth.unit, order, listed: style === "numbered" },
  };
}

/** A label stands in brackets, and a line of the list must not look like a fact's. */
const withoutBrackets = (label: string): string =>
  label.replace(/[[\]<>]/g, (bracket) => (bracket === "[" || bracket === "<" ? "(" : ")"));

/** Parts of one section stand together. */
export const unitOf = (source: string, { section, document }: CorpusSection): string =>
  `${source}:${document.path}#${section.anchor}`;

export function hitGiven(hit: Hit, order: number, origin: Omit<SectionOrigin, "title">, relevance: number): Given {
  const { source, trust, style } = origin;
  const id = `${source}:${hit.id}`;
  const found: Found = { source, heading: null, number: null, unit: id, order, listed: style === "numbered" };
  const { text, label, publishedAt, effectiveFrom, effectiveTo, key, version, supersedes, topic } = hit;
  return {
    ...NOTHING_GIVEN,
    ...{ id, text, label: label ?? hit.id, relevance, trust, found },
    ...{ publishedAt, effectiveFrom, effectiveTo, key, version, topic },
    supersedes: supersedes.map((link) => (link.includes("@") ? link : `${source}:${link}`)),
  };
}

/** Access is tested already. */
const NOTHING_GIVEN = {
  kind: "document",
  abstract: null,
  tool: null,
  after: null,
  status: "ok",
  origin: null,
  pinned: false,
  freshness: null,
  userNeed: null,
  conflictRisk: null,
  value: null,
  supersedes: [],
  claims: null,
  appliesTo: new Map(),
  acl: null,
  tokens: null,
} satisfies Partial<Given>;
