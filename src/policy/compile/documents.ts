/** The sources of documents, their words and their texts: the compiled form. Pure. */
import type { SynonymRule } from "../../documents/synonyms.ts";
import { localized } from "../localized.ts";
import type { PolicyFileTypes } from "../read/policy-files.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import type { DocumentSource, DocumentTexts, FolderRules, SearchRules, SendTo } from "../rules/documents.ts";
import type { FolderSource } from "../schema/document-source.ts";
import { documentsOf } from "../schema/kind-names.ts";
import type { SearchSource } from "../schema/search-source.ts";
import { compileSearch } from "./search.ts";

/** In the order of the file. */
export function compileDocuments(
  { value, file, at }: PolicyReading["files"]["sources"],
  language: string,
): ReadonlyMap<string, DocumentSource> {
  const documents = Object.entries(value.sources ?? {}).flatMap(([name, source]): readonly DocumentSource[] => {
    if ("folder" in source)
      return [
        compileFolder(name, source, { language, placeOf: (index) => ({ file, ...at(["sources", name, "send_to", index]) }) }),
      ];
    return "search" in source ? [compileService(name, source, language)] : [];
  });
  return new Map(documents.map((source) => [source.name, source]));
}

interface FolderContext {
  readonly language: string;
  /** Of a rule. */
  readonly placeOf: (index: number) => SendTo["place"];
}

function compileFolder(name: string, source: FolderSource, { language, placeOf }: FolderContext): FolderRules {
  return {
    kind: "folder",
    name,
    access: source.access,
    label: localized(source.label ?? name, language, (text) => text),
    k: source.k,
    floor: source.floor ?? null,
    trust: source.trust,
    folder: source.folder,
    select: source.select,
    weights: source.rank,
    longest: source.longest,
    meaning: source.meaning ?? null,
    sendTo: source.send_to.map((rule, index) => compileRule(rule, placeOf(index))),
  };
}

function compileService(name: string, source: SearchSource, language: string): SearchRules {
  const { access, k, floor, trust } = source;
  const label = localized(source.label ?? name, language, (text) => text);
  return {
    kind: "search",
    name,
    access,
    label,
    k,
    floor: floor ?? null,
    trust,
    search: compileSearch(name, source),
    sample: source.sample,
  };
}

const compileRule = ({ when, sections, reason }: FolderSource["send_to"][number], place: SendTo["place"]): SendTo => ({
  plan: when.plan ?? null,
  intent: when.intent ?? null,
  scope: when.scope ?? null,
  attributes: new Map(Object.entries(when.attributes)),
  sections,
  reason,
  place,
});

export function compileDocumentTexts({
  prompt,
  language,
}: Pick<PolicyFileTypes["policy"], "prompt" | "language">): DocumentTexts {
  const { style, order, restate, index, demand, none_found: noneFound } = prompt.documents;
  const text = (written: typeof index) => localized(written, language, (one) => one);
  return {
    style,
    order,
    restate,
    index: text(index),
    demand: demand === false ? null : text(demand),
    noneFound: text(noneFound),
  };
}

export function synonymRules(file: PolicyFileTypes["synonyms"] | null): readonly SynonymRule[] {
  return Object.entries(file?.synonyms ?? {}).flatMap(([language, { both_ways: groups, one_way: oneWay }]) => [
    ...groups.map((group) => ({ language, from: group, to: group })),
    ...Object.entries(oneWay).map(([word, others]) => ({ language, from: [word], to: others })),
  ]);
}

/** Of a policy without a table: every question asks for its documents. */
export const documentsAlone = (sources: PolicyFileTypes["sources"]["sources"]): PolicyFileTypes["intents"] => ({
  intents: {
    general: {
      primary: Object.keys(sources)
        .filter((name) => !("url" in (sources[name] as object)))
        .map(documentsOf),
      secondary: [],
      exclude: [],
      max_words: 250,
    },
  },
});
