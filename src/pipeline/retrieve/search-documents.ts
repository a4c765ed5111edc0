/** Documents on their way into the selection: what was retrieved, and what stands in the prompt where nothing was. Pure. */
import type { Policy } from "../../policy/snapshot.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import type { Gap } from "../candidate.ts";
import type { Heading } from "../chosen.ts";
import { asOfMs } from "../filter/moments.ts";
import type { Given } from "../given.ts";
import type { Missing } from "../records/core.ts";
import { gapLine, headingLine, questionLine } from "../render/lines.ts";
import type { SelectInput } from "../select-input.ts";
import { retrieve } from "./retrieve.ts";
import type { Retrieved } from "./retrieved.ts";

/** Whether any source of documents answered. */
export const isSearched = ({ documents }: Pick<SelectInput, "documents">): boolean =>
  [...documents.values()].some(({ status }) => status !== "failed");

export function searchDocuments(input: SelectInput, fits: (candidates: readonly Given[]) => boolean): readonly Retrieved[] {
  const { request, choice, intents, scopes } = input;
  const { policy, plan, attributes, asOf, atMs } = request;
  return retrieve({
    policy,
    synonyms: policy.synonyms,
    documents: choice.documents,
    results: input.documents,
    question: request.question,
    situation: { plan, attributes, intents, scopes },
    viewer: input.viewer,
    zone: input.zone,
    asOfMs: asOfMs({ asOf, atMs, zone: input.zone }),
    fits,
  });
}

export interface FailedDocuments {
  readonly missing: readonly Missing[];
  readonly gaps: readonly Gap[];
}

/** Sources that did not answer are missing as pieces are; of a primary one the prompt says so. */
export function failedDocuments({ request, choice, documents, language, counter }: SelectInput): FailedDocuments {
  const failed = choice.documents.flatMap(({ source, role }) => {
    const result = documents.get(source);
    const rules = request.policy.documents.get(source);
    if (result?.status !== "failed" || rules === undefined) return [];
    const label = rules.label(language);
    const { cause, httpStatus } = result;
    const missing: Missing = {
      ...{ id: `documents:${source}`, label, role, source, reason: "unreachable", cause },
      http_status: httpStatus ?? null,
    };
    return [{ missing, line: gapLine(request.policy.prompt.notKnown(language)({ label })) }];
  });
  return {
    missing: failed.map(({ missing }) => missing),
    gaps: failed
      .filter(({ missing }) => missing.role === "primary")
      .map(({ missing: { id }, line }) => ({ id, line, tokens: counter.count(line) })),
  };
}

/** The question before the documents, where the policy wants it there too. */
export function restatedQuestion({ request, counter }: SelectInput): Heading | null {
  const { policy, question } = request;
  if (!policy.prompt.documents.restate) return null;
  const text = questionLine(question);
  return { text, tokens: counter.count(text) };
}

/** The line that says that nothing was found; null where something was, or nothing was searched. */
export function noneFoundLine(
  retrieved: readonly Retrieved[],
  { policy, language, counter }: { readonly policy: Policy; readonly language: string; readonly counter: TokenCounter },
): Heading | null {
  const isEmpty =
    retrieved.some(({ record }) => record.status === "none_found") &&
    retrieved.every(({ candidates }) => candidates.length === 0);
  if (!isEmpty) return null;
  const text = headingLine(policy.prompt.documents.noneFound(language));
  return { text, tokens: counter.count(text) };
}
