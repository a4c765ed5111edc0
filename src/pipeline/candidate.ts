/** What moves between the stages. Pure types. */
import type { BlockName } from "../policy/schema/policy-file.ts";
import type { Piece } from "../policy/snapshot.ts";
import type { Note, Role } from "../routing/records.ts";
import type { KnownText } from "../text/compare/known-texts.ts";
import type { Drop } from "./drop.ts";
import type { CurrencyFault, Dated } from "./filter/current.ts";
import type { Given, GivenKind, Outdated, Turn } from "./given.ts";
import type { Missing } from "./records/core.ts";
import type { SaidPart } from "./render/images.ts";
import type { Scoring } from "./score.ts";

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

/** The fixed line that stands for a primary fact that is missing or stale, or for primary documents that could not be searched. */
export interface Gap {
  readonly id: string;
  readonly line: string;
  readonly tokens: number;
}

export interface Filtered {
  readonly facts: readonly Fact[];
  readonly gaps: readonly Gap[];
  readonly missing: readonly Missing[];
  readonly dropped: readonly Drop[];
}

/** By its dates and versions, or by what the memory knows of it. */
export type ItemFault = CurrencyFault | Outdated;

/** What an item is a near duplicate of. */
export interface NearDuplicate {
  readonly of: string;
  /** Jaccard similarity of the shingles. */
  readonly similarity: number;
}

/** A candidate of the request that the caller may see. */
export interface Item {
  readonly given: Given;
  readonly kind: GivenKind;
  readonly label: string;
  /** As it will stand in the prompt, without its wrapper. */
  readonly text: string;
  /** What is known of that text. */
  readonly known: KnownText;
  /** A failed or empty tool result stands as the policy's line. */
  readonly replaced: boolean;
  /** Of an unprojected tool result: it went on whole. */
  readonly whole: boolean;
  /** Of the same text, dropped for it: what they are vouched for by counts for this one. By id. */
  readonly copies: readonly Item[];
  /** Ids of what holds its text; empty where nothing does. It is tried only when none of them goes in. */
  readonly containedIn: readonly string[];
  /** The better-ranked text that says all it says, one of `containedIn`; null where it is no near duplicate. */
  readonly near: NearDuplicate | null;
  /** Ids of what says its abstract; empty where nothing does. The abstract is tried only when none of them goes in. */
  readonly abstractIn: readonly string[];
  readonly scoring: Scoring;
  readonly dated: Dated;
  /** Why it is not current at `as_of`; null where it is, and for the line of a failed tool. */
  readonly fault: ItemFault | null;
  readonly notes: readonly Note[];
}

/** One turn as it will stand in the prompt. */
export interface Said extends Pick<Turn, "id" | "role" | "toolCalls" | "toolCallId" | "pinned"> {
  readonly content: readonly SaidPart[];
  readonly value: number;
  readonly replaced: boolean;
  /** Of a tool's turn: the name of the tool, and whether its result went on whole. */
  readonly tool: string | null;
  readonly whole: boolean;
  /** What can hide a text was taken out of it. */
  readonly hidden: boolean;
  readonly declared: number | null;
}

/** Turns that go in together or not at all: one turn, or a call with its results. */
export interface TurnGroup {
  readonly turns: readonly Said[];
  /** Place of its first turn in the conversation as sent, from 0. */
  readonly at: number;
  readonly pinned: boolean;
  /** That of its best turn. */
  readonly value: number;
}

export const BLOCK_OF = {
  document: "evidence",
  example: "evidence",
  hint: "evidence",
  memory: "memory",
  tool_result: "tools",
} as const satisfies Record<GivenKind, BlockName>;

/** Of lines about what disagrees and of lines in the list of sections, whatever they are about. */
export const BLOCK_OF_LINES = "evidence" satisfies BlockName;

/** What is cut last (low) and first (high); of what is not pinned. */
export const TIER_OF = { document: 2, tool_result: 2, memory: 4, example: 5, hint: 5 } as const satisfies Record<
  GivenKind,
  number
>;
