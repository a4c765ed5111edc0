/** From what arrived to the finished prompt: filter, score, conflict, pack, place, render. Pure. */

import { FORMAT_OVERHEAD } from "../tokens/format-overhead.ts";
import { cacheKeyOf, type Marked, withCacheMarks } from "./cache/cache-marks.ts";
import type { Filtered } from "./candidate.ts";
import type { ChosenTurns } from "./chosen.ts";
import { type Resolved, resolveConflicts } from "./conflict/resolve-conflicts.ts";
import { withinSides } from "./conversation/image-sides.ts";
import { type Conversation, conversationOf } from "./conversation/turns.ts";
import { baseOf, besideDocuments } from "./count/always.ts";
import type { RenderContext } from "./count/entries.ts";
import { type Estimate, estimateOf } from "./count/estimate.ts";
import { type Rendered, renderAll } from "./count/render-all.ts";
import { tokensOf } from "./count/section-costs.ts";
import type { Disagreement } from "./disagreement/disagreement.ts";
import { type FilteredItems, filterItems } from "./filter/items.ts";
import { filterPieces } from "./filter/pieces.ts";
import { type BlockTokens, budgetLimit, sumOf } from "./pack/budget.ts";
import type { Bundle } from "./pack/bundles.ts";
import { packAll } from "./pack/pack-all.ts";
import type { Packed } from "./pack/state.ts";
import type { Part } from "./parts.ts";
import { place } from "./place/place.ts";
import type { CitationRecord } from "./records/core.ts";
import type { Prompt } from "./records/prompt.ts";
import { citationsOf, citesNatively } from "./render/cited-documents.ts";
import { type OwnMarks, withOwnMarks } from "./render/marks.ts";
import { payloadOf, rendererOf } from "./render/payload.ts";
import { documentFit } from "./retrieve/document-fit.ts";
import type { Retrieved } from "./retrieve/retrieved.ts";
import { type FailedDocuments, failedDocuments, searchDocuments } from "./retrieve/search-documents.ts";
import type { SelectInput } from "./select-input.ts";
import { accepted } from "./validate/accepted.ts";

export interface Selected {
  /** What it was selected from: a near miss is tried with a changed one. */
  readonly input: SelectInput;
  readonly filtered: Filtered;
  readonly retrieved: readonly Retrieved[];
  readonly items: FilteredItems;
  readonly conversation: Conversation;
  readonly resolved: Resolved;
  /** What competed; an item whose text stands in something that went in was never offered. */
  readonly bundles: readonly Bundle[];
  readonly turns: readonly ChosenTurns[];
  /** Of it, what was rendered before any of it was chosen. */
  readonly rendered: Rendered;
  readonly packed: Packed;
  /** What of it disagrees in the prompt, with the line that stands there. */
  readonly disagreements: readonly Disagreement[];
  readonly limit: number;
  readonly exact: boolean;
  /** Null where the model's own tokenizer counted. */
  readonly estimate: Estimate | null;
  /** The finished prompt, part by part, and its tokens by block. */
  readonly parts: readonly Part[];
  readonly used: Readonly<BlockTokens>;
  /** Of the included facts and items, in the order of the prompt. */
  readonly labels: readonly string[];
  readonly sharedDigest: string;
  readonly marks: Marked["marks"];
  /** Ids of parts whose text held the mark of another, or of itself. */
  readonly copied: OwnMarks["copied"];
  readonly cacheKey: string | null;
  /** Where parts stand among what the provider can cite; empty without native citations. */
  readonly citations: ReadonlyMap<Part, CitationRecord>;
  readonly prompt: Prompt;
}

