/** The loaded policies as a caller may see them: those of its tenant, without addresses and headers of sources. Pure. */
import type { z } from "zod";
import { problemLine } from "../policy/problem.ts";
import type { DocumentSource } from "../policy/rules/documents.ts";
import type { Policy } from "../policy/snapshot.ts";
import type { Reading } from "../service/library.ts";
import type { DeepReadonly } from "./types.ts";
import type { PolicyDetail, PolicySummary } from "./wire/policy.ts";

type Summary = DeepReadonly<z.output<typeof PolicySummary>>;
type Detail = DeepReadonly<z.output<typeof PolicyDetail>>;

export const policySummary = ({ name, title, digest, language, findings }: Policy): Summary => ({
  name,
  title,
  digest,
  language,
  findings,
});

interface Loaded {
  /** Digest of all policies. */
  readonly snapshot: string;
  /** Of its folders of documents. */
  readonly readings: readonly Reading[];
}

export function policyDetail(policy: Policy, { snapshot, readings }: Loaded): Detail {
  const { routing, prompt, timeZone } = policy;
  return {
    ...policySummary(policy),
    snapshot,
    format: prompt.format,
    time_zone: timeZone.fallback,
    audit: policy.audit,
    models: policy.models.map((model) => ({
      name: model.name,
      window: model.window,
      reserve_output: model.reserveOutput,
      exact: model.exact,
    })),
    budget: { total: policy.budgetTotal, shares: policy.shares, borrow: policy.borrow },
    plans: [...policy.plans].map(([name, tokens]) => ({ name, secondary_tokens: tokens })),
    attributes: [...policy.attributes].map(([name, { type, values }]) => ({ name, type, values })),
    routing: { threshold: routing.thresholdMilli / 1_000, margin: routing.marginMilli / 1_000, fallback: routing.fallback },
    intents: [...policy.intents.values()].map(({ name, primary, secondary, exclude, maxWords }) => ({
      name,
      primary,
      secondary,
      exclude,
      max_words: maxWords,
    })),
    scopes: policy.scopes.map(({ name }) => name),
    sources: [...policy.sources.values()].map(({ name, required, timeoutMs }) => ({ name, required, timeout_ms: timeoutMs })),
    documents: [...policy.documents.values()].map((rules) => documentsView(rules, readings)),
    pieces: [...policy.pieces.values()].map(({ id, source, label }) => ({ id, source, label: label(policy.language) })),
    files: [...policy.files.keys()].sort(),
  };
}

function documentsView(
  { name, kind, access, k, floor }: DocumentSource,
  readings: readonly Reading[],
): Detail["documents"][number] {
  const reading = readings.find(({ source }) => source === name);
  const corpus = reading?.corpus;
  return {
    ...{ name, kind, access, k, floor },
    digest: corpus?.digest ?? null,
    documents: corpus?.documents.length ?? null,
    sections: corpus?.sections.length ?? null,
    problems: reading?.problems.map(problemLine) ?? [],
    warnings: corpus?.warnings.map(problemLine) ?? [],
  };
}
