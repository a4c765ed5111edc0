/**
 * One question becomes a prompt and the reasons for it: classify, choose, gather, filter, score, pack, place, render.
 * Pure but for `ask`, which is handed in; read this file to know the product.
 */

import type { AskDocuments, DocumentsResult } from "../documents/documents-result.ts";
import type { Verdict } from "../model/verdict.ts";
import type { Scope, Snapshot } from "../policy/snapshot.ts";
import { type Choice, choose } from "../routing/choose.ts";
import type { Classified } from "../routing/classify.ts";
import type { Heard, Hit } from "../routing/hear.ts";
import { readQuestion } from "../routing/read-question.ts";
import { allowedVerdicts, type Decided, decideRouting } from "../routing/route.ts";
import { type FoundScope, findScopes } from "../routing/scope.ts";
import type { SourceResult } from "../sources/source-result.ts";
import { type AnswerLanguage, answerLanguage } from "../text/answer-language.ts";
import { ANY } from "../text/any-language.ts";
import type { Marker } from "../text/marker.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { type Ask, askAhead, askAll, askForDocuments, findZone, waitsForZone, type ZoneFound } from "./ask-sources.ts";
import type { AssemblyRequest } from "./request.ts";
import { type Selected, select } from "./select.ts";

export interface AssembleDeps {
  /** Of the verified caller: what access to candidates is tested against. */
  readonly groups: readonly string[];
  readonly languages: Snapshot["languages"];
  readonly counter: TokenCounter;
  /** Of the caller's tenant: the marks around texts. */
  readonly marker: Marker;
  readonly ask: Ask;
  readonly askDocuments: AskDocuments;
  /** Asks a model which of the allowed intents an uncertain question has; never rejects. Null where none may be asked. */
  readonly askModel: ((allowed: readonly string[]) => Promise<Verdict>) | null;
  /** Told at the end of each stage: whoever has a clock can time them. */
  readonly mark?: (stage: "understand" | "gather" | "select") => void;
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
  /** Of the sources of documents. */
  readonly documents: ReadonlyMap<string, DocumentsResult>;
}

interface InLanguage {
  readonly language: AnswerLanguage;
}

/** Everything the stages found out: what the manifest, the report and the explanation are written from. */
export interface Assembly extends Omit<Understood, "byRules">, Gathered, InLanguage, Selected {
  readonly request: AssemblyRequest;
}

/** Throws `required_source` and `pinned_over_budget`; every other failure of a source is part of the result. */
export async function assemble(request: AssemblyRequest, deps: AssembleDeps): Promise<Assembly> {
  const understood = understand(request, deps);
  deps.mark?.("understand");
  const gathered = await gather(request, understood, deps);
  deps.mark?.("gather");
  const rest = await selected(request, understood, gathered, deps);
  deps.mark?.("select");
  return assemblyOf({ request, ...understood }, gathered, rest);
}

/** classify */
function understand({ policy, question, intent, verdict }: AssemblyRequest, { languages }: AssembleDeps): Understood {
  const { heard, classified } = readQuestion(question, policy, languages);
  const byRules = decideRouting({ scores: classified.scores, policy, intent, verdict });
  const flags = policy.safety.redFlags === null ? [] : heard.redFlags;
  return { heard, classified, byRules, redFlags: flags };
}

/** choose, gather; the model, where one is asked, is asked beside the sources */
async function gather(request: AssemblyRequest, understood: Understood, deps: AssembleDeps): Promise<Gathered> {
  const { heard, byRules, redFlags } = understood;
  const { policy, question, atMs } = request;
  const asking = askVerdict(request, byRules, deps);
  if (asking !== null || waitsForZone(request)) askAhead(request, byRules, deps.ask);
  const finding = findZone(request, deps.ask);
  const [zone, verdict] = asking === null ? [await finding, null] : await Promise.all([finding, asking]);
  const decided = verdict === null ? byRules : decide(request, understood, verdict);
  const scopes = findScopes({ question, heard, scopes: policy.scopes, atMs, zone: zone.zone });
  const named = scopes.flatMap(({ scope }): readonly Scope[] => (scope === null ? [] : [scope]));
  const choice = choose({ policy, decided, scopes: named, referral: redFlags.length > 0 });
  const waiting = askForDocuments(policy, choice.documents, deps.askDocuments);
  const answering = askAll(policy, choice.chosen, deps.ask);
  const [answers, documents] = waiting instanceof Promise ? await Promise.all([answering, waiting]) : [await answering, waiting];
  return { verdict, decided, zone, scopes, choice, results: withZone(zone.asked, answers), documents };
}

/** The answer that the zone is read from comes first. */
const withZone = (asked: ZoneFound["asked"], answers: Gathered["results"]): Gathered["results"] => {
  const results = new Map(asked);
  for (const [source, result] of answers) results.set(source, result);
  return results;
};

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

/** filter, score, conflict, pack, place, render */
async function selected(request: AssemblyRequest, understood: Understood, gathered: Gathered, deps: AssembleDeps): Promise<Made> {
  const { heard, redFlags } = understood;
  const { policy, question, subject, plan } = request;
  const { languages, counter, marker } = deps;
  const language = await answerLanguage({
    asked: request.language,
    question,
    shown: heard.shown,
    surely: heard.surely,
    spoken: new Set(heard.hits.flatMap(({ term }) => (term.language === ANY ? [] : [term.language]))),
    known: languages.rules.keys(),
    fallback: policy.language,
  });
  const { decided, choice, results, documents, scopes, zone } = gathered;
  const selection = select({
    request,
    choice,
    results,
    documents,
    scopes: scopes.flatMap(({ found }) => found.name ?? []),
    zone: zone.zone,
    languages,
    counter,
    marker,
    intents: [decided.lead, ...decided.contenders],
    language: language.language,
    referral: redFlags.length > 0,
    question: new Set(heard.words.map((word) => word.folded)),
    viewer: { subject, groups: deps.groups, plan },
  });
  return { language, selected: selection };
}

interface Asked extends Understood {
  readonly request: AssemblyRequest;
}

interface Made extends InLanguage {
  readonly selected: Selected;
}

/** Member by member: V8 turns a large object that is joined from several into a table, which costs more than half of what stands here. */
const assemblyOf = (asked: Asked, gathered: Gathered, { language, selected }: Made): Assembly => ({
  request: asked.request,
  heard: asked.heard,
  classified: asked.classified,
  redFlags: asked.redFlags,
  verdict: gathered.verdict,
  decided: gathered.decided,
  zone: gathered.zone,
  scopes: gathered.scopes,
  choice: gathered.choice,
  results: gathered.results,
  documents: gathered.documents,
  language,
  input: selected.input,
  filtered: selected.filtered,
  retrieved: selected.retrieved,
  items: selected.items,
  conversation: selected.conversation,
  resolved: selected.resolved,
  bundles: selected.bundles,
  turns: selected.turns,
  rendered: selected.rendered,
  packed: selected.packed,
  disagreements: selected.disagreements,
  limit: selected.limit,
  exact: selected.exact,
  estimate: selected.estimate,
  parts: selected.parts,
  used: selected.used,
  labels: selected.labels,
  sharedDigest: selected.sharedDigest,
  marks: selected.marks,
  copied: selected.copied,
  cacheKey: selected.cacheKey,
  citations: selected.citations,
  prompt: selected.prompt,
});
