/** Stand-in until the branch `rank` is merged. Pure. */
export interface IndexedText {
  readonly heading: string;
  readonly text: string;
  readonly language: string;
}

export interface SectionIndex {
  readonly texts: readonly IndexedText[];
}

export function buildIndex(texts: readonly IndexedText[]): SectionIndex {
  return { texts };
}
