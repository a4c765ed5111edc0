/** Which sources are asked, and the answers by name. Asks through the function it is given; pure otherwise. */

import type { AskDocuments, DocumentsResult } from "../documents/documents-result.ts";
import { AppError } from "../errors.ts";
import type { Intent, Policy } from "../policy/snapshot.ts";
import type { Chosen, ChosenDocuments } from "../routing/choose.ts";
import type { ScopeRecord } from "../routing/records.ts";
import type { Decided } from "../routing/route.ts";
import { readPointer } from "../sources/json-pointer.ts";
import { allOf, type Cause, type SourceResult } from "../sources/source-result.ts";
import { isTimeZone } from "../text/zoned.ts";
import type { AssemblyRequest } from "./request.ts";

/** Asks one source for the caller's person. Never rejects; asked twice, it answers the same. No promise where the answer is there already. */
export type Ask = (source: string) => SourceResult | Promise<SourceResult>;

export interface ZoneFound {
  readonly zone: string;
  readonly source: ScopeRecord["zone_source"];
  /** The answer it was read from, or would have been: an input like any other. */
  readonly asked: ReadonlyMap<string, SourceResult>;
}

const NONE_ASKED: ReadonlyMap<string, SourceResult> = new Map();

/** Whether a source must be asked before the scope is known. */
export const waitsForZone = ({ policy, timeZone }: AssemblyRequest): boolean =>
  policy.timeZone.from !== null && timeZone === null;

/**
 * While the time zone or a verdict is waited for, starts the calls that the routing alone makes certain: not those of pieces
 * that some scope drops, since the scope is not known yet.
 */
export function askAhead({ policy }: AssemblyRequest, decided: Decided, ask: Ask): void {
  for (const name of [decided.lead, ...decided.contenders]) {
    const intent = policy.intents.get(name);
    if (intent !== undefined)
      for (const source of sourcesOf(policy, intent, () => certainPieces(policy, intent))) void ask(source);
  }
}

function certainPieces({ scopes }: Policy, { primary, secondary }: Intent): readonly string[] {
  const dropped = new Set(
    scopes.flatMap((scope) => scope.modifiers.filter((one) => one.action === "drop").map((one) => one.piece)),
  );
  return [...primary, ...secondary].filter((piece) => !dropped.has(piece));
}

/** The answers that the chosen pieces need. Throws `required_source` when one that the policy requires failed. */
export async function askAll(policy: Policy, chosen: readonly Chosen[], ask: Ask): Promise<ReadonlyMap<string, SourceResult>> {
  const names = sourcesOf(policy, chosen, () => chosen.map((one) => one.piece));
  const asked = allOf(names.map(ask));
  const answers = asked instanceof Promise ? await asked : asked;
  const results = new Map<string, SourceResult>();
  for (let at = 0; at < names.length; at += 1) results.set(names[at] as string, answers[at] as SourceResult);
  for (const [name, result] of results) if (result.status === "failed") await assertRequired(policy, name, result, ask);
  return results;
}

/** The answers of the sources of documents, in the order in which they were chosen. Throws `required_source` as well. */
export function askForDocuments(
  { documents }: Pick<Policy, "documents">,
  chosen: readonly ChosenDocuments[],
  ask: AskDocuments,
): ReadonlyMap<string, DocumentsResult> | Promise<ReadonlyMap<string, DocumentsResult>> {
  return chosen.length === 0 ? NO_DOCUMENTS : askEach(documents, chosen, ask);
}

async function askEach(
  documents: Policy["documents"],
  chosen: readonly ChosenDocuments[],
  ask: AskDocuments,
): Promise<ReadonlyMap<string, DocumentsResult>> {
  const results = await Promise.all(chosen.map(({ source }) => ask(source)));
  for (const [at, { source }] of chosen.entries()) {
    const result = results[at];
    const rules = documents.get(source);
    if (result?.status === "failed" && rules?.kind === "search" && rules.search.required)
      throw requiredFailed(source, result.cause);
  }
  return new Map(chosen.map(({ source }, at) => [source, results[at] as DocumentsResult]));
}

const NO_DOCUMENTS: ReadonlyMap<string, DocumentsResult> = new Map();

/** A source that failed because the source of a parameter did is as good as that one. */
async function assertRequired(policy: Policy, name: string, result: SourceResult, ask: Ask): Promise<void> {
  if (result.status !== "failed") return;
  const source = policy.sources.get(name);
  if (result.cause === "dependency") {
    for (const { from } of source?.params ?? []) await assertRequired(policy, from, await ask(from), ask);
  }
  if (source?.required !== true) return;
  throw requiredFailed(name, result.cause);
}

function requiredFailed(name: string, cause: Cause): AppError {
  const message = `The source ${name} did not answer (${cause}) and the policy requires it. Try again.`;
  return new AppError("required_source", message, { retryAfterSeconds: 1 });
}

/** The caller's zone, else the person's own, else the policy's, else UTC. */
export async function findZone(request: AssemblyRequest, ask: Ask): Promise<ZoneFound> {
  if (request.timeZone !== null) return { zone: request.timeZone, source: "request", asked: NONE_ASKED };
  const { from, fallback } = request.policy.timeZone;
  const otherwise = fallback === "UTC" ? "default" : "policy";
  if (from === null) return { zone: fallback, source: otherwise, asked: NONE_ASKED };
  const asking = ask(from.source);
  const result = asking instanceof Promise ? await asking : asking;
  if (result.status === "failed") await assertRequired(request.policy, from.source, result, ask);
  const asked = new Map([[from.source, result]]);
  const name = result.status === "facts" ? readPointer(result.payload, from.pointer) : null;
  if (typeof name === "string" && isTimeZone(name)) return { zone: name, source: "profile", asked };
  return { zone: fallback, source: otherwise, asked };
}

interface Known {
  readonly pieces: Policy["pieces"];
  readonly names: readonly string[];
}

// Both an intent and a choice live as long as their policy, so their sources are looked up once.
const known = new WeakMap<object, Known>();

/** The sources of `pieces`, in the order of the policy; kept under `owner`, which always has the same pieces. */
function sourcesOf(policy: Policy, owner: object, pieces: () => readonly string[]): readonly string[] {
  const before = known.get(owner);
  if (before?.pieces === policy.pieces) return before.names;
  const needed = new Set(pieces().flatMap((piece) => policy.pieces.get(piece)?.source ?? []));
  const names = [...policy.sources.keys()].filter((source) => needed.has(source));
  known.set(owner, { pieces: policy.pieces, names });
  return names;
}