export function select(input: SelectInput): Selected {
  const { request, counter, results, language, zone, marker } = input;
  const { policy, model, format, atMs } = request;
  const { chosen, withheldKinds } = input.choice;
  const filtered = withFailed(filterPieces({ policy, chosen, results, language, zone, atMs, counter }), failedDocuments(input));
  const said = conversationOf(request.items.turns, {
    tools: policy.toolRules,
    zone: input.zone,
    images: rendererOf(format).images,
    withheld: withheldKinds.get("turns"),
    outdated: request.items.outdatedTurns,
  });
  const conversation = withinSides(said, format);
  const context: RenderContext = {
    ...{ policy, format, counter, language, marker, image: model.image },
    cites: citesNatively(policy, format),
    hasTools: request.items.tools.length > 0,
  };
  const base = baseOf(input, filtered, context);
  const retrieved = searchDocuments(
    input,
    documentFit(() => place(besideDocuments(itemsOf(input, conversation, []), { input, base, conversation, context })), {
      ...{ policy, format, counter, language, marker },
      ...{ hasTools: context.hasTools, image: context.image, cites: context.cites },
      headings: base.headings,
      limit: budgetLimit(policy, model),
    }),
  );
  const items = itemsOf(input, conversation, retrieved);
  const { facts } = filtered;
  const resolved = resolveConflicts({ request, items: items.items, facts, conversation, language, zone, counter });
  const rendered = renderAll({ input, context, base, retrieved, resolved, conversation });
  const { packing, sent } = packAll(rendered);
  const { sharedDigest } = rendered.base.fixed;
  const own = withOwnMarks(place(sent), {
    marker,
    framesTurn: ({ said }) => said !== null && rendererOf(format).framesTurn(said, context),
  });
  const { parts, marks } = withCacheMarks(own.parts, { ...request, layout: policy.prompt.layout });
  const cacheKey = cacheKeyOf(policy.digest, sharedDigest, model);
  const { cites } = context;
  const used = tokensOf(parts, context);
  return {
    input,
    filtered,
    retrieved,
    items,
    conversation,
    resolved,
    bundles: [...rendered.bundles, ...rendered.held],
    turns: rendered.turns,
    rendered,
    packed: packing.packed,
    disagreements: sent.disagreements,
    limit: rendered.limit,
    exact: counter.exact && model.exact && FORMAT_OVERHEAD[format].exact && !policy.trustTokens && isPlainText(request.items),
    estimate: counter.exact ? null : estimateOf(request, parts, sumOf(used)),
    parts,
    used,
    labels: parts.flatMap(({ fact, item }) => fact?.label ?? item?.label ?? []),
    sharedDigest,
    marks,
    copied: own.copied,
    cacheKey,
    citations: cites ? citationsOf(parts) : new Map(),
    prompt: accepted(payloadOf(format, { model, parts, tools: request.items.tools, cacheKey, cites })),
  };
}

/** How a provider counts images, tool definitions and calls is published as examples at best. */
const isPlainText = ({ turns, tools }: SelectInput["request"]["items"]): boolean =>
  tools.length === 0 &&
  turns.every(({ toolCalls, content }) => toolCalls.length === 0 && content.every(({ type }) => type === "text"));

const withFailed = (filtered: Filtered, { missing, gaps }: FailedDocuments): Filtered =>
  missing.length === 0
    ? filtered
    : { ...filtered, missing: [...filtered.missing, ...missing], gaps: [...filtered.gaps, ...gaps] };

function itemsOf(
  { request, viewer, zone, choice }: SelectInput,
  { groups }: Conversation,
  retrieved: readonly Retrieved[],
): FilteredItems {
  const person = new Map(request.attributes);
  if (request.plan !== null) person.set("plan", request.plan);
  const found = retrieved.flatMap(({ candidates }) => candidates);
  const own = request.items.candidates;
  const filtered = filterItems({
    policy: request.policy,
    candidates: found.length === 0 ? own : [...own, ...found],
    // Only what the request brings can be replaced by a document that was not found.
    witnesses: own.length === 0 ? [] : retrieved.flatMap(({ witnesses }) => witnesses),
    outdated: request.items.outdatedCandidates,
    conversation: groups,
    viewer,
    person,
    zone,
    atMs: request.atMs,
    asOf: request.asOf,
    withheldKinds: choice.withheldKinds,
  });
  const denied = retrieved.flatMap((one) => one.denied);
  return denied.length === 0 ? filtered : { ...filtered, denied: [...filtered.denied, ...denied].sort() };
}
