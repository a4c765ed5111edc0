/** What only an explanation needs: every branch of an uncertain routing, and the naive prompt. Pure but for `ask`. */
import { AppError } from "../errors.ts";
import { allowedVerdicts } from "../routing/route.ts";
import type { Json } from "../sources/source-result.ts";
import { type AssembleDeps, type Assembly, assemble } from "./assemble.ts";
import { sumOf } from "./budget.ts";
import type { Branch, Branches, Naive } from "./explanation.ts";
import { coreOf, type Hashing } from "./manifest.ts";
import { messageTokens, replyTokens, tokensOfMessages } from "./message-costs.ts";
import { rendererOf } from "./render/payload.ts";
import { rounded } from "./rounded.ts";
import { textOfParts } from "./turn-text.ts";

/** What each possible verdict of a model would give, no verdict first; null when the routing is certain. */
export async function branchesOf(assembly: Assembly, deps: AssembleDeps, hashing: Hashing): Promise<Branches | null> {
  if (assembly.decided.certain) return null;
  const items: Branch[] = [];
  for (const verdict of [null, ...allowedVerdicts(assembly.decided, assembly.request.policy)]) {
    items.push(await branchOf(assembly, verdict, deps, hashing));
  }
  const given = items.filter((branch) => branch.failed === null);
  const inAll = (list: (branch: Branch) => readonly string[]): readonly string[] =>
    [...assembly.request.policy.pieces.keys()].filter((piece) => given.every((branch) => list(branch).includes(piece)));
  return { items, holds_in_all: { included: inAll((branch) => branch.included), withheld: inAll((branch) => branch.withheld) } };
}

async function branchOf({ request }: Assembly, verdict: string | null, deps: AssembleDeps, hashing: Hashing): Promise<Branch> {
  try {
    const branch = await assemble({ ...request, verdict }, deps);
    const core = coreOf(branch, hashing);
    return {
      verdict,
      lead: branch.decided.lead,
      decided_by: branch.decided.decidedBy,
      primary: branch.choice.chosen.filter((one) => one.role === "primary").map((one) => one.piece),
      included: core.included
        .filter((one) => one.kind === "fact" || (one.kind === "document" && one.source !== null))
        .map((one) => one.id),
      withheld: core.withheld.map((one) => one.id),
      max_words: branch.choice.maxWords,
      confidence: core.confidence.level,
      context_hash: core.context_hash,
      failed: null,
    };
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== "pinned_over_budget" && error.code !== "required_source")) throw error;
    const nothing = { primary: [], included: [], withheld: [], max_words: 0, confidence: "low", context_hash: null } as const;
    return { verdict, lead: verdict ?? request.policy.routing.fallback, decided_by: "model", ...nothing, failed: error.code };
  }
}

/** Everything that could be had as JSON under the same system block and before the same question, against what was selected. */
export async function naiveOf(assembly: Assembly, deps: AssembleDeps): Promise<Naive> {
  const { request, used, items, retrieved, parts } = assembly;
  const bundle: Record<string, Json> = {};
  for (const source of request.policy.sources.keys()) {
    const result = await deps.ask(source);
    if (result.status === "facts") bundle[source] = result.payload;
  }
  const denied = new Set(items.denied);
  const candidates = request.items.candidates.filter(({ id }) => !denied.has(id)).map(({ id, text }) => ({ id, text }));
  const turns = request.items.turns.map(({ role, content }) => ({
    role,
    content: textOfParts(content),
  }));
  const all = { ...bundle, ...(candidates.length > 0 && { candidates }), ...(turns.length > 0 && { turns }) };
  const tokens = sumOf(used);
  const sent = { format: request.format, policy: { trustTokens: false } };
  const fixed = parts.filter((part) => part.zone === "shared" || part.message === "late");
  const further = tokensOfMessages(sent, rendererOf(sent.format).messagesOfUser);
  const messages = messageTokens(sent, fixed) + replyTokens(sent) + further;
  // One by one, so that the counts of a large folder are those of the last question.
  const documents = retrieved.flatMap(({ everything }) => everything());
  const ofDocuments = documents.reduce((sum, { id, text }) => sum + deps.counter.count(`${JSON.stringify({ id, text })}\n`), 0);
  const own = deps.counter.count(`${JSON.stringify(all)}\n`);
  const naive = fixed.reduce((sum, part) => sum + part.tokens, messages) + own + ofDocuments;
  return {
    naive_tokens: naive,
    tokens,
    saved_percent: rounded(((naive - tokens) / naive) * 100, 1),
    sources: [
      ...Object.keys(bundle),
      ...retrieved.filter(({ record }) => record.status !== "failed").map(({ record }) => record.source),
    ],
  };
}
