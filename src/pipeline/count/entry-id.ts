/** What names one thing that competes. Pure. */
import type { TurnGroup } from "../candidate.ts";

declare const isEntryId: unique symbol;

/**
 * Of a secondary fact, of items that go in together, of a group of turns. It is compared and sorted and never read: what a thing is called
 * to others stands in `Entry.tells`.
 */
export type EntryId = string & { readonly [isEntryId]: true };

/** Of a fact, or of items by the first of them. */
export const entryId = (id: string): EntryId => id as EntryId;

/** Blanks at both ends are in no id of a candidate, so none is named like a group; and of equals the group comes first. */
export const turnsEntryId = ({ turns }: Pick<TurnGroup, "turns">): EntryId => ` ${turns[0]?.id ?? ""} ` as EntryId;
