/**
 * One question becomes a prompt and the reasons for it: classify, choose, gather, filter, pack, place, render.
 * Pure but for `ask`, which is handed in; read this file to know the product.
 */

import type { Verdict } from "../model/verdict.ts";
import type { Scope, Snapshot } from "../policy/snapshot.ts";
import { type Choice, choose } from "../routing/choose.ts";
import { type Classified, classify } from "../routing/classify.ts";
import { type Heard, type Hit, hear } from "../routing/hear.ts";
import { allowedVerdicts, type Decided, decideRouting } from "../routing/route.ts";
import { type FoundScope, findScopes } from "../routing/scope.ts";
import type { SourceResult } from "../sources/source-result.ts";
import { type AnswerLanguage, answerLanguage } from "../text/answer-language.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { type Ask, askAhead, askAll, findZone, waitsForZone, type ZoneFound } from "./ask-sources.ts";
import { assertFits, type BlockTokens, budgetLimit, noTokens } from "./budget.ts";
import type { Filtered } from "./candidate.ts";
import { filter } from "./filter.ts";
import { type Packed, pack } from "./pack.ts";
import { type Evidence, evidenceOf, type FixedParts, fixedParts, overheadTokens } from "./parts.ts";
import type { Prompt } from "./records.ts";
import { messageCount, payloadOf, type Stretches } from "./render/payload.ts";
import type { AssemblyRequest } from "./request.ts";

export interface AssembleDeps {
  readonly languages: Snapshot["languages"];
  readonly counter: TokenCounter;
  readonly ask: Ask;
  /** Asks a model which of the allowed intents an uncertain question has; never rejects. Null where none may be asked. */
  readonly askModel: ((allowed: readonly string[]) => Promise<Verdict>) | null;
}

/** What the question says: its words, what they score, what the rules decide, and the red flags in it. */
interface Understood {
  readonly heard: Heard;
  readonly classified: Classified;
  readonly byRules: Decided;
  readonly redFlags: readonly Hit[];
}

/** What is wanted of the sources, and what they answered. */
interface Gathered {
  /** The model's answer; null where none was asked. */
  readonly verdict: Verdict | null;
  readonly decided: Decided;
  readonly zone: ZoneFound;
  readonly scopes: readonly FoundScope[];
  readonly choice: Choice;
  readonly results: ReadonlyMap<string, SourceResult>;
}

/** What goes in, and the prompt it makes. */
interface Selected {
  readonly language: AnswerLanguage;
  readonly filtered: Filtered;
  readonly fixed: FixedParts;
  readonly evidence: Evidence;
  readonly packed: Packed;
  readonly limit: number;
  readonly exact: boolean;
  readonly stretches: Stretches;
  readonly prompt: Prompt;
}

/** Everything the stages found out: what the manifest, the report and the explanation are written from. */
export interface Assembly extends Understood, Gathered, Selected {
  readonly request: AssemblyRequest;
}

/** Throws `required_source` and `pinned_over_budget`; every other failure of a source is part of the result. */
export async function assemble(request: AssemblyRequest, deps: AssembleDeps): Promise<Assembly> {
  const understood = understand(request, deps);
  const gathered = await gather(request, understood, deps);
  return { request, ...understood, ...gathered, ...select(request, understood, gathered, deps) };
}

/** classify */
function understand({ policy, question, intent, verdict }: AssemblyRequest, { languages }: AssembleDeps): Understood {
  const heard = hear(question, policy.vocabulary, languages);
  const classified = classify(heard, policy.routing.factors, policy.intents.keys());
  const byRules = decideRouting({ scores: classified.scores, policy, intent, verdict });
  const flags = policy.safety.redFlags === null ? [] : heard.hits.filter((hit) => hit.term.intent === null);
  return { heard, classified, byRules, redFlags: flags };
}

/** choose, gather; the model, where one is asked, is asked beside the sources */
async function gather(request: AssemblyRequest, understood: Understood, deps: AssembleDeps): Promise<Gathered> {
  const { heard, byRules, redFlags } = understood;
  const { policy, question, atMs } = request;
  const asking = askVerdict(request, byRules, deps);
  if (asking !== null || waitsForZone(request)) askAhead(request, byRules, deps.ask);
  const [zone, verdict] = await Promise.all([findZone(request, deps.ask), asking]);
  const decided = verdict === null ? byRules : decide(request, understood, verdict);
  const scopes = findScopes({ question, heard, scopes: policy.scopes, atMs, zone: zone.zone });
  const named = scopes.flatMap(({ scope }): readonly Scope[] => (scope === null ? [] : [scope]));
  const choice = choose({ policy, decided, scopes: named, referral: redFlags.length > 0 });
  const results = new Map([...zone.asked, ...(await askAll(policy, choice.chosen, deps.ask))]);
  return { verdict, decided, zone, scopes, choice, results };
}

