/** The shipped coaching policy, loaded once per test file, and one assembly on its samples. */
import { readdirSync, readFileSync } from "node:fs";
import { callerAbout, verifiedCaller } from "../../src/caller.ts";
import type { AskDocuments } from "../../src/documents/documents-result.ts";
import { type Assembly, assemble } from "../../src/pipeline/assemble.ts";
import { coreOf, type Hashing, versionsOf } from "../../src/pipeline/manifest/manifest.ts";
import type { Core } from "../../src/pipeline/records/core.ts";
import { loadPolicies } from "../../src/policy/load.ts";
import type { Policy, Snapshot } from "../../src/policy/snapshot.ts";
import { resolveRequest } from "../../src/service/resolve.ts";
import type { QuestionBody, WhatIf } from "../../src/service/service-types.ts";
import { whatIfAnswers, whatIfRequest } from "../../src/service/what-if.ts";
import { sampleGatherer } from "../../src/sources/sample-gatherer.ts";
import type { SourceResult } from "../../src/sources/source-result.ts";
import { digestOf } from "../../src/text/digest.ts";
import { openMarker } from "../../src/text/marker.ts";
import { createTokenCounter } from "../../src/tokens/tiktoken-counter.ts";
import type { TokenCounter } from "../../src/tokens/token-counter.ts";
import { memoryDocuments, NO_DOCUMENTS } from "./memory-documents.ts";

/** Nine in the morning in Athens, on the day the samples are written for. */
const SAMPLE_MORNING = "2026-03-10T09:00:00+02:00";

const TESTER = verifiedCaller({ tenant: "test", subject: null, groups: [], permissions: new Set(["any_subject"]) });

export interface Loaded {
  readonly snapshot: Snapshot;
  readonly policy: Policy;
  readonly counter: TokenCounter;
}

export async function loadCoaching(): Promise<Loaded> {
  const counter = await createTokenCounter("o200k_base");
  const loaded = await loadPolicies({ directory: "policies", environment: {}, production: false, counter });
  if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems));
  const policy = loaded.snapshot.policies.get("coaching");
  if (policy === undefined) throw new Error("no coaching policy");
  return { snapshot: loaded.snapshot, policy, counter };
}

export interface Asked {
  readonly assembly: Assembly;
  readonly core: Core;
}

/** Of a shipped policy. */
function documentsOnDisk(policy: Policy): AskDocuments {
  const folder = new URL(`../../policies/${policy.name}/documents/`, import.meta.url);
  if (policy.documents.size === 0) return NO_DOCUMENTS;
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return memoryDocuments(
    policy,
    new Map(names.map((name) => [`documents/${name}`, readFileSync(new URL(name, folder), "utf8")])),
  );
}

/** Assembles on the samples, at the samples' morning unless the body says otherwise; `whatIf` overrides as in /explain. */
export async function askOnSamples(
  { snapshot, policy, counter }: Loaded,
  body: Partial<QuestionBody> & { readonly question: string },
  whatIf: WhatIf = {},
  ask: (source: string, answer: Promise<SourceResult>) => Promise<SourceResult> = (_source, answer) => answer,
): Promise<Asked> {
  const full = { subject: "maya", at: SAMPLE_MORNING, ...body };
  // A verdict as a model gives it: what_if refuses one that names no intent.
  const { verdict = null, ...others } = whatIf;
  const resolved = resolveRequest(full, policy, { nowMs: 0, groups: TESTER.groups, plan: whatIf.plan });
  const request = { ...whatIfRequest(resolved, others, "what_if"), verdict };
  const limits = { deadlineMs: Number.POSITIVE_INFINITY, signal: () => new AbortController().signal, traceparent: "" };
  // The samples belong to the files of the policy as loaded; a test may have changed anything else of it.
  const files = new Map([[policy.name, { ...policy, digest: request.policy.digest }]]);
  const gathering = sampleGatherer(files).open(
    callerAbout(TESTER, full.subject),
    { ...request, overrides: whatIfAnswers(request.policy, whatIf, "what_if") },
    limits,
  );
  const assembly = await assemble(request, {
    languages: snapshot.languages,
    groups: TESTER.groups,
    counter,
    marker: openMarker,
    askDocuments: documentsOnDisk(request.policy),
    askModel: null,
    ask: (source) => ask(source, Promise.resolve(gathering.ask(source))),
  });
  return { assembly, core: coreOf(assembly, hashing(snapshot, counter)) };
}

const hashing = (snapshot: Snapshot, counter: TokenCounter): Hashing => ({
  keyed: digestOf,
  versions: versionsOf({
    service: "test",
    snapshot: snapshot.digest,
    tokenizer: counter.encoding,
    hash_key: "test",
    platform: "test",
  }),
});
