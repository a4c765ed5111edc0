/** Which documents of a corpus a viewer may see, and which of them are in force: before anything is ranked. Pure. */
import { LRUCache } from "lru-cache";
import { type Corpus, digestOfPart } from "../../documents/corpus.ts";
import type { Document } from "../../documents/document.ts";
import type { Access } from "../../policy/schema/document-source.ts";
import { maySeeDocument, type Viewer } from "../filter/access.ts";
import { type CurrencyFault, type Dated, faultsOf } from "../filter/current.ts";
import { datedOf } from "../filter/moments.ts";

export interface Sight {
  readonly source: string;
  readonly access: Access;
  readonly viewer: Viewer;
  readonly zone: string;
  readonly asOfMs: number;
}

/** A corpus as one viewer sees it at one instant. The same sight of the same corpus is the same object. */
export interface Visible {
  /** By path. */
  readonly seen: ReadonlySet<string>;
  /** Of seen documents, why they are not in force, by path. */
  readonly faults: ReadonlyMap<string, CurrencyFault>;
  /** Of seen documents; ids are `source:path`. */
  readonly dated: readonly Dated[];
  /** By the sections' places: 1 for those that can be chosen. */
  readonly counted: Uint8Array;
  readonly size: number;
  /** Of the seen documents' paths and exact texts: of what is hidden not even a digest leaves. */
  readonly digest: string;
}

/** As many kinds of viewers and dates as meet at one time. */
const MOST_SIGHTS = 64;

const sights = new WeakMap<Corpus, LRUCache<string, Visible>>();

export function visibleDocuments(corpus: Corpus, sight: Sight): Visible {
  const known = sights.get(corpus) ?? new LRUCache<string, Visible>({ max: MOST_SIGHTS });
  sights.set(corpus, known);
  const seen = corpus.documents.filter((document) => isSeen(document, sight));
  const key = JSON.stringify([sight.source, sight.zone, eraOf(corpus, sight), seenKey(corpus, seen)]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const visible = look(corpus, seen, sight);
  known.set(key, visible);
  return visible;
}

/** A document that names nobody is everybody's or nobody's, as its source says. */
const isSeen = ({ head }: Document, { access, viewer }: Sight): boolean => maySeeDocument(head, access, viewer);

const seenKey = ({ documents }: Corpus, seen: readonly Document[]): string =>
  seen.length === documents.length ? "all" : seen.map(({ path }) => path).join("\n");

const eras = new WeakMap<Corpus, LRUCache<string, readonly number[]>>();

/** How many of the corpus's dates have passed: between two of them nothing changes. */
function eraOf(corpus: Corpus, { zone, source, asOfMs }: Sight): number {
  const known = eras.get(corpus) ?? new LRUCache<string, readonly number[]>({ max: MOST_SIGHTS });
  eras.set(corpus, known);
  let dates = known.get(zone);
  if (dates === undefined) {
    dates = corpus.documents
      .flatMap((document) => {
        const { effectiveFromMs, effectiveToMs } = documentDated(document, corpus, { zone, source });
        return [effectiveFromMs ?? [], effectiveToMs ?? []].flat();
      })
      .sort((a, b) => a - b);
    known.set(zone, dates);
  }
  return dates.filter((date) => date <= asOfMs).length;
}

/** Sections of documents that are in force, whoever may see them. */
export const sectionsInForce = (corpus: Corpus, sight: Moment): number => look(corpus, corpus.documents, sight).size;

type Moment = Pick<Sight, "source" | "zone" | "asOfMs">;

function look(corpus: Corpus, seen: readonly Document[], sight: Moment): Visible {
  const dated = seen.map((document) => documentDated(document, corpus, sight));
  const byId = faultsOf(dated, sight.asOfMs);
  const faults = new Map<string, CurrencyFault>();
  for (const { path } of seen) {
    const fault = byId.get(idOf(sight.source, path));
    if (fault !== undefined) faults.set(path, fault);
  }
  const paths = new Set(seen.map(({ path }) => path));
  const counted = Uint8Array.from(corpus.sections, ({ document: { path } }) => (paths.has(path) && !faults.has(path) ? 1 : 0));
  const size = counted.reduce((sum, one) => sum + one, 0);
  return { seen: paths, faults, dated, counted, size, digest: digestOfPart(corpus, paths) };
}

/** The same sight, but for these places. */
export function withoutSections(visible: Visible, places: readonly number[]): Visible {
  const counted = Uint8Array.from(visible.counted);
  for (const at of places) counted[at] = 0;
  return { ...visible, counted, size: counted.reduce((sum, one) => sum + one, 0) };
}

const idOf = (source: string, path: string): string => `${source}:${path}`;

function documentDated({ path, head }: Document, corpus: Corpus, { zone, source }: Pick<Sight, "zone" | "source">): Dated {
  const supersedes = head.supersedes.map((link) => (corpus.texts.has(link) ? idOf(source, link) : link));
  return datedOf({ ...head, id: idOf(source, path), supersedes }, { zone });
}
