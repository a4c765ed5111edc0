/** The citations that a provider made itself, and the items they lead to. Pure. */
import type { Included } from "../pipeline/records/core.ts";
import { foldLabel } from "../text/brackets.ts";
import type { Citable } from "./citable.ts";
import { groundingOf } from "./gemini-grounding.ts";
import { blocksOf, isBlock, type ProviderBlock, textBlocks } from "./posted.ts";
import type { CitableItem } from "./records.ts";

/** Where an item stands among the documents of a payload, in the numbers of Anthropic's own citations. */
export interface CitationPlace {
  readonly document_index: number;
  readonly start_block_index: number;
  /** Behind its last block. */
  readonly end_block_index: number;
}

export type PlacedItem = Pick<Included, "id"> & { readonly citation?: CitationPlace };

export interface NativeCitations {
  readonly items: readonly CitableItem[];
  readonly count: number;
  /** Those that point at a place of the payload where nothing stands. */
  readonly unknown: number;
  /** Those that lead out of the prompt: to what the provider found on the web, or in a store of its own. */
  readonly elsewhere: number;
}

export function nativeCitations(
  content: readonly ProviderBlock[],
  citable: Citable,
  included: readonly PlacedItem[],
): NativeCitations {
  const citations = [
    ...textBlocks(content).flatMap((block) => [
      ...blocksOf(block["citations"]),
      ...blocksOf(block["annotations"]).map(innerAnnotation),
    ]),
    ...content.flatMap(groundingOf),
  ];
  const byId = new Map(citable.items.map((item) => [item.id, item]));
  const found = citations.map((citation) => {
    const placed = included
      .filter(({ citation: place }) => place !== undefined && isAt(citation, place))
      .flatMap(({ id }) => byId.get(id) ?? []);
    return placed.length > 0 ? placed : named(citation, citable);
  });
  const nowhere = citations.filter((_, at) => found[at]?.length === 0);
  const unknown = nowhere.filter(isOurs).length;
  return { items: found.flat(), count: citations.length, unknown, elsewhere: nowhere.length - unknown };
}

/** OpenAI Chat puts what a `url_citation` says into a member of that name. */
function innerAnnotation(annotation: ProviderBlock): ProviderBlock {
  const inner = annotation[String(annotation["type"])];
  return isBlock(inner) ? inner : annotation;
}

/** A place in the payload: Anthropic's citations of documents and search results. */
const isOurs = ({ document_index: document, search_result_index: search }: ProviderBlock): boolean =>
  typeof document === "number" || typeof search === "number";

/** A citation by characters or pages names the whole document. */
function isAt(citation: ProviderBlock, place: CitationPlace): boolean {
  const { document_index: document, start_block_index: from, end_block_index: to } = citation;
  if (document !== place.document_index) return false;
  if (typeof from !== "number") return true;
  const end = typeof to === "number" ? Math.max(to, from + 1) : from + 1;
  return from < place.end_block_index && end > place.start_block_index;
}

const NAMES = ["title", "document_title", "source", "filename", "url"];

/** By the name that the provider gives the source. */
function named(citation: ProviderBlock, { sent }: Citable): readonly CitableItem[] {
  for (const name of NAMES) {
    const value = citation[name];
    const items = typeof value === "string" ? sent.get(foldLabel(value.slice(0, 400))) : undefined;
    if (items !== undefined) return items;
  }
  return [];
}
