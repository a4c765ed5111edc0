/** What moves between the stages. Pure types. */
import type { Piece } from "../policy/snapshot.ts";
import type { Note, Role } from "../routing/records.ts";
import type { Dropped, Missing } from "./records.ts";

/** A piece that was asked for and arrived. */
export interface Fact {
  readonly piece: Piece;
  readonly role: Role;
  readonly label: string;
  /** Rendered and counted: the label, the text, a line feed. */
  readonly line: string;
  readonly tokens: number;
  readonly notes: readonly Note[];
}

/** The fixed line that stands for a primary fact that is missing or stale. */
export interface Gap {
  readonly piece: Piece;
  readonly line: string;
  readonly tokens: number;
}

export interface Filtered {
  readonly facts: readonly Fact[];
  readonly gaps: readonly Gap[];
  readonly missing: readonly Missing[];
  readonly dropped: readonly Dropped[];
}
