/** Where the provider is told that a prompt can be cached, and why not where it is not. Pure; policy.md, Prompt. */
import type { Format } from "../../policy/schema/policy-file.ts";
import type { Model, Policy } from "../../policy/snapshot.ts";
import { digestOf } from "../../text/digest.ts";
import { learntMargin, leastTokens } from "../../tokens/margin-counter.ts";
import type { Part } from "../parts.ts";
import type { CacheMark, Zone } from "../records/core.ts";
import type { AssemblyRequest } from "../request.ts";
import { turnMarks } from "./conversation-marks.ts";

export interface MarkInput extends Pick<AssemblyRequest, "format" | "learntMilli"> {
  readonly model: Pick<Model, "cache" | "marginMilli">;
  readonly layout: Policy["prompt"]["layout"];
}

export interface Marked {
  /** In their order; those that a mark stands behind say so. */
  readonly parts: readonly Part[];
  readonly marks: Readonly<Record<Zone, CacheMark>>;
}

/** The one format whose provider wants marks. */
const MARKED_FORMAT: Format = "anthropic-messages";

/** The zones in the order in which they are read again by most prompts: so they get the marks that there are. */
const ZONES = ["shared", "person", "question"] as const satisfies readonly Zone[];

/**
 * A mark stands behind the last text of a zone. Of the question's zone only the turns that come before everything of this one question are
 * ever read again, so the mark stands behind those. The tokens up to a mark are the low bound of an estimate: a mark below the model's
 * least prefix would be paid for and never read.
 */
export function withCacheMarks(parts: readonly Part[], input: MarkInput): Marked {
  const ends = ZONES.map((zone) => ({ zone, end: endOf(zone, parts, input.layout) }));
  const marks = {} as Record<Zone, CacheMark>;
  const marked = new Set<number>();
  for (const { zone, end } of ends) {
    const mark = markOf({ zone, end, parts, set: marked.size }, input);
    marks[zone] = mark;
    if (mark.outcome === "set") marked.add(end);
  }
  const { question } = marks;
  const set = new Set(marked);
  if (question.outcome === "set") {
    const end = ends.at(-1)?.end ?? -1;
    const { more, reaches } = moreMarks(parts, end, { input, set: marked.size });
    for (const at of more) set.add(at);
    marks.question = { ...question, turns: { marks: 1 + more.length, reaches } };
  }
  return {
    parts: set.size === 0 ? parts : parts.map((part, at) => (set.has(at) ? { ...part, cacheMark: true as const } : part)),
    marks,
  };
}

/** In the conversation, before its own mark at `end`. */
function moreMarks(parts: readonly Part[], end: number, { input, set }: { readonly input: MarkInput; readonly set: number }) {
  const { model } = input;
  const { minTokens, maxMarks, lookback } = model.cache;
  const isLongEnough = (index: number): boolean => tokensUpTo(index, parts, input) >= minTokens;
  const first = parts.findIndex(isTurnPlace);
  const { more, oldest } = turnMarks({ parts, first, end, lookback, left: maxMarks - set, isLongEnough });
  return { more, reaches: parts[oldest]?.id ?? "" };
}

interface Placed {
  readonly zone: Zone;
  /** Index of the zone's last part that can be cached; -1 without one. */
  readonly end: number;
  readonly parts: readonly Part[];
  /** Marks that are set already. */
  readonly set: number;
}

function markOf({ zone, end, parts, set }: Placed, { format, model, learntMilli, layout }: MarkInput): CacheMark {
  const { kind, minTokens, maxMarks } = model.cache;
  if (format !== MARKED_FORMAT) return { outcome: "format", tokens: null, minimum: null };
  if (kind !== "marked") return { outcome: "model", tokens: null, minimum: null };
  if (zone === "question" && layout === "evidence_first") return { outcome: "volatile", tokens: null, minimum: minTokens };
  if (end < 0) return { outcome: "empty", tokens: null, minimum: minTokens };
  const tokens = tokensUpTo(end, parts, { model, learntMilli });
  if (tokens < minTokens) return { outcome: "below_minimum", tokens, minimum: minTokens };
  return { outcome: set < maxMarks ? "set" : "limit", tokens, minimum: minTokens };
}

/**
 * Low bound of the prompt up to this part; the tools are in every prefix, since the provider reads them first. Every part was raised by
 * the margin by itself.
 */
function tokensUpTo(
  end: number,
  parts: readonly Part[],
  { model, learntMilli }: Pick<MarkInput, "model" | "learntMilli">,
): number {
  const marginMilli = learntMargin(model.marginMilli, learntMilli);
  return parts
    .filter(({ kind }, at) => at <= end || kind === "tools")
    .reduce((sum, { tokens }) => sum + leastTokens(tokens, marginMilli), 0);
}

/** Where the conversation begins, if it comes first. */
const isTurnPlace = (part: Part): boolean => part.zone === "question" && part.kind !== "opening";

function endOf(zone: Zone, parts: readonly Part[], layout: MarkInput["layout"]): number {
  if (zone !== "question") return parts.findLastIndex((part) => part.zone === zone && part.kind !== "tools" && part.text !== "");
  if (layout === "evidence_first") return -1;
  const first = parts.findIndex(isTurnPlace);
  const behind = parts.findIndex((part, at) => at >= first && part.said === null);
  return first < 0 || behind <= first ? -1 : behind - 1;
}

/** 32 hexadecimal digits: a provider takes 64 characters. */
const KEY_END = "sha256:".length + 32;

/** Requests with one key go to one server, so that its cache is met. Of the policy and the shared zone: never of a person. */
export const cacheKeyOf = (policyDigest: string, sharedDigest: string, { cache }: Pick<Model, "cache">): string | null =>
  cache.kind === "automatic" ? `winnow-${digestOf(`${policyDigest}\n${sharedDigest}`).slice("sha256:".length, KEY_END)}` : null;
