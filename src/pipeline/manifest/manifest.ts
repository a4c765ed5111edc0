/** The deterministic core of the manifest, written from what the stages found. Pure. */
import { documentsOf } from "../../policy/schema/kind-names.ts";
import { matchesOf, scoreRecords, suppressedRecords } from "../../routing/classify.ts";
import type { Routing, ScopeFound, ScopeRecord } from "../../routing/records.ts";
import { digestOf } from "../../text/digest.ts";
import type { Assembly } from "../assemble.ts";
import { promptBlocks } from "../cache/prompt-blocks.ts";
import { messageTokens } from "../count/message-costs.ts";
import { findingsOf } from "../findings/choice.ts";
import { retrievalFindings } from "../findings/retrieval.ts";
import { selectionFindings } from "../findings/selection.ts";
import { sumOf } from "../pack/budget.ts";
import type { Part } from "../parts.ts";
import type { Core, Decision, PromptBlock, TimelessCore, Zone, ZoneRecord } from "../records/core.ts";
import type { Versions } from "../records/inputs.ts";
import { citesNatively } from "../render/cited-documents.ts";
import { budgetRecord } from "./budget-record.ts";
import { confidenceOf } from "./confidence.ts";
import { droppedOf, includedOf, scoringOf } from "./outcomes.ts";

/** Raised when the shape of the core changes, so that a replay knows what it reads. */
const MANIFEST_SCHEMA = 5;
/** Raised when the same parts would give other bytes. */
const RENDERER = 4;

const EMPTY_DIGEST = digestOf("");

/** What produced a manifest, complete: the caller knows its own part. */
export const versionsOf = (own: Omit<Versions, "schema" | "renderer">): Versions => ({
  schema: MANIFEST_SCHEMA,
  renderer: RENDERER,
  ...own,
});

export interface Hashing {
  /** Keyed by tenant: for anything that may hold a person's text. */
  readonly keyed: (text: string) => string;
  readonly versions: Versions;
}

/** One decision for each candidate, and the numbers to recompute it. Holds no fetched text. */
export const coreOf = (assembly: Assembly, hashing: Hashing): Core =>
  coreAt(timelessCore(assembly, hashing), assembly.request.atMs);

/** The core as of this clock: milliseconds since the epoch, within the span in which the assembly stands. */
export const coreAt = (timeless: TimelessCore, atMs: number): Core => ({
  versions: timeless.versions,
  policy: timeless.policy,
  variants: timeless.variants,
  at: new Date(atMs).toISOString(),
  routing: timeless.routing,
  scope: timeless.scope,
  instructions: timeless.instructions,
  red_flags: timeless.red_flags,
  included: timeless.included,
  missing: timeless.missing,
  withheld: timeless.withheld,
  dropped: timeless.dropped,
  scoring: timeless.scoring,
  conflicts: timeless.conflicts,
  retrieval: timeless.retrieval,
  packing: timeless.packing,
  findings: timeless.findings,
  confidence: timeless.confidence,
  degraded: timeless.degraded,
  budget: timeless.budget,
  zones: timeless.zones,
  blocks: timeless.blocks,
  context_hash: timeless.context_hash,
  format: timeless.format,
  model: timeless.model,
});

