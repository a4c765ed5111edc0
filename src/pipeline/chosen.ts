/** What was chosen for the prompt, rendered and counted, before it has its place. Pure types. */
import type { Policy } from "../policy/snapshot.ts";
import type { Fact, Gap, Item, TurnGroup } from "./candidate.ts";
import type { Disagreement } from "./disagreement/disagreement.ts";
import type { FixedParts } from "./parts.ts";
import type { Included } from "./records/core.ts";
import type { CitedDocument } from "./render/cited-item.ts";

/** An item as it goes in. */
export interface ChosenItem {
  readonly item: Item;
  readonly text: string;
  readonly tokens: number;
  readonly reason: Included["reason"];
  /** What a shorter form stands for; null for the whole. */
  readonly original: { readonly text: string; readonly tokens: number } | null;
  /** What names the document that it stands in by itself, where the provider can cite it; else null. */
  readonly document: CitedDocument | null;
  /** Its line in the list of the sections sent; null where it has none. */
  readonly line: Heading | null;
}

export interface ChosenTurns {
  readonly group: TurnGroup;
  /** Of each turn, as the format sends it. */
  readonly texts: readonly { readonly text: string; readonly tokens: number }[];
}

/** The heading of a section, counted. */
export interface Heading {
  readonly text: string;
  readonly tokens: number;
}

export interface Chosen {
  readonly fixed: FixedParts;
  readonly facts: readonly Fact[];
  readonly gaps: readonly Gap[];
  readonly items: readonly ChosenItem[];
  readonly turns: readonly ChosenTurns[];
  readonly disagreements: readonly Disagreement[];
  readonly headings: Readonly<Record<"person" | "notes" | "documents" | "list" | "facts", Heading>>;
  readonly layout: Policy["prompt"]["layout"];
  /** How documents stand among each other. */
  readonly order: Policy["prompt"]["documents"]["order"];
  /** Where documents were searched and none was found. */
  readonly noneFound: Heading | null;
  /** The question, where it stands before the documents too. */
  readonly restated: Heading | null;
  /** What stands before a conversation that begins with the assistant, where the format's first message must be the user's. */
  readonly opening: Heading | null;
  /** Ids of all turns as sent, oldest first: where tool results without a turn of their own stand. */
  readonly turnOrder: readonly string[];
}
