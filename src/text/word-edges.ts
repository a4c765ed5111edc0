/** Where a dictionary sees the edges of words in a script without spaces. Pure but for the platform's dictionaries. */

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** UTF-16 offsets of every start and end of a segment. */
export function wordEdges(text: string): ReadonlySet<number> {
  const edges = new Set([text.length]);
  for (const { index } of segmenter.segment(text)) edges.add(index);
  return edges;
}
