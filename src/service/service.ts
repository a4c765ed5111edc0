/** The one service behind both faces: resolves a body, opens the sources, assembles, and stores before it answers. */

import { randomUUID } from "node:crypto";
import type { Caller, CallerAbout } from "../caller.ts";
import { type AssembleDeps, assemble } from "../pipeline/assemble.ts";
import { branchesOf } from "../pipeline/explain.ts";
import { coreOf, decisionsOf } from "../pipeline/manifest.ts";
import { maskedPrompt } from "../pipeline/masked-prompt.ts";
import { naiveOf } from "../pipeline/naive.ts";
import { nearMisses } from "../pipeline/near-misses.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import { createTimeLeft } from "../sources/time-left.ts";
import { unknownManifest } from "../store/store-errors.ts";
import type { Answer, Call, ExplainPart, Explanation, QuestionBody, Service, WhatIf } from "./answers.ts";
import { lapsOf } from "./laps.ts";
import { type Opened, openRequest, openWhatIf, type ServiceDeps } from "./open-request.ts";
import { previousPrompt } from "./previous-prompt.ts";
import type { Recall } from "./recall.ts";
import { modelAnswers } from "./receive-answer.ts";
import { manifestWrite } from "./record.ts";
import { recallOf, withRecall } from "./remembered.ts";
import { mayAudit, shownManifest } from "./shown-manifest.ts";
import { storeAnswer } from "./store-answer.ts";

export function createService(deps: ServiceDeps): Service {
  return {
    snapshot: deps.snapshot,
    readings: () => deps.library.readings(),
    assemble: async (caller, body, call) =>
      answerStored(deps, openRequest(deps, caller, body, { call, asksModel: true }), { body, call }),
    explain: (caller, body, parts, call) => explainOnly(deps, caller, body, parts, call),
    async manifest(caller, id) {
      const found = await deps.store.read(caller, id);
      if (found === null) throw unknownManifest();
      return shownManifest(caller, found);
    },
    ...modelAnswers(deps),
  };
}

interface Asked {
  readonly body: QuestionBody;
  readonly call: Call;
}

async function answerStored(deps: ServiceDeps, opened: Opened, { body, call }: Asked): Promise<Answer> {
  const laps = lapsOf(deps.monotonic);
  const compare = previousPrompt(deps.store, opened.caller, opened.request.conversation);
  const { recall, request, timing } = await withMemory(deps, opened, call);
  if (recall !== null) laps.mark("recall");
  const assembly = await assemble(request, { ...opened.deps, askModel: askModelOf(deps, opened, call), mark: laps.mark });
  const core = coreOf(assembly, opened.hashing);
  const compared = await compare(core);
  const prefix = { ...compared, findings: [...deps.prefixes.sent(core, compared), ...compared.findings] };
  const manifestId = randomUUID();
  const timings = timingsOf(opened, timing);
  const write = manifestWrite(assembly, {
    ...{ core, manifestId, call, body, timings, createdMs: deps.now(), prefix },
    ...{ groups: opened.caller.groups, recall, keyed: opened.hashing.keyed },
  });
  laps.mark("record");
  const { audit } = opened.request.policy;
  const persisted = await storeAnswer(deps.store, opened.caller, { documents: assembly.documents, write, audit });
  laps.mark("store");
  deps.meter.assembled({ core, sources: write.inputs.sources, timings, stages: laps.stages });
  deps.sampleSaved(assembly, opened.deps.counter);
  const { hashing, caller } = opened;
  const loaded = deps.snapshot().policies.get(core.policy.name);
  const shown = { assembly, core, manifestId: persisted ? manifestId : null };
  if (loaded?.digest === core.policy.digest)
    deps.shadows.compare({ ...shown, caller, policy: loaded, deps: opened.deps, hashing });
  return {
    ...{ core, prompt: assembly.prompt, labels: assembly.labels, persisted, manifestId: shown.manifestId },
    ...{ subjectHash: subjectHashOf(deps, caller), timings, prefix },
  };
}

interface WithMemory {
  /** Null where the policy asks for none. */
  readonly recall: Recall | null;
  readonly request: AssemblyRequest;
  readonly timing: Answer["timings"];
}

/** The wait for the store ends with the time of the request. */
async function withMemory({ store, monotonic }: ServiceDeps, opened: Opened, { signal }: Call): Promise<WithMemory> {
  const startedMs = monotonic();
  const timeLeft = createTimeLeft({ deadlineMs: opened.deadlineMs, signal }, monotonic);
  const recall = await recallOf(store, opened, timeLeft);
  const timing: Answer["timings"] = recall === null ? [] : [{ source: "memory", ms: monotonic() - startedMs, via: "store" }];
  return { recall, request: withRecall(opened.request, recall), timing };
}

const subjectHashOf = ({ store }: ServiceDeps, caller: CallerAbout): string =>
  store.hash(caller, JSON.stringify(["subject", caller.about]));

const timingsOf = ({ gathering, consultation }: Opened, recall: Answer["timings"]): Answer["timings"] => [
  ...recall,
  ...gathering.timings(),
  ...consultation.timings(),
];

const askModelOf =
  ({ classifier }: ServiceDeps, { request, deadlineMs }: Opened, { signal, traceparent }: Call): AssembleDeps["askModel"] =>
  (allowed) =>
    classifier.classify({
      question: request.question,
      intents: allowed.map((name) => ({ name })),
      signal,
      deadlineMs,
      traceparent,
    });

/** Sources whose answers the caller sent itself. */
const given = (whatIf: WhatIf | undefined): ReadonlySet<string> => new Set(Object.keys(whatIf?.payloads ?? {}));

type ExplainBody = QuestionBody & { readonly what_if?: WhatIf | undefined };

async function explainOnly(
  deps: ServiceDeps,
  caller: Caller,
  body: ExplainBody,
  parts: ReadonlySet<ExplainPart>,
  call: Call,
): Promise<Explanation> {
  const startedMs = deps.monotonic();
  const whatIf = body.what_if;
  const opened =
    whatIf === undefined
      ? openRequest(deps, caller, body, { call, asksModel: false })
      : await openWhatIf(deps, caller, body, whatIf, call);
  const compare = previousPrompt(deps.store, opened.caller, opened.request.conversation);
  const { request, timing } = await withMemory(deps, opened, call);
  const assembly = await assemble(request, opened.deps);
  const assembledMs = deps.monotonic();
  const core = coreOf(assembly, opened.hashing);
  const branches = parts.has("branches") ? await branchesOf(assembly, opened.deps, opened.hashing) : null;
  const naive = parts.has("naive") ? await naiveOf(assembly, opened.deps) : null;
  return {
    question: body.question,
    core,
    prompt: caller.permissions.has("reveal") ? assembly.prompt : maskedPrompt(assembly, given(whatIf)),
    labels: assembly.labels,
    persisted: false,
    manifestId: null,
    timings: timingsOf(opened, timing),
    prefix: await compare(core),
    decisions: parts.has("decisions") ? decisionsOf(core) : null,
    denied: parts.has("decisions") && mayAudit(caller) ? assembly.items.denied : null,
    branches,
    near_misses: parts.has("near_misses") ? nearMisses(assembly, core.dropped) : null,
    naive,
    stages: parts.has("timings") ? { assemble_ms: assembledMs - startedMs, explain_ms: deps.monotonic() - assembledMs } : null,
  };
}
