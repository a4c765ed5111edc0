/**
 * A set of recorded requests as JSON lines: each text once, before the first recording that refers to it, by its plain digest;
 * then the recordings. Made to be kept beside a policy and reviewed with it. Pure but for the reading of texts.
 */
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { DIFF_STAGES, type Outcome } from "../../pipeline/manifest/outcome.ts";
import { replayFolders, replayTexts } from "../../pipeline/manifest/text-hashes.ts";
import type { ReplayInputs, Versions } from "../../pipeline/records/inputs.ts";
import { digestOfEntries } from "../../policy/digest.ts";
import { digestOf } from "../../text/digest.ts";
import type { RecordedTexts } from "./recorded-answers.ts";
import type { Recording } from "./recording.ts";
import type { RequestRecord } from "./request-record.ts";

const Hash = z.string().regex(/^sha256:[0-9a-f]{64}$/, "a digest: sha256: and 64 hexadecimal digits");
const Text = z.string();
const Nullable = Text.nullable();

const SourceLine = z.strictObject({
  source: Text,
  status: z.enum(["facts", "not_computed", "corpus", "hits", "failed"]),
  cause: Nullable,
  http_status: z.int().nullable(),
  stale: z.boolean(),
  hash: Hash.nullable(),
  meaning_hash: Hash.optional(),
});

const InputsLine = z.strictObject({
  sources: z.array(SourceLine),
  verdict: Nullable,
  // Only where the policy asks the memory store.
  memory_hash: Hash.optional(),
  model: z
    .strictObject({
      status: z.enum(["answered", "failed"]),
      cause: Nullable,
      http_status: z.int().nullable(),
      content_hash: Hash.nullable(),
    })
    .nullable(),
});

const Decision = z.strictObject({
  id: Text,
  outcome: z.enum(["included", "missing", "withheld", "dropped"]),
  stage: z.enum(DIFF_STAGES),
  reason: Text,
  role: Nullable,
  block: Nullable,
  tokens: z.int().nullable(),
  score: z.number().nullable(),
  position: z.int().nullable(),
});

const OutcomeLine = z.strictObject({
  policy: Text,
  digest: Text,
  // Sets of before there were experiments have none.
  variants: z.record(Text, Text).default({}),
  plan: Nullable,
  format: Text,
  model: Text,
  routing: z.strictObject({
    intent: Text,
    certain: z.boolean(),
    reason: Nullable,
    contenders: z.array(Text),
    decided_by: Text,
    scores: z.record(Text, z.number()),
  }),
  scope: z.strictObject({ names: z.array(Text), from: Nullable, to: Nullable, zone: Text }),
  instructions: z.strictObject({ language: Text, max_words: z.int(), referral: z.boolean() }),
  decisions: z.array(Decision),
  conflicts: z.array(Text),
  findings: z.array(Text),
  limit: z.int(),
  used: z.int(),
  zones: z.record(Text, z.int()),
});

const RecordingLine = z.strictObject({
  manifest_id: Text,
  request: z.strictObject({
    body: z.looseObject({ subject: Text, question: Text }),
    at: z.iso.datetime(),
    groups: z.array(Text),
    learnt_milli: z.int(),
  }),
  inputs: InputsLine,
  policy: Text,
  snapshot: Text,
  versions: z.record(Text, z.union([Text, z.number()])),
  outcome: OutcomeLine,
  prompt_digest: Hash.nullable(),
});

/** One line of a set. */
export const SetLine = z.union([
  z.strictObject({ text: Text }),
  z.strictObject({ files: z.record(Text, Text) }),
  z.strictObject({ recording: RecordingLine }),
]);
export type SetLine = z.output<typeof SetLine>;

/** What has stood in a set so far. */
export interface Written {
  readonly texts: Set<string>;
}

/**
 * The lines of one more recording; null when a text of it is gone. `isOpen`: its prompt was written with the open marker, as those of
 * a set are when they run again; other prompts cannot be compared by their bytes, so their digest stays out.
 */
