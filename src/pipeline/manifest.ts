/** The deterministic core of the manifest, written from what the stages found. Pure. */
import { matchesOf, scoreRecords, suppressedRecords } from "../routing/classify.ts";
import type { Routing, ScopeFound, ScopeRecord } from "../routing/records.ts";
import { digestOf } from "../text/digest.ts";
import type { Assembly } from "./assemble.ts";
import { sumOf } from "./budget.ts";
import { confidenceOf } from "./confidence.ts";
import { findingsOf } from "./findings.ts";
import { blockRecords } from "./pack.ts";
import { overheadTokens, type Part } from "./parts.ts";
import type { BudgetRecord, Core, Decision, Included, Versions, ZoneRecord } from "./records.ts";
import { messageCount } from "./render/payload.ts";

/** Raised when the shape of the core changes, so that a replay knows what it reads. */
const MANIFEST_SCHEMA = 1;
/** Raised when the same parts would give other bytes. */
const RENDERER = 1;

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
export function coreOf(assembly: Assembly, hashing: Hashing): Core {
  const { request, choice, filtered, packed, language, redFlags } = assembly;
  const dropped = packed.dropped.length === 0 ? filtered.dropped : [...filtered.dropped, ...packed.dropped];
  const zones = zonesOf(assembly, hashing);
  const confidence = confidenceOf({
    certain: assembly.decided.certain,
    chosen: choice.chosen,
    missing: filtered.missing,
    dropped,
  });
  return {
    versions: hashing.versions,
    policy: { name: request.policy.name, digest: request.policy.digest },
    at: new Date(request.atMs).toISOString(),
    routing: routingRecord(assembly),
    scope: scopeRecord(assembly),
    instructions: {
      language: language.language,
      language_source: language.source,
      language_confidence: language.confidence,
      max_words: choice.maxWords,
      referral: redFlags.length > 0,
    },
    red_flags: matchesOf(redFlags, assembly.heard.words),
    included: includedIn(assembly),
    missing: filtered.missing,
    withheld: choice.withheld,
    dropped,
    findings: findingsOf({ decided: assembly.decided, choice, missing: filtered.missing, dropped }),
    confidence,
    degraded: filtered.gaps.length > 0,
    budget: budgetRecord(assembly),
    zones,
    context_hash: digestOf(
      JSON.stringify([
        request.format,
        assembly.request.model.name,
        assembly.request.model.reserveOutput,
        zones.map((zone) => zone.hash),
      ]),
    ),
    format: request.format,
    model: assembly.request.model.name,
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

/** Every part of the prompt, in its order. */
const includedIn = ({ fixed, evidence }: Assembly): readonly Included[] =>
  [...fixed.shared.parts, ...evidence.facts, ...fixed.late].map((part, at) => includedOf(part, at + 1));

/** Every candidate once: included, missing, withheld, dropped. */
export function decisionsOf({ included, missing, withheld, dropped }: Core): readonly Decision[] {
  return [
    ...included.map((one) => ({ outcome: "included", ...one }) as const),
    ...missing.map((one) => ({ outcome: "missing", ...one }) as const),
    ...withheld.map((one) => ({ outcome: "withheld", ...one }) as const),
    ...dropped.map((one) => ({ outcome: "dropped", ...one }) as const),
  ];
}

function includedOf(part: Part, position: number): Included {
  const { fact } = part;
  return {
    id: part.id,
    kind: part.kind,
    reason: fact === null ? "pinned" : fact.role === "primary" ? "primary" : "packed",
    role: fact?.role ?? null,
    label: fact?.label ?? null,
    source: fact?.piece.source ?? null,
    block: part.block,
    tier: part.tier,
    tokens: part.tokens,
    score: null,
    position,
    notes: fact?.notes ?? [],
  };
}

function budgetRecord({ request, limit, packed, evidence, exact }: Assembly): BudgetRecord {
  const { model } = request;
  const used = sumOf(packed.used);
  if (used > limit || used > model.window - model.reserveOutput)
    throw new Error(`a prompt of ${used} tokens over its limit of ${limit}`);
  const allowed = request.plan === null ? undefined : request.policy.plans.get(request.plan);
  return {
    window: model.window,
    reserve: model.reserveOutput,
    limit,
    used,
    exact,
    blocks: blockRecords(request.policy, limit, packed.used),
    overhead: {
      messages: overheadTokens(model, messageCount(request.format, evidence.heading !== null)),
      facts_heading: evidence.heading?.tokens ?? 0,
      not_known: evidence.gaps.reduce((sum, gap) => sum + gap.tokens, 0),
    },
    plan:
      request.plan === null || allowed === undefined
        ? null
        : { name: request.plan, secondary_tokens: allowed, used: packed.planUsed },
  };
}

/** Tokens and hash of each zone; message overhead counts with the zone whose message it is, the reply's with the question. */
function zonesOf({ fixed, packed, stretches, request }: Assembly, { keyed }: Hashing): readonly ZoneRecord[] {
  const perMessage = messageCount(request.format, true) === 0 ? 0 : request.model.tokensPerMessage;
  const shared = fixed.shared.parts.reduce((sum, part) => sum + part.tokens, 0) + perMessage;
  return [
    { name: "shared", tokens: shared, hash: fixed.shared.digest },
    { name: "person", tokens: 0, hash: EMPTY_DIGEST },
    { name: "question", tokens: sumOf(packed.used) - shared, hash: keyed(`${stretches.facts}\n${stretches.late}`) },
  ];
}
