/** What a request brings beside its question: candidates, turns and tools. Pure types. */
import { COMPRESSIBLE } from "../policy/schema/policy-file.ts";
import type { Json } from "../sources/source-result.ts";

/** The kinds a request may bring as candidates. */
export const GIVEN_KINDS = COMPRESSIBLE;
export type GivenKind = (typeof GIVEN_KINDS)[number];

export const STATUSES = ["ok", "error", "timeout", "empty"] as const;

/** Who may see a candidate: one entry that fits is enough; a list that is empty fits nobody. */
export interface Acl {
  readonly subjects: readonly string[];
  readonly groups: readonly string[];
  readonly plans: readonly string[];
}

/** An RFC 3339 instant, or a date: its first instant in the person's time zone. */
export type Moment = string;

/** Where a section of a document, or a hit of a search, was found. */
export interface Found {
  readonly source: string;
  /** What stands above it: its own heading and those over it. */
  readonly heading: string | null;
  /** Of a section: its number in its document, which its label may hold beside the document's title. Null for hits and for what has none. */
  readonly number: string | null;
  /** What stands together, in its own order: the parts of one section, or the whole document that it was sent with. */
  readonly unit: string;
  /** Place in its source. */
  readonly order: number;
  /** Whether it has a line in the list of the sections sent: the numbered style. */
  readonly listed: boolean;
}

/** One candidate: of the request, or of a source of documents. Null is what was not given. */
export interface Given {
  readonly id: string;
  readonly kind: GivenKind;
  readonly text: string;
  readonly label: string | null;
  readonly abstract: string | null;
  /** Of a tool result: the tool's name. */
  readonly tool: string | null;
  /** Of a tool result: the turn behind which it stands. */
  readonly after: string | null;
  readonly status: (typeof STATUSES)[number];
  /** Of memory: whether the person said so or it was inferred. */
  readonly origin: "explicit" | "inferred" | null;
  readonly pinned: boolean;
  /** Signals and value, 0 to 1. */
  readonly relevance: number | null;
  readonly trust: number | null;
  readonly freshness: number | null;
  readonly userNeed: number | null;
  readonly conflictRisk: number | null;
  readonly value: number | null;
  readonly publishedAt: Moment | null;
  readonly effectiveFrom: Moment | null;
  readonly effectiveTo: Moment | null;
  readonly key: string | null;
  readonly version: string | null;
  readonly supersedes: readonly string[];
  readonly topic: string | null;
  readonly claims: Readonly<Record<string, string>> | null;
  readonly appliesTo: ReadonlyMap<string, readonly (string | number | boolean)[]>;
  /** Null: it belongs to the caller. */
  readonly acl: Acl | null;
  /** Declared, wrapper and overhead included; used under trust_tokens only. */
  readonly tokens: number | null;
  /** Null for what the request brought. */
  readonly found: Found | null;
}

/**
 * Most calls of one turn. As of 2026-11-30 OpenAI's Chat Completions refuses more ("Invalid 'messages[2].tool_calls': array too long.
 * Expected an array with maximum length 128"); no other provider names a number.
 */
export const MOST_CALLS = 128;

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
}

export type TurnPart = { readonly type: "text"; readonly text: string } | { readonly type: "image"; readonly url: string };

/** One turn of the conversation, oldest first in its list. */
export interface Turn {
  readonly id: string;
  readonly role: "user" | "assistant" | "tool";
  readonly content: readonly TurnPart[];
  readonly toolCalls: readonly ToolCall[];
  /** Of a tool turn: the call it answers. */
  readonly toolCallId: string | null;
  readonly value: number | null;
  readonly pinned: boolean;
  readonly tokens: number | null;
}

/** A function the model may call. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string | null;
  /** JSON Schema of its arguments. */
  readonly parameters: { readonly [member: string]: Json };
}

/** Declared counts of the fixed parts; used under trust_tokens only. */
export interface DeclaredTokens {
  readonly system: number | null;
  readonly tools: number | null;
  readonly question: number | null;
}

/** Why something of the request counts no more: the memory knows that it is outdated. */
export interface Outdated {
  readonly reason: "superseded" | "deleted";
  /** Id of the candidate that stands in its place; null where nothing does. */
  readonly by: string | null;
  /** What it was known by. */
  readonly rule: OutdatedRule;
  /** Id of the outdated statement, as a candidate's. */
  readonly statement: string;
}

/** By its id, as the turn that it was taken from, by its words, by a value that names one thing, as said again in other words. */
export const OUTDATED_RULES = ["id", "source_turn", "words", "value", "restated"] as const;
export type OutdatedRule = (typeof OUTDATED_RULES)[number];

export interface GivenItems {
  readonly candidates: readonly Given[];
  /** Ids of candidates that the viewer may not see: they are told to the audit alone, and what they say counts nowhere. */
  readonly hidden: ReadonlySet<string>;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolDefinition[];
  /** Names of the tools out of whose descriptions was taken what can hide a text. */
  readonly hiddenTools: readonly string[];
  /** By id: turns that say what was replaced or deleted in the memory since. */
  readonly outdatedTurns: ReadonlyMap<string, Outdated>;
  /** By id: candidates that are, or say, what was replaced or deleted in the memory since. */
  readonly outdatedCandidates: ReadonlyMap<string, Outdated>;
  /** Statements of the memory that are in force, and how many of them compete; null where the memory was not asked. */
  readonly recall: { readonly inForce: number; readonly competing: number } | null;
}

/** What no request brings: only the memory says it. */
export const NOTHING_RECALLED = {
  outdatedTurns: new Map<string, Outdated>(),
  outdatedCandidates: new Map<string, Outdated>(),
  recall: null,
} as const;

export const NO_ITEMS: GivenItems = {
  candidates: [],
  hidden: new Set(),
  turns: [],
  tools: [],
  hiddenTools: [],
  ...NOTHING_RECALLED,
};
