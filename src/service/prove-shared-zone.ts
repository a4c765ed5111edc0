/** Proves of every policy that its shared zone is the same bytes for everybody, by rendering it for two people. No IO; policy.md, Prompt. */
import { type AssembleDeps, assemble } from "../pipeline/assemble.ts";
import type { Prompt } from "../pipeline/records/prompt.ts";
import type { Problem } from "../policy/problem.ts";
import type { DocumentSource } from "../policy/rules/documents.ts";
import { FORMATS, type Format } from "../policy/schema/policy-file.ts";
import { folderName } from "../policy/shown-place.ts";
import type { Policy, Snapshot } from "../policy/snapshot.ts";
import { NOT_COMPUTED } from "../sources/source-result.ts";
import { openMarker } from "../text/marker.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { resolveRequest } from "./resolve.ts";
import type { QuestionBody } from "./service-types.ts";

export interface ProofInput {
  readonly snapshot: Snapshot;
  readonly counter: TokenCounter;
  /** Where the policies are. */
  readonly directory: string;
}

/** One problem for each policy and place that differs; none where the proof holds. */
export async function sharedZoneProblems({ snapshot, counter, directory }: ProofInput): Promise<readonly Problem[]> {
  const label = folderName(directory);
  const problems: Problem[] = [];
  for (const policy of snapshot.policies.values()) {
    for (const format of FORMATS) {
      const [one, other] = [
        await sharedZone(policy, format, ONE, { snapshot, counter }),
        await sharedZone(policy, format, OTHER, { snapshot, counter }),
      ];
      if (one.bytes === other.bytes) continue;
      problems.push(problemOf(policy, { format, label, one, other }));
      break;
    }
  }
  return problems;
}

type Circumstances = Omit<QuestionBody, "policy"> & { readonly at: string };

const TOOL = {
  description: "Looks something up.",
  parameters: { type: "object", properties: { id: { type: "string" } } },
} as const;
const OTHER_WAY_ROUND = {
  parameters: { properties: { id: { type: "string" } }, type: "object" },
  description: TOOL.description,
} as const;

const ONE: Circumstances = {
  at: "2026-01-31T23:59:59.999Z",
  subject: "one",
  question: "What is due today?",
  conversation: "first",
  time_zone: "Pacific/Kiritimati",
  tools: [
    { name: "first_tool", ...TOOL },
    { name: "second_tool", ...TOOL },
  ],
  candidates: [{ id: "memory-of-one", kind: "memory", pinned: true, text: "Prefers metric units." }],
};

/** Another clock, person, question, zone, language, conversation and plan; the same tools, told the other way round. */
const OTHER: Circumstances = {
  at: "2031-07-01T00:00:00Z",
  subject: "other",
  question: "Wie war das vor drei Monaten, und was hat sich seither geändert?",
  conversation: "second",
  time_zone: "America/Los_Angeles",
  language: "de",
  tools: [
    { name: "second_tool", ...OTHER_WAY_ROUND },
    { name: "first_tool", ...OTHER_WAY_ROUND },
  ],
  turns: [
    { id: "turn-of-other", role: "user", content: "Hello." },
    { id: "turn-of-nobody", role: "assistant", content: "Hello, how can I help?" },
  ],
};

interface SharedZone {
  /** As the provider gets them. */
  readonly bytes: string;
  /** By kind of part. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Room for everything: the proof is about bytes, and a refusal would have none. */
const ROOM = 10_000_000;

async function sharedZone(
  policy: Policy,
  format: Format,
  body: Circumstances,
  { snapshot, counter }: Omit<ProofInput, "directory">,
): Promise<SharedZone> {
  // A prompt of its own: what was rendered before is kept by the policy's, and would be the same whatever it says now.
  const own: Policy = {
    ...{ ...policy, prompt: { ...policy.prompt }, budgetTotal: null, shares: null },
    documents: new Map([...policy.documents].map(([name, source]) => [name, notRequired(source)])),
  };
  const [plan] = body === OTHER ? [...policy.plans.keys()].slice(-1) : [];
  const resolved = resolveRequest({ ...body, format, ...(plan !== undefined && { plan }) }, own, { nowMs: 0, groups: [] });
  const request = { ...resolved, model: { ...resolved.model, window: ROOM } };
  const { parts, prompt } = await assemble(request, depsOf(snapshot, counter));
  const shared = parts.filter(({ zone }) => zone === "shared");
  const length = shared.reduce((sum, { text }) => sum + text.length, 0);
  return { bytes: sharedBytes(prompt, length), texts: new Map(shared.map(({ kind, text }) => [kind, text])) };
}

/** Nobody is asked here, and what is missing is not missed. */
const notRequired = (source: DocumentSource): DocumentSource =>
  source.kind === "search" ? { ...source, search: { ...source.search, required: false } } : source;

const depsOf = ({ languages }: Snapshot, counter: TokenCounter): AssembleDeps => ({
  ...{ languages, counter, groups: [], marker: openMarker, askModel: null },
  ask: async () => NOT_COMPUTED,
  askDocuments: async () => ({ status: "failed", cause: "refused" }),
});

/** What a provider can keep for everybody: the policy's text, the tools and the key that leads to it. */
function sharedBytes({ format, payload }: Prompt, length: number): string {
  switch (format) {
    case "openai-chat":
      return JSON.stringify([payload.messages.filter(({ role }) => role === "system"), payload.tools, payload.prompt_cache_key]);
    case "openai-responses":
      return JSON.stringify([payload.instructions, payload.tools, payload.prompt_cache_key]);
    case "anthropic-messages":
      return JSON.stringify([payload.system, payload.tools]);
    case "gemini":
      return JSON.stringify([payload.config.systemInstruction, payload.config.tools]);
    case "text":
      return payload.text.slice(0, length);
  }
}

interface Difference {
  readonly format: Format;
  readonly label: string;
  readonly one: SharedZone;
  readonly other: SharedZone;
}

const FILE_OF: Readonly<Record<string, (policy: Policy) => string>> = {
  system: ({ prompt }) => prompt.systemFile,
  safety: () => "safety.yaml",
};

function problemOf(policy: Policy, { format, label, one, other }: Difference): Problem {
  const kind = [...one.texts.keys()].find((name) => one.texts.get(name) !== other.texts.get(name)) ?? "prompt";
  const file = FILE_OF[kind]?.(policy) ?? "policy.yaml";
  const line = kind === "system" ? firstDifference(one.texts.get(kind) ?? "", other.texts.get(kind) ?? "") : 1;
  const message = `the shared zone of the prompt (${kind}, ${format}) is not the same for two people, clocks and questions, so no provider could cache it; what depends on them belongs in prompt.instructions or in a fact`;
  return { file: `${label}/${policy.name}/${file}`, line, column: 1, code: "shared-zone-varies", message };
}

/** The line, from 1, in which two texts differ first. */
function firstDifference(one: string, other: string): number {
  const lines = other.split("\n");
  return one.split("\n").findIndex((line, at) => line !== lines[at]) + 1 || lines.length;
}
