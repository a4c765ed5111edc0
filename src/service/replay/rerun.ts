/** Runs a recorded request again: no network, no clock, no model; under its own policies or under others. Pure but for the reading. */
import type { AssembleDeps } from "../../pipeline/assemble.ts";
import { assemble } from "../../pipeline/assemble.ts";
import { coreOf, versionsOf } from "../../pipeline/manifest/manifest.ts";
import type { Core } from "../../pipeline/records/core.ts";
import type { Prompt } from "../../pipeline/records/prompt.ts";
import type { AssemblyRequest } from "../../pipeline/request.ts";
import type { Model, Policy, Snapshot } from "../../policy/snapshot.ts";
import { failed, type SourceResult } from "../../sources/source-result.ts";
import type { Marker } from "../../text/marker.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import { readRecall } from "../recall.ts";
import { lacksRecall, withRecall } from "../remembered.ts";
import { resolveRequest } from "../resolve.ts";
import type { WhatIf } from "../service-types.ts";
import { whatIfAnswers, whatIfRequest } from "../what-if.ts";
import { askedVariants, withVariants } from "../with-variants.ts";
import { type RecordedAnswers, recordedAnswers } from "./recorded-answers.ts";
import type { Recording } from "./recording.ts";
import { type Without, withoutAnswers, withoutItems, withoutPieces } from "./without.ts";

export interface RerunDeps {
  readonly counter: (model: Model, learntMilli: number) => TokenCounter;
  /** Versions of this service, for a comparison with those recorded. */
  readonly version: string;
  readonly platform: string;
}

export interface Rerun {
  readonly policy: Policy;
  readonly snapshot: Pick<Snapshot, "digest" | "languages">;
  readonly change: WhatIf;
  /** Candidates taken away before anything is decided. */
  readonly without: Without;
  /** Keyed hash of a text, as in the recorded core. */
  readonly keyed: (text: string) => string;
  readonly hashKeyId: string;
  /** As the recorded prompt was written with. */
  readonly marker: Marker;
}

export interface Rerunning {
  readonly core: Core;
  readonly prompt: Prompt;
  /** Sources that were asked now and not then, so that nothing of them is known, and `memory` where less is recorded than is asked for; sorted. */
  readonly notRecorded: readonly string[];
}

/** Null when a recorded text is gone. Throws AppError as an assembly under the change would. */
export async function rerun(deps: RerunDeps, recording: Recording, run: Rerun): Promise<Rerunning | null> {
  const policy = withoutPieces(run.policy, run.without);
  const body = withoutItems(recording.request.body, run.without);
  const { at, groups, learnt_milli: learntMilli } = recording.request;
  const asking = { nowMs: Date.parse(at), groups, plan: run.change.plan };
  const resolved = { ...resolveRequest(body, policy, asking), learntMilli };
  const variants = askedVariants(policy, recordedVariants(recording), { asked: run.change.variants, root: "change" });
  const asked = whatIfRequest(withVariants(resolved, variants), run.change, "change");
  const { memory_hash: memoryHash } = recording.inputs;
  const memory = memoryHash === undefined ? null : await recording.texts.text(memoryHash);
  if (memoryHash !== undefined && memory === null) return null;
  const recall = memory === null ? null : readRecall(memory);
  const request = withRecall(asked, recall, run.without);
  const recorded = await recordedAnswers(recording.inputs, policy, recording.texts);
  if (recorded === null) return null;
  const answers = withoutAnswers(recorded, run.without);
  const unknown = new Set<string>(lacksRecall(asked.policy, recall) ? ["memory"] : []);
  const assembly = await assemble(request, assembleDeps(deps, { request, recording, run, answers, asked: unknown }));
  const versions = versionsOf({
    service: deps.version,
    snapshot: run.snapshot.digest,
    tokenizer: deps.counter(request.model, request.learntMilli).encoding,
    hash_key: run.hashKeyId,
    platform: deps.platform,
  });
  return {
    core: coreOf(assembly, { keyed: run.keyed, versions }),
    prompt: assembly.prompt,
    notRecorded: [...unknown].sort(),
  };
}

/** Another run of the same person must not be given another variant: the key may have changed, or the shares. */
const recordedVariants = ({ outcome }: Recording) =>
  Object.entries(outcome.variants).map(([experiment, variant]) => ({ experiment, variant }));

interface Running {
  readonly request: AssemblyRequest;
  readonly recording: Recording;
  readonly run: Rerun;
  readonly answers: RecordedAnswers;
  /** Filled with the names of sources that nothing is recorded of. */
  readonly asked: Set<string>;
}

function assembleDeps({ counter }: RerunDeps, { request, recording, run, answers, asked }: Running): AssembleDeps {
  const given = whatIfAnswers(request.policy, run.change, "change");
  const unknown = (source: string) => {
    asked.add(source);
    return failed("refused") as Extract<SourceResult, { status: "failed" }>;
  };
  const { verdict } = answers;
  return {
    languages: run.snapshot.languages,
    groups: recording.request.groups,
    counter: counter(request.model, request.learntMilli),
    marker: run.marker,
    ask: async (source) => given.get(source) ?? answers.results.get(source) ?? unknown(source),
    askDocuments: async (source) => {
      const override = given.get(source);
      return override?.status === "failed" ? override : (answers.documents.get(source) ?? unknown(source));
    },
    askModel: verdict === null ? null : async () => verdict,
  };
}
