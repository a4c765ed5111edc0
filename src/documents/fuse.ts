/** One ranking out of several, by place only: how words and meaning decide together. Pure. */

export interface FuseOptions {
  /** Above 0; the larger it is, the less the first places stand out. 60 in the paper. */
  readonly constant: number;
}

export interface Fused {
  readonly at: number;
  /** The sum over the rankings that name it of 1 / (constant + rank). */
  readonly score: number;
  /** Its rank in each ranking, from 1, in the order of the rankings; null where that one does not name it. */
  readonly ranks: readonly (number | null)[];
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): every place that a ranking names, best first, ties by
 * place. A ranking lists places best first; a place that it repeats counts where it stands first.
 */
export function fuse(rankings: readonly (readonly number[])[], { constant }: FuseOptions): readonly Fused[] {
  const ranksAt = new Map<number, (number | null)[]>();
  for (const [ranking, places] of rankings.entries()) {
    for (const [index, at] of places.entries()) {
      const ranks = ranksAt.get(at) ?? rankings.map(() => null);
      ranks[ranking] ??= index + 1;
      ranksAt.set(at, ranks);
    }
  }
  return [...ranksAt]
    .map(([at, ranks]) => ({ at, score: scoreOf(ranks, constant), ranks }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
}

/** Summed from the best rank on: the same ranks tie exactly, whichever ranking gave which. */
function scoreOf(ranks: readonly (number | null)[], constant: number): number {
  return ranks
    .filter((rank) => rank !== null)
    .sort((a, b) => a - b)
    .reduce((sum, rank) => sum + 1 / (constant + rank), 0);
}
