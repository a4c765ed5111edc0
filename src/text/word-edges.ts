/** Where a dictionary sees the edges of words in a script without spaces. Pure but for the platform's dictionaries. */

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/**
 * Tells whether there are such edges at both ends of a stretch of `text`. Only what stands between blanks around a stretch is
 * cut: a dictionary looks no further, and cutting a long text whole takes a hundred times as long as all the rest.
 */
export function edgesOf(text: string): (start: number, end: number) => boolean {
  let from = 0;
  let to = -1;
  let edges: ReadonlySet<number> = new Set();
  return (start, end) => {
    if (start < from || end > to) {
      from = text.lastIndexOf(" ", start) + 1;
      const next = text.indexOf(" ", end);
      to = next === -1 ? text.length : next;
      edges = wordEdges(text.slice(from, to));
    }
    return edges.has(start - from) && edges.has(end - from);
  };
}

/** UTF-16 offsets of every start and end of a segment. */
export function wordEdges(text: string): ReadonlySet<number> {
  const edges = new Set([text.length]);
  for (const { index } of segmenter.segment(text)) edges.add(index);
  return edges;
}