/** All that the core says but the time. */
export function timelessCore(assembly: Assembly, hashing: Hashing): TimelessCore {
  const { request, choice, filtered, language, redFlags, resolved, packed } = assembly;
  const included = includedOf(assembly, hashing.keyed);
  const dropped = droppedOf(assembly);
  const blocks = promptBlocks(assembly, hashing.keyed);
  const zones = zonesOf(assembly, blocks, hashing);
  const budget = budgetRecord(assembly);
  const scoring = scoringOf(assembly, request.policy);
  const confidence = confidenceOf({
    certain: assembly.decided.certain,
    chosen: [...choice.chosen, ...choice.documents.map(({ source, role }) => ({ piece: documentsOf(source), role }))],
    missing: filtered.missing,
    dropped,
  });
  return {
    versions: hashing.versions,
    policy: { name: request.policy.name, digest: request.policy.digest },
    variants: request.variants,
    routing: routingRecord(assembly),
    scope: scopeRecord(assembly),
    instructions: {
      language: language.language,
      language_source: language.source,
      language_confidence: language.confidence,
      max_words: choice.maxWords,
      referral: redFlags.length > 0,
      ...(citesNatively(request.policy, request.format) && { citations: "native" as const }),
    },
    red_flags: matchesOf(redFlags, assembly.heard.words),
    included,
    missing: filtered.missing,
    withheld: [...choice.withheld, ...assembly.conversation.withheld, ...assembly.items.withheld],
    dropped,
    scoring,
    conflicts: resolved.conflicts,
    retrieval: assembly.retrieved.map(({ record }) => record),
    packing: packed.packing,
    findings: [
      ...findingsOf({ decided: assembly.decided, choice, missing: filtered.missing, dropped }),
      ...retrievalFindings(assembly.retrieved),
      ...selectionFindings({ assembly, included, dropped, budget }),
    ],
    confidence,
    degraded: filtered.gaps.length > 0,
    budget,
    zones,
    blocks,
    context_hash: digestOf(
      JSON.stringify([request.format, request.model.name, request.model.reserveOutput, zones.map((zone) => zone.hash)]),
    ),
    format: request.format,
    model: request.model.name,
  };
}

function routingRecord({ decided, classified, heard }: Assembly): Routing {
  const { words } = heard;
  const ranked = [...classified.scores].sort((a, b) => b.milli - a.milli);
  return {
    intent: decided.lead,
    certain: decided.certain,
    reason: decided.reason,
    contenders: decided.contenders,
    decided_by: decided.decidedBy,
    scores: scoreRecords(ranked, words),
    suppressed: suppressedRecords(classified, words),
    unmatched: heard.unmatched.map((at) => ({ start: words[at]?.start ?? 0, end: words[at]?.end ?? 0 })),
  };
}

const NO_SCOPE: ScopeFound = { name: null, kind: null, from: null, to: null, text: null, start: null, end: null };

function scopeRecord({ scopes, zone, choice }: Assembly): ScopeRecord {
  const { name, kind, from, to, text, start, end } = scopes[0]?.found ?? NO_SCOPE;
  const others = scopes.slice(1).map((other) => other.found);
  const source = scopes.length === 0 ? "none" : "words";
  const { modifiers } = choice;
  return { name, kind, from, to, text, start, end, zone: zone.zone, zone_source: zone.source, source, others, modifiers };
}

/** Every candidate once: included, missing, withheld, dropped. */
export function decisionsOf({ included, missing, withheld, dropped, scoring }: Core): readonly Decision[] {
  const scores = new Map(scoring.map((one) => [one.id, one]));
  const scored = <T extends { readonly id: string }>(one: T) => ({ ...one, scoring: scores.get(one.id) ?? null });
  return [
    ...included.map((one) => ({ outcome: "included", ...scored(one) }) as const),
    ...missing.map((one) => ({ outcome: "missing", ...one }) as const),
    ...withheld.map((one) => ({ outcome: "withheld", ...one }) as const),
    ...dropped.map((one) => ({ outcome: "dropped", ...scored(one) }) as const),
  ];
}

/** Tokens and hash of each zone; message overhead counts with the zone whose message it is, the reply's with the question. */
function zonesOf(
  { parts, sharedDigest, used, request, marks }: Assembly,
  blocks: readonly PromptBlock[],
  { keyed }: Hashing,
): readonly ZoneRecord[] {
  const zone = (name: Zone) => parts.filter((part) => part.zone === name);
  const sizeOf = (own: readonly Part[]): number => own.reduce((sum, part) => sum + part.tokens, messageTokens(request, own));
  const hashOf = (name: Zone): string => {
    const own = blocks.filter((block) => block.zone === name);
    return own.length === 0 ? EMPTY_DIGEST : keyed(JSON.stringify(own.map(({ hash }) => hash)));
  };
  const shared = sizeOf(zone("shared"));
  const person = sizeOf(zone("person"));
  return [
    { name: "shared", tokens: shared, hash: sharedDigest, cache_mark: marks.shared },
    { name: "person", tokens: person, hash: hashOf("person"), cache_mark: marks.person },
    { name: "question", tokens: sumOf(used) - shared - person, hash: hashOf("question"), cache_mark: marks.question },
  ];
}