export async function linesOf(recording: Recording, written: Written, isOpen = false): Promise<readonly string[] | null> {
  const lines: string[] = [];
  const put = (digest: string, line: SetLine): void => {
    if (!written.texts.has(digest)) lines.push(JSON.stringify(line));
    written.texts.add(digest);
  };
  const text = async (hash: string | null): Promise<string | null | undefined> => {
    if (hash === null) return null;
    const found = await recording.texts.text(hash);
    if (found === null) return undefined;
    put(digestOf(found), { text: found });
    return digestOf(found);
  };
  const inputs = await plainInputs(recording, { text, put });
  if (inputs === null) return null;
  const { manifestId: manifest_id, request, policy, snapshot, versions, outcome } = recording;
  const prompt_digest = isOpen ? recording.promptDigest : null;
  const line = { manifest_id, request, inputs, policy, snapshot, versions, outcome, prompt_digest };
  return [...lines, JSON.stringify({ recording: line })];
}

interface Putting {
  /** Puts the text of a keyed hash; undefined when it is gone. */
  readonly text: (hash: string | null) => Promise<string | null | undefined>;
  readonly put: (digest: string, line: SetLine) => void;
}

/** The inputs with plain digests, which need no key; null when something is gone. */
async function plainInputs({ inputs, texts }: Recording, { text, put }: Putting): Promise<z.output<typeof InputsLine> | null> {
  const sources = [];
  for (const source of inputs.sources) {
    if (source.status === "corpus" && source.hash !== null) {
      const files = await texts.files(source.hash);
      if (files === null) return null;
      put(source.hash, { files: Object.fromEntries(files) });
    }
    const hash = source.status === "corpus" ? source.hash : await text(source.hash);
    const meaning = source.meaning_hash === undefined ? null : await text(source.meaning_hash);
    if (hash === undefined || meaning === undefined) return null;
    const { meaning_hash: _, ...rest } = source;
    sources.push({ ...rest, hash, ...(meaning === null ? {} : { meaning_hash: meaning }) });
  }
  const said = await text(inputs.model?.content_hash ?? null);
  const memory = await text(inputs.memory_hash ?? null);
  if (said === undefined || memory === undefined) return null;
  const model = inputs.model === null ? null : { ...inputs.model, content_hash: said };
  return { sources, verdict: inputs.verdict, model, ...(memory === null ? {} : { memory_hash: memory }) };
}

/**
 * Reads a set line by line: `add` takes one and gives the recording that it is, or null for a line that recordings refer to. Reading what was
 * altered throws AppError `hash_mismatch`: something of the digest that is asked for is not in the set, and something in it has a digest
 * that nothing asks for. What is not in the set otherwise is gone.
 */
export function openSet(): { readonly add: (line: SetLine) => Recording | null } {
  const texts = holding<string>("text");
  const files = holding<ReadonlyMap<string, string>>("folder");
  const reading: RecordedTexts = { text: async (hash) => texts.read(hash), files: async (digest) => files.read(digest) };
  return {
    add(line) {
      if ("text" in line) texts.put(digestOf(line.text), line.text);
      else if ("files" in line) {
        const entries = new Map(Object.entries(line.files));
        files.put(digestOfEntries(entries), entries);
      } else {
        const recording = recordingOfLine(line.recording, reading);
        replayTexts(recording.inputs).forEach(texts.refer);
        replayFolders(recording.inputs).forEach(files.refer);
        return recording;
      }
      return null;
    },
  };
}

/** Lines of one sort by their digest, and which of them some recording refers to. */
function holding<Value>(what: string) {
  const held = new Map<string, Value>();
  const strays = new Set<string>();
  const referred = new Set<string>();
  return {
    put(digest: string, value: Value): void {
      held.set(digest, value);
      if (!referred.has(digest)) strays.add(digest);
    },
    refer(digest: string): void {
      referred.add(digest);
      strays.delete(digest);
    },
    read(digest: string): Value | null {
      const found = held.get(digest) ?? null;
      if (found !== null || strays.size === 0) return found;
      throw new AppError(
        "hash_mismatch",
        `A ${what} of the set was altered: ${digest} is not in it, and ${[...strays][0]} is for nothing.`,
      );
    },
  };
}

/** The body was validated when it was asked; names in it are resolved again at each run. */
const recordingOfLine = (line: z.output<typeof RecordingLine>, texts: RecordedTexts): Recording => ({
  manifestId: line.manifest_id,
  request: line.request as unknown as RequestRecord,
  inputs: line.inputs as ReplayInputs,
  policy: line.policy,
  snapshot: line.snapshot,
  versions: line.versions as unknown as Versions,
  outcome: line.outcome as Outcome,
  core: null,
  promptDigest: line.prompt_digest,
  texts,
});
