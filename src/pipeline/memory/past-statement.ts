/** What was replaced or deleted of what is remembered about a person, as a request is compared with it; and what its hashes are made of. Pure. */

/** The turn of a conversation that a statement was taken from. */
export interface SourceTurn {
  /** Null: whatever conversation has a turn of that id. */
  readonly conversation: string | null;
  readonly turn: string;
}

/** A statement that was replaced or deleted. What ran out and was swept is none. */
export interface PastStatement {
  readonly id: string;
  /** Id of what replaced it; null where it was deleted without. */
  readonly by: string | null;
  /** When it was replaced, else deleted; milliseconds since the epoch. */
  readonly endedMs: number;
  /** Keyed hash (`turnName`) of the turn that it was taken from. */
  readonly turn: string | null;
  /** Keyed hashes (`traceName`) that it is known by, whether its words are kept or not. */
  readonly traces: readonly string[];
}

export interface KnownPast {
  /** Of the ids that were asked for those of statements that were replaced or deleted, with the id of what replaced each; null for nothing. */
  readonly gone: ReadonlyMap<string, string | null>;
  /** What ended last first. */
  readonly past: readonly PastStatement[];
  /** Keyed hashes (`traceName`) of what is in force. */
  readonly traces: ReadonlySet<string>;
  /** Words that are still kept, by id: of past ones, and of what stands in their place. */
  readonly texts: ReadonlyMap<string, { readonly statement: string; readonly source: SourceTurn | null }>;
}

/** What the keyed hash of a turn is made of. */
export const turnName = (about: string, { conversation, turn }: SourceTurn): string =>
  JSON.stringify(["memory turn", about, conversation, turn]);

export type Trace = readonly [sort: "words" | "value", text: string];

/** What the keyed hash of a trace is made of. */
export const traceName = (about: string, trace: Trace): string => JSON.stringify(["memory trace", about, ...trace]);

/** The id at the end of the chain that a past statement begins; null where something in it was deleted without a replacement. */
export function endFinder(past: readonly PastStatement[]): (one: Pick<PastStatement, "by">) => string | null {
  const byId = new Map(past.map((one) => [one.id, one.by]));
  return ({ by }) => {
    let end = by;
    while (end !== null && byId.has(end)) end = byId.get(end) ?? null;
    return end;
  };
}
