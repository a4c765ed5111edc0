/** Where the reader of plain YAML stands, and where the values are that it has read. Pure types. */

/** Where a value stands: an offset alone for a single value. */
export type Spot = number | ListSpot | MapSpot;

interface ListSpot {
  readonly at: number;
  readonly items: readonly Spot[];
}

interface MapSpot {
  readonly at: number;
  readonly entries: ReadonlyMap<string, { readonly key: number; readonly value: Spot }>;
}

export interface Cursor {
  readonly text: string;
  at: number;
  /** Of the line's first character; -1 at the end of the text. */
  column: number;
  /** Lines inside brackets stand deeper than this column. */
  parent: number;
  /** Of the value read last. */
  spot: Spot;
}
