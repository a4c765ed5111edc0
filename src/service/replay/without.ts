/** Takes candidates out of a recorded request before anything is decided about them: for ablation. Pure. */
import type { DocumentsResult } from "../../documents/documents-result.ts";
import type { Intent, Policy } from "../../policy/snapshot.ts";
import type { QuestionBody } from "../service-types.ts";
import type { RecordedAnswers } from "./recorded-answers.ts";

/** Ids as the decisions have them. */
export type Without = ReadonlySet<string>;

export const NOTHING_LEFT_OUT: Without = new Set();

/** A policy that does not have these pieces, or itself where it has none of them. */
export function withoutPieces(policy: Policy, without: Without): Policy {
  if (![...policy.pieces.keys()].some((id) => without.has(id))) return policy;
  const kept = (names: readonly string[]): readonly string[] => names.filter((name) => !without.has(name));
  const intentOf = (intent: Intent): Intent => ({
    ...intent,
    primary: kept(intent.primary),
    secondary: kept(intent.secondary),
    exclude: kept(intent.exclude),
  });
  const { redFlags } = policy.safety;
  return {
    ...policy,
    pieces: new Map([...policy.pieces].filter(([id]) => !without.has(id))),
    intents: new Map([...policy.intents].map(([name, intent]) => [name, intentOf(intent)])),
    scopes: policy.scopes.map((scope) => ({
      ...scope,
      modifiers: scope.modifiers.filter(({ piece }) => !without.has(piece)),
    })),
    safety: { ...policy.safety, redFlags: redFlags === null ? null : { ...redFlags, keep: kept(redFlags.keep) } },
  };
}

/** A body without these candidates and turns; what stood behind a turn that is gone stands where it would without one. */
export function withoutItems(body: QuestionBody, without: Without): QuestionBody {
  if (without.size === 0) return body;
  const { candidates, turns, ...rest } = body;
  const keptTurns = turns?.filter(({ id }) => !without.has(id));
  const keptCandidates = candidates
    ?.filter(({ id }) => !without.has(id))
    .map(({ after, ...one }) => (after === undefined || without.has(after) ? one : { ...one, after }));
  return {
    ...rest,
    ...(keptCandidates === undefined ? {} : { candidates: keptCandidates }),
    ...(keptTurns === undefined ? {} : { turns: keptTurns }),
  };
}

export function withoutAnswers(answers: RecordedAnswers, without: Without): RecordedAnswers {
  if (without.size === 0) return answers;
  const documents = new Map([...answers.documents].map(([source, result]) => [source, withoutFound(source, result, without)]));
  return { ...answers, documents };
}

/** Ids of what is found begin with their source. */
function withoutFound(source: string, result: DocumentsResult, without: Without): DocumentsResult {
  const isOut = (id: string): boolean => without.has(`${source}:${id}`);
  if (result.status === "hits") return { ...result, hits: result.hits.filter(({ id }) => !isOut(id)) };
  if (result.status !== "corpus") return result;
  const leftOut = result.corpus.sections.flatMap(({ section }, at) => (isOut(section.id) ? [at] : []));
  return leftOut.length === 0 ? result : { ...result, leftOut };
}
