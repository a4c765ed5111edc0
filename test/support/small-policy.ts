/** A policy of two files, for what a request brings itself: candidates, turns, tools. Declared counts are trusted unless a test says otherwise. */
import { verifiedCaller } from "../../src/caller.ts";
import type { AskDocuments } from "../../src/documents/documents-result.ts";
import { AppError } from "../../src/errors.ts";
import { type Assembly, assemble } from "../../src/pipeline/assemble.ts";
import { coreOf, decisionsOf, versionsOf } from "../../src/pipeline/manifest/manifest.ts";
import type { Core, Decision } from "../../src/pipeline/records/core.ts";
import { loadPolicies } from "../../src/policy/load.ts";
import { problemLine } from "../../src/policy/problem.ts";
import { memorySource } from "../../src/policy/read/policy-source.ts";
import type { Policy, Snapshot } from "../../src/policy/snapshot.ts";
import { resolveRequest } from "../../src/service/resolve.ts";
import type { QuestionBody } from "../../src/service/service-types.ts";
import { NOT_COMPUTED } from "../../src/sources/source-result.ts";
import { digestOf } from "../../src/text/digest.ts";
import { openMarker } from "../../src/text/marker.ts";
import { createTokenCounter } from "../../src/tokens/tiktoken-counter.ts";
import type { TokenCounter } from "../../src/tokens/token-counter.ts";
import { memoryDocuments } from "./memory-documents.ts";

const HEAD = `
title: A policy for what requests bring.
tenants: ["*"]
models: [{ name: case-model, window: 16000, reserve_output: 2000 }]
routing: { fallback: general }
`;

const INTENTS = `
intents:
  general: { max_words: 250 }
`;

export interface SmallPolicy {
  readonly policy: Policy;
  readonly snapshot: Snapshot;
  readonly counter: TokenCounter;
  readonly documents: AskDocuments;
}

/** \`yaml\` is what policy.yaml has beside its head; \`files\` are further files, others in the place of those, or null for none. */
export async function smallPolicy(yaml: string, files: Readonly<Record<string, string | null>> = {}): Promise<SmallPolicy> {
  const counter = await createTokenCounter("o200k_base");
  const all = new Map(
    Object.entries({
      "policy.yaml": HEAD + yaml,
      "intents.yaml": INTENTS,
      "prompt/system.md": "Answer from what is given.\n",
      ...files,
    }).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])),
  );
  const documents = new Map([...all].filter(([path]) => path.startsWith("documents/")));
  const texts = new Map([...all].filter(([path]) => !documents.has(path)));
  const loaded = await loadPolicies({
    directory: memorySource(new Map([["small", texts]])),
    environment: {},
    production: false,
    counter,
  });
  if ("problems" in loaded) throw new Error(loaded.problems.map(problemLine).join("\n"));
  const policy = loaded.snapshot.policies.get("small");
  if (policy === undefined) throw new Error("no policy");
  return { policy, snapshot: loaded.snapshot, counter, documents: memoryDocuments(policy, documents) };
}

/** Noon of a day on which everything in the tests is current. */
const NOON = "2026-11-30T12:00:00Z";

export interface SmallAnswer {
  readonly assembly: Assembly;
  readonly core: Core;
  readonly decisions: readonly Decision[];
}

export async function askSmall(
  { policy, snapshot, counter, documents }: SmallPolicy,
  body: Partial<QuestionBody>,
  groups: readonly string[] = [],
): Promise<SmallAnswer> {
  const caller = verifiedCaller({ tenant: "test", subject: "alex", groups, permissions: new Set() });
  const asked = { subject: "alex", question: "Can I still get a refund?", at: NOON, ...body };
  const request = resolveRequest(asked, policy, { nowMs: 0, groups });
  const assembly = await assemble(request, {
    languages: snapshot.languages,
    groups: caller.groups,
    counter,
    marker: openMarker,
    ask: async () => NOT_COMPUTED,
    askDocuments: documents,
    askModel: null,
  });
  const versions = versionsOf({
    service: "test",
    snapshot: snapshot.digest,
    tokenizer: counter.encoding,
    hash_key: "test",
    platform: "test",
  });
  const core = coreOf(assembly, { keyed: digestOf, versions });
  return { assembly, core, decisions: decisionsOf(core) };
}

/** Null where what must go in is too large; whatever else went wrong is thrown. */
export async function nullIfTooLarge<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === "pinned_over_budget") return null;
    throw error;
  }
}

/** Ids in the order of the prompt. */
export const includedIds = ({ included }: Core): readonly string[] => included.map(({ id }) => id);

/** Reason by id of everything that stayed out. */
export const reasons = ({ dropped }: Core): Readonly<Record<string, string>> =>
  Object.fromEntries(dropped.map(({ id, reason }) => [id, reason]));
