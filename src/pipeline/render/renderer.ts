/** What every provider format can do with parts that are rendered and counted. Pure types. */
import type { Model } from "../../policy/snapshot.ts";
import type { Marker } from "../../text/marker.ts";
import type { Said } from "../candidate.ts";
import type { ToolDefinition } from "../given.ts";
import type { Part } from "../parts.ts";
import type { Prompt } from "../records/prompt.ts";
import type { Image, TakenImages } from "./images.ts";

/** What the form of a turn depends on besides the turn. */
export interface TurnContext {
  /** Whether the request brings tools. */
  readonly hasTools: boolean;
  readonly marker: Marker;
}

export interface RenderInput {
  readonly model: Pick<Model, "name" | "reserveOutput">;
  /** In their order. */
  readonly parts: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  /** For a provider that sends requests of one key to one server; null where none is sent. */
  readonly cacheKey: string | null;
  /** Whether facts, documents and tool results stand in documents that the provider can cite. */
  readonly cites: boolean;
}

/** What of a turn is counted. */
export interface TurnTexts {
  /** As the format sends them, each counted by itself. */
  readonly texts: readonly string[];
  /** Those that go as images. */
  readonly images: readonly Image[];
}

export interface Renderer {
  /** The finished payload, output cap and tools included. */
  readonly payload: (input: RenderInput) => Prompt;
  /** What turns are made of holds no other image. */
  readonly images: TakenImages;
  readonly turnTexts: (said: Said, context: TurnContext) => TurnTexts;
  /** Whether a turn is one text under a label, between marks where it has many lines. */
  readonly framesTurn: (said: Said, context: Pick<TurnContext, "hasTools">) => boolean;
  /** A tool as it is counted, without a line feed at its end. */
  readonly toolText: (tool: ToolDefinition) => string;
  /** How many messages the format sends for these parts. */
  readonly messages: (parts: readonly Part[]) => number;
  /** At most so many, wherever else anything is placed between these parts that is charged as below. */
  readonly mostMessages: (parts: readonly Part[]) => number;
  /** What a turn, and any other user message, adds to `mostMessages`. */
  readonly messagesOfTurn: (said: Said) => number;
  readonly messagesOfUser: 0 | 1;
  /** Whether the first message has to be the user's. */
  readonly userFirst: boolean;
}
