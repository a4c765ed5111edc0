/** From what arrived to the finished prompt: filter, score, conflict, pack, place, render. Pure. */

import { FORMAT_OVERHEAD } from "../tokens/format-overhead.ts";
import { baseOf, besideDocuments } from "./always.ts";
import { assertFits, type BlockTokens, budgetLimit, sumOf } from "./budget.ts";
import { type Bundle, chosenOf as chosenOfBundle, idsOf, linesBesideItems } from "./bundles.ts";
import { cacheKeyOf, type Marked, withCacheMarks } from "./cache-marks.ts";
import type { Fact, Filtered } from "./candidate.ts";
import type { Chosen, ChosenTurns } from "./chosen.ts";
import { compressMore, type Packing } from "./compress-items.ts";
import type { Disagreement } from "./disagreement.ts";
import { withLines } from "./disagreement-lines.ts";
import { documentFit } from "./document-fit.ts";
import { type RenderContext, runEntries } from "./entries.ts";
import { type Estimate, estimateOf } from "./estimate.ts";
import { type FilteredItems, filterItems } from "./filter-items.ts";
import { filterPieces } from "./filter-pieces.ts";
import { firstEntries, type HeldBack, tryHeld } from "./held-back.ts";
import { looseTokens } from "./message-costs.ts";
import { groupId } from "./own-ids.ts";
import { pack } from "./pack.ts";
import type { Packed } from "./pack-state.ts";
import type { Part } from "./parts.ts";
import { place } from "./place.ts";
import type { Prompt } from "./prompt-records.ts";
import type { CitationRecord } from "./records.ts";
import { citationsOf, citesNatively } from "./render/cited-documents.ts";
import { type OwnMarks, withOwnMarks } from "./render/marks.ts";
import { payloadOf, rendererOf } from "./render/payload.ts";
import { type Rendered, renderAll } from "./render-all.ts";
import { type Resolved, resolveConflicts } from "./resolve-conflicts.ts";
import type { Retrieved } from "./retrieved.ts";
import { type FailedDocuments, failedDocuments, searchDocuments } from "./search-documents.ts";
import { openingsOf, tokensOf } from "./section-costs.ts";
import type { SelectInput } from "./select-input.ts";
import { type Conversation, conversationOf } from "./turns.ts";
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
  /** What of it waits for what holds its text. */
  readonly heldBack: HeldBack;
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
  const conversation = conversationOf(request.items.turns, {
    tools: policy.toolRules,
    zone: input.zone,
    withheld: withheldKinds.get("turns"),
    outdated: request.items.outdatedTurns,
  });
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
  const packing = packAll(rendered);
  const { sharedDigest } = rendered.base.fixed;
  const sent = withLines(chosenOf(rendered, packing), rendered);
  const own = withOwnMarks(place(sent), {
    marker,
    framesTurn: ({ said }) => said !== null && rendererOf(format).framesTurn(said, context),
  });
  const { parts, marks } = withCacheMarks(own.parts, { ...request, layout: policy.prompt.layout });
  const cacheKey = cacheKeyOf(policy.digest, sharedDigest, model);
  const { cites } = context;
  const used = tokensOf(parts, context);
  const images = request.items.turns.some((turn) => turn.content.some((part) => part.type === "image"));
  return {
    input,
    filtered,
    retrieved,
    items,
    conversation,
    resolved,
    bundles: [...rendered.bundles, ...rendered.held],
    turns: rendered.turns,
    heldBack: rendered,
    packed: packing.packed,
    disagreements: sent.disagreements,
    limit: rendered.limit,
    exact: counter.exact && model.exact && FORMAT_OVERHEAD[format].exact && !policy.trustTokens && !images,
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

/** Counts what is always in, refuses what cannot fit, and gives the rest of the room to what competes. */
function packAll(rendered: Rendered): Packing {
  const { input, context, limit, base, bundles, turns, resolved } = rendered;
  const { policy, plan, model } = input.request;
  const parts = place(base);
  const always = tokensOf(parts, context);
  assertFits(always, parts, limit, policy, model);
  const secondary = resolved.facts.filter((fact) => fact.role === "secondary");
  const lines = linesOf(rendered, secondary);
  const loose = looseTokens(context, parts, { opening: base.opening, turns });
  const packed = pack({
    policy,
    limit,
    always,
    loose,
    openings: openingsOf(parts, base.headings, context),
    secondary,
    factLines: lines,
    planTokens: plan === null ? null : (policy.plans.get(plan) ?? null),
    entries: firstEntries(bundles),
    run: runEntries(turns, context, lines),
  });
  const tried = tryHeld(packed, rendered);
  return compressMore(tried, {
    bundles: [...bundles, ...rendered.held],
    rule: policy.compress,
    context,
    question: input.question,
    language: input.language,
    denials: input.languages.denials,
    negators: input.languages.negators,
  });
}

/** Tokens of lines about disagreements that no competing item carries, by the turn or fact that does. */
function linesOf({ bundles, held, turns, resolved }: Rendered, secondary: readonly Fact[]): ReadonlyMap<string, number> {
  if (resolved.disagreements.length === 0) return NO_LINES;
  const items = new Set([...bundles, ...held].flatMap(idsOf));
  const said = turns.flatMap(({ group }) => (group.pinned ? [] : group.turns.map(({ id }) => id)));
  return linesBesideItems(resolved.disagreements, items, new Set([...said, ...secondary.map(({ piece }) => piece.id)]));
}

const NO_LINES: ReadonlyMap<string, number> = new Map();

/** What is always in, and what the packing took. */
function chosenOf({ base, bundles, held, turns, resolved }: Rendered, { packed, compressed }: Packing): Chosen {
  const items = [...base.items];
  for (const bundle of [...bundles, ...held]) {
    const form = packed.taken.get(bundle.entry.id);
    if (form === undefined) continue;
    for (const one of chosenOfBundle(bundle, form)) items.push(compressed.get(one.item.given.id) ?? one);
  }
  const kept = new Set(packed.kept);
  return {
    ...base,
    facts: resolved.facts.filter((fact) => fact.role === "primary" || kept.has(fact)),
    items,
    turns: turns.filter(({ group }) => group.pinned || packed.taken.has(groupId(group))),
  };
}