/** Only an uncertain question without a verdict is a model's business. */
function askVerdict({ verdict, policy }: AssemblyRequest, byRules: Decided, { askModel }: AssembleDeps): Promise<Verdict> | null {
  return askModel === null || verdict !== null || byRules.certain ? null : askModel(allowedVerdicts(byRules, policy));
}

const decide = ({ policy, intent }: AssemblyRequest, { classified }: Understood, verdict: Verdict): Decided =>
  decideRouting({
    scores: classified.scores,
    policy,
    intent,
    verdict: verdict.status === "answered" ? verdict.intent : null,
  });

/** filter, pack, place, render */
function select(
  request: AssemblyRequest,
  { heard, redFlags }: Understood,
  { zone, choice, results }: Gathered,
  { counter, languages }: AssembleDeps,
): Selected {
  const { policy, question, model, atMs } = request;
  const answer = answerLanguage({
    ...heard,
    question,
    asked: request.language,
    spoken: new Set(heard.hits.flatMap(({ term }) => (term.language === "any" ? [] : [term.language]))),
    known: languages.rules.keys(),
    fallback: policy.language,
  });
  const { language } = answer;
  const filtered = filter({ policy, chosen: choice.chosen, results, language, zone: zone.zone, atMs, counter });
  const fixed = fixedParts({ policy, question, language, maxWords: choice.maxWords, referral: redFlags.length > 0, counter });
  const limit = budgetLimit(policy, model);
  const packed = packAll({ request, filtered, fixed, limit, counter, language });
  const kept = new Set([...filtered.facts.filter((fact) => fact.role === "primary"), ...packed.kept]);
  const facts = filtered.facts.filter((fact) => kept.has(fact));
  const evidence = evidenceOf(facts, filtered.gaps, { policy, language, counter });
  const stretches = stretchesOf(fixed, evidence);
  const prompt = payloadOf(request.format, model, stretches);
  const exact = counter.exact && model.exact && !policy.trustTokens;
  return { language: answer, filtered, fixed, evidence, packed, limit, exact, stretches, prompt };
}

interface PackAll {
  readonly request: AssemblyRequest;
  readonly filtered: Filtered;
  readonly fixed: FixedParts;
  readonly limit: number;
  readonly language: string;
  readonly counter: TokenCounter;
}

/** Counts what is always in, refuses what cannot fit, and gives the rest of the room to the secondary facts. */
function packAll({ request, filtered, fixed, limit, language, counter }: PackAll): Packed {
  const { policy, format, plan, model } = request;
  const primary = filtered.facts.filter((fact) => fact.role === "primary");
  const always = alwaysTokens(fixed, evidenceOf(primary, filtered.gaps, { policy, language, counter }));
  const hasFacts = primary.length + filtered.gaps.length > 0;
  always.system += overheadTokens(model, messageCount(format, hasFacts));
  const parts = [...fixed.shared.parts, ...primary.map(({ piece, tokens }) => ({ id: piece.id, tokens })), ...fixed.late];
  assertFits(always, parts, limit, policy, model);
  const heading = evidenceOf(filtered.facts, filtered.gaps, { policy, language, counter }).heading?.tokens ?? 0;
  const message = overheadTokens(model, messageCount(format, true)) - overheadTokens(model, messageCount(format, hasFacts));
  return pack({
    policy,
    limit,
    always,
    opening: hasFacts ? { evidence: 0, system: 0 } : { evidence: heading, system: message },
    secondary: filtered.facts.filter((fact) => fact.role === "secondary"),
    planTokens: plan === null ? null : (policy.plans.get(plan) ?? null),
  });
}

function alwaysTokens(fixed: FixedParts, evidence: Evidence): BlockTokens {
  const tokens = noTokens();
  for (const part of [...fixed.shared.parts, ...evidence.facts, ...fixed.late]) tokens[part.block] += part.tokens;
  for (const gap of evidence.gaps) tokens.evidence += gap.tokens;
  tokens.evidence += evidence.heading?.tokens ?? 0;
  return tokens;
}

/** Places the parts: shared words first, then the facts in the order of the table and the gaps, the question last. */
function stretchesOf(fixed: FixedParts, evidence: Evidence): Stretches {
  const join = (parts: readonly { readonly text: string }[]): string => parts.map((part) => part.text).join("");
  return {
    system: fixed.shared.text,
    facts: `${evidence.heading?.text ?? ""}${join(evidence.facts)}${evidence.gaps.map((gap) => gap.line).join("")}`,
    late: join(fixed.late),
  };
}
