/** Opens the folder of documents of a policy for measuring, as the service would serve it. IO. */
import type { Corpus } from "../documents/corpus.ts";
import { trustWord } from "../pipeline/render/trust-words.ts";
import { givenTokens } from "../pipeline/retrieve/document-fit.ts";
import { documentTitles } from "../pipeline/retrieve/document-titles.ts";
import { sectionGiven, unitOf } from "../pipeline/retrieve/found-documents.ts";
import { type Visible, visibleDocuments } from "../pipeline/retrieve/visible-documents.ts";
import { loadPolicies } from "../policy/load.ts";
import { suggestion } from "../policy/nearest.ts";
import type { Problem } from "../policy/problem.ts";
import type { Environment } from "../policy/read/environment.ts";
import type { FolderRules } from "../policy/rules/documents.ts";
import { shownProblem } from "../policy/shown-place.ts";
import type { Policy } from "../policy/snapshot.ts";
import { withLibrary } from "../service/with-library.ts";
import { openMarker } from "../text/marker.ts";
import type { Counters } from "../tokens/counters.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { type RankedCorpus, remembered } from "./ranked-corpus.ts";

export interface FolderPlace {
  /** Of the policies. */
  readonly directory: string;
  readonly environment: Environment;
  readonly counters: Counters;
}

/** What the first line of a set names. */
export interface FolderName {
  readonly policy: string;
  readonly source: string;
}

type Faults = { readonly faults: readonly string[] };

/** `line` is where the names stand. A document with a fault would be missing from every figure, so it is one here. */
export async function folderCorpus(
  { directory, environment, counters }: FolderPlace,
  name: FolderName,
  line: string,
): Promise<RankedCorpus | Faults> {
  const loaded = await loadPolicies({ directory, environment, production: false, counter: counters.base });
  if ("problems" in loaded) return refused(loaded.problems, directory);
  const { policies } = loaded.snapshot;
  const policy = policies.get(name.policy);
  if (policy === undefined) return fault(line, "policy", name.policy, "policies", policies.keys());
  const rules = policy.documents.get(name.source);
  if (rules?.kind !== "folder") {
    const folders = [...policy.documents.values()].flatMap((one) => (one.kind === "folder" ? [one.name] : []));
    return fault(line, "source", name.source, "folders of documents", folders);
  }
  const corpus = await readingOf(directory, policy, rules);
  if ("faults" in corpus) return corpus;
  const [model] = policy.models;
  return rankedCorpus({ policy, rules, corpus, counter: model === undefined ? counters.base : counters.of(model) });
}

const refused = (problems: readonly Problem[], directory: string): Faults => ({
  faults: problems.map((problem) => shownProblem(directory, problem)),
});

function fault(line: string, member: string, got: string, known: string, names: Iterable<string>): Faults {
  const expected = member === "policy" ? "the name of a policy" : "the name of a folder of documents";
  return { faults: [`${line} ${member}: expected ${expected}, got "${got}"; ${suggestion(got, names, known)}`] };
}

async function readingOf(policiesDir: string, policy: Policy, rules: FolderRules): Promise<Corpus | Faults> {
  return withLibrary(policiesDir, new Map([[policy.name, policy]]), (library) => {
    if ("problems" in library) return refused(library.problems, policiesDir);
    const corpus = library.readings().find(({ source }) => source === rules.name)?.corpus;
    if (corpus === undefined) throw new Error(`a folder that was opened and not read: ${rules.name}`);
    return corpus.problems.length > 0 ? refused(corpus.problems, policiesDir) : corpus;
  });
}

interface Opened {
  readonly policy: Policy;
  readonly rules: FolderRules;
  readonly corpus: Corpus;
  readonly counter: TokenCounter;
}

/** Somebody of the tenant: of no group and no plan, and named in no list. */
const ANYBODY = { subject: "", groups: [], plan: null };

function rankedCorpus(opened: Opened): RankedCorpus {
  const { policy, rules, corpus } = opened;
  const { name: source, access, k, floor, weights } = rules;
  const zone = policy.timeZone.fallback;
  const costs = new WeakMap<Visible, (at: number) => number>();
  return {
    sections: corpus.sections.map(({ section, document }) => ({ id: section.id, doc: document.path })),
    places: placesOf(corpus),
    index: corpus.index,
    weights,
    synonyms: policy.synonyms,
    zone,
    settings: { k, floor },
    at(asOfMs) {
      const visible = visibleDocuments(corpus, { source, access, viewer: ANYBODY, zone, asOfMs });
      const tokensOf = costs.get(visible) ?? costOf(opened, visible);
      costs.set(visible, tokensOf);
      return { counted: visible.counted, tokensOf };
    },
  };
}

/** A section that was cut can be named whole, or a part of it. */
function placesOf({ sections }: Corpus): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { section, document }] of sections.entries()) {
    const whole = `${document.path}#${section.anchor}`;
    for (const id of new Set([whole, section.id])) places.set(id, [...(places.get(id) ?? []), at]);
  }
  return places;
}

/** What a section costs depends on which other documents there are: its label tells them apart. */
function costOf({ policy, rules, corpus, counter }: Opened, visible: Visible): (at: number) => number {
  const titles = documentTitles(new Map([[rules.name, { corpus, visible }]])).get(rules.name);
  const { style } = policy.prompt.documents;
  const framing = { trust: trustWord(policy, policy.language, rules.trust), marker: openMarker };
  return remembered(corpus.sections.length, (at) => {
    const one = corpus.sections[at] as Corpus["sections"][number];
    const origin = { source: rules.name, trust: rules.trust, style, title: titles?.get(one.document.path) ?? null };
    return givenTokens(sectionGiven(one, at, origin, { relevance: 1, value: null, unit: unitOf(rules.name, one) }), {
      ...framing,
      counter,
      cites: false,
    });
  });
}
