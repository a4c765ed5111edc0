/**
 * Ids of our own beside those of candidates and turns, in one set of ids. Pure. Blanks at both ends are in no id of theirs, so none is
 * named like one of ours.
 */
import type { TurnGroup } from "./candidate.ts";

/** Of turns that go in together. */
export const groupId = (group: TurnGroup): string => ` ${group.turns[0]?.id ?? ""} `;

/** Of the abstract of a candidate. */
export const idOfAbstract = (id: string): string => ` ${id}`;

export const isOfAbstract = (id: string): boolean => id.startsWith(" ");
