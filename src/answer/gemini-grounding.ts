/** What Gemini says beside the parts of an answer: where its own searches led. Pure; types of @google/genai, 2026-11. */
import { blocksOf, isBlock, type ProviderBlock } from "./posted.ts";

/** More than an answer of any use has. */
const MOST_CITATIONS = 2_000;

/** The sources of `groundingChunks` by kind. */
const KINDS = ["web", "retrievedContext", "maps", "image"] as const;

/**
 * One citation for each source of each passage that `groundingSupports` or `citationMetadata` name; for each source where no passage is
 * named. Their `uri` is a `url` here, as other providers call it.
 */
export function groundingOf(block: ProviderBlock): readonly ProviderBlock[] {
  const [grounding, quoted] = [block["groundingMetadata"], block["citationMetadata"]];
  return [
    ...(isBlock(grounding) ? sourcesOf(grounding) : []),
    ...(isBlock(quoted) ? blocksOf(quoted["citations"]).map(sourceOf) : []),
  ];
}

function sourcesOf(grounding: ProviderBlock): readonly ProviderBlock[] {
  // One that is no object keeps its place.
  const chunks = listOf(grounding["groundingChunks"]).map(chunkSource);
  const supports = blocksOf(grounding["groundingSupports"]);
  if (supports.length === 0) return chunks;
  const indices = supports.flatMap((support) => listOf(support["groundingChunkIndices"])).slice(0, MOST_CITATIONS);
  return indices.map((index) => (typeof index === "number" ? chunks[index] : undefined)).filter(isBlock);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function chunkSource(chunk: unknown): ProviderBlock {
  const inner = KINDS.map((kind) => (isBlock(chunk) ? chunk[kind] : undefined)).find(isBlock);
  return sourceOf(inner ?? {});
}

const sourceOf = (source: ProviderBlock): ProviderBlock => ({ title: source["title"], url: source["uri"] });
