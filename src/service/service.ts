/** The one service behind both faces: resolves a body, opens the sources, assembles, and stores before it answers. */
import { randomUUID } from "node:crypto";
import { type Caller, type CallerAbout, callerAbout } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { Classifier } from "../model/classifier.ts";
import { type AssembleDeps, type Assembly, assemble } from "../pipeline/assemble.ts";
import { branchesOf, naiveOf } from "../pipeline/explain.ts";
import { coreOf, decisionsOf, type Hashing, versionsOf } from "../pipeline/manifest.ts";
import { maskedPrompt } from "../pipeline/masked-prompt.ts";
import { nearMisses } from "../pipeline/near-misses.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { Model, Snapshot } from "../policy/snapshot.ts";
import type { Gatherer, Gathering } from "../sources/gather.ts";
import type { SourceResult } from "../sources/source-result.ts";
import type { ManifestStore } from "../store/manifest-store.ts";
import type { MemoryStore } from "../store/memory-store.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Answer, Call, ExplainPart, Explanation, QuestionBody, Service, WhatIf } from "./answers.ts";
import type { Consultation, Library } from "./library.ts";
import type { PrefixTracker } from "./prefix-tracker.ts";
import { previousPrompt } from "./previous-prompt.ts";
import { manifestWrite } from "./record.ts";
import { recallOf, withRecall } from "./remembered.ts";
import { resolvePolicy, resolveRequest } from "./resolve.ts";
import { mayAudit, shownManifest } from "./shown-manifest.ts";
import { storeAnswer } from "./store-answer.ts";
import { type CompilePolicy, whatIfAnswers, whatIfPolicy, whatIfRequest } from "./what-if.ts";

export interface ServiceDeps {
  /** The current snapshot; one request uses one. */
  readonly snapshot: () => Snapshot;
  /** The counter of a model, built before readiness. */
  readonly counter: (model: Model) => TokenCounter;
  readonly gatherer: Gatherer;
  readonly library: Pick<Library, "open" | "readings">;
  /** The model that an uncertain question is shown to; asked by assemble alone. */
  readonly classifier: Classifier;
  readonly store: ManifestStore & Pick<MemoryStore, "memories" | "supersededTurns">;
  /** Hears of every prompt that is sent. */
  readonly prefixes: PrefixTracker;
  readonly compile: CompilePolicy;
  readonly requestDeadlineMs: number;
  /** Version of the service, for the manifest. */
  readonly version: string;
  /** Versions of the platform data that dates, numbers and zones are written with, for the manifest. */
  readonly platform: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic milliseconds, the clock of `Call.arrivedMs`. */
  readonly monotonic: () => number;
}

/** What one request holds on to until its answer. */
interface Opened {
  readonly caller: CallerAbout;
  readonly request: AssemblyRequest;
  readonly gathering: Gathering;
  readonly consultation: Consultation;
  readonly deps: AssembleDeps;
  readonly hashing: Hashing;
  /** Monotonic instant after which nothing is waited for. */
  readonly deadlineMs: number;
}

export function createService(deps: ServiceDeps): Service {
  return {
    snapshot: deps.snapshot,
    readings: () => deps.library.readings(),
    assemble: async (caller, body, call) =>
      answerStored(deps, open(deps, caller, body, { call, asksModel: true }), { body, call }),
    explain: (caller, body, parts, call) => explainOnly(deps, caller, body, parts, call),
    async manifest(caller, id) {
      const found = await deps.store.read(caller, id);
      if (found === null) throw new AppError("not_found", "There is no manifest of that id.");
      return shownManifest(caller, found);
    },
  };
}

function open(deps: ServiceDeps, caller: Caller, body: QuestionBody, { call, asksModel }: Opening): Opened {
  const snapshot = deps.snapshot();
  const policy = resolvePolicy(body.policy, snapshot, caller.tenant);
  const request = resolveRequest(body, policy, deps.now());
  return openFor(
    deps,
    caller,
    { snapshot, request, deadlineMs: body.deadline_ms ?? deps.requestDeadlineMs, overrides: NO_OVERRIDES, asksModel },
    call,
  );
}

interface Opening {
  readonly call: Call;
  readonly asksModel: boolean;
}

interface Resolved {
  readonly snapshot: Snapshot;
  readonly request: AssemblyRequest;
  readonly deadlineMs: number;
  readonly overrides: ReadonlyMap<string, SourceResult>;
  /** False for an explanation. */
  readonly asksModel: boolean;
}

const NO_OVERRIDES: ReadonlyMap<string, SourceResult> = new Map();

function openFor(
  deps: ServiceDeps,
  caller: Caller,
  { snapshot, request, deadlineMs, overrides, asksModel }: Resolved,
  call: Call,
): Opened {
  const deadline = call.arrivedMs + deadlineMs;
  if (deps.monotonic() >= deadline)
    throw new AppError("deadline_exceeded", `The deadline of ${deadlineMs} ms had passed before any work.`);
  const about = callerAbout(caller, request.subject);
  const limits = { deadlineMs: deadline, signal: call.signal, traceparent: call.traceparent };
  const gathering = deps.gatherer.open(
    about,
    { policy: request.policy, plan: request.plan, attributes: request.attributes, overrides },
    limits,
  );
  const { policy, question, plan, attributes } = request;
  const consultation = deps.library.open(about, { policy, question, plan, attributes, overrides, asksModel }, limits);
  const counter = deps.counter(request.model);
  const keyed = (text: string): string => deps.store.hash(caller, text);
  const versions = versionsOf({
    service: deps.version,
    snapshot: snapshot.digest,
    tokenizer: counter.encoding,
    hash_key: deps.store.hashKeyId,
    platform: deps.platform,
  });
  return {
    caller: about,
    request,
    gathering,
    consultation,
    deps: {
      languages: snapshot.languages,
      groups: about.groups,
      counter,
      marker: deps.store.marker(caller),
      ask: gathering.ask,
      askDocuments: consultation.ask,
      askModel: null,
    },
    hashing: { keyed, versions },
    deadlineMs: deadline,
  };
}

interface Asked {
  readonly body: QuestionBody;
  readonly call: Call;
}

async function answerStored(deps: ServiceDeps, opened: Opened, { body, call }: Asked): Promise<Answer> {
  const compare = previousPrompt(deps.store, opened.caller, opened.request.conversation);
  const memory = await recallOf(deps.store, opened.caller, opened.request);
  const request = withRecall(opened.request, memory, opened.hashing.keyed);
  const assembly = await assemble(request, { ...opened.deps, askModel: askModelOf(deps, opened, call) });
  const core = coreOf(assembly, opened.hashing);
  const compared = await compare(core);
  const prefix = { ...compared, findings: [...deps.prefixes.sent(core, compared), ...compared.findings] };
  const manifestId = randomUUID();
  const timings = timingsOf(opened);
  const write = manifestWrite(assembly, {
    ...{ core, manifestId, call, body, timings, createdMs: deps.now(), prefix },
    ...{ groups: opened.caller.groups, memory, keyed: opened.hashing.keyed },
  });
  const { audit } = opened.request.policy;
  const persisted = await storeAnswer(deps.store, opened.caller, { documents: assembly.documents, write, audit });
  return {
    core,
    prompt: assembly.prompt,
    labels: labelsOf(assembly),
    persisted,
    manifestId: persisted ? manifestId : null,
    ...{ timings, prefix },
  };
}

const timingsOf = ({ gathering, consultation }: Opened): Answer["timings"] => [...gathering.timings(), ...consultation.timings()];

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

const labelsOf = ({ parts }: Assembly): readonly string[] => parts.flatMap(({ fact, item }) => fact?.label ?? item?.label ?? []);

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
      ? open(deps, caller, body, { call, asksModel: false })
      : await openWhatIf(deps, caller, body, whatIf, call);
  const compare = previousPrompt(deps.store, opened.caller, opened.request.conversation);
  const memory = await recallOf(deps.store, opened.caller, opened.request);
  const assembly = await assemble(withRecall(opened.request, memory, opened.hashing.keyed), opened.deps);
  const assembledMs = deps.monotonic();
  const core = coreOf(assembly, opened.hashing);
  const shown = new Set(Object.keys(whatIf?.payloads ?? {}));
  const branches = parts.has("branches") ? await branchesOf(assembly, opened.deps, opened.hashing) : null;
  const naive = parts.has("naive") ? await naiveOf(assembly, opened.deps) : null;
  return {
    question: body.question,
    core,
    prompt: caller.permissions.has("reveal") ? assembly.prompt : maskedPrompt(assembly, shown, opened.deps.marker),
    labels: labelsOf(assembly),
    persisted: false,
    manifestId: null,
    timings: timingsOf(opened),
    prefix: await compare(core),
    decisions: parts.has("decisions") ? decisionsOf(core) : null,
    denied: parts.has("decisions") && mayAudit(caller) ? assembly.items.denied : null,
    branches,
    near_misses: parts.has("near_misses") ? nearMisses(assembly, core.dropped) : null,
    naive,
    stages: parts.has("timings") ? { assemble_ms: assembledMs - startedMs, explain_ms: deps.monotonic() - assembledMs } : null,
  };
}

async function openWhatIf(deps: ServiceDeps, caller: Caller, body: ExplainBody, whatIf: WhatIf, call: Call): Promise<Opened> {
  const snapshot = deps.snapshot();
  const loaded = resolvePolicy(body.policy, snapshot, caller.tenant);
  if (whatIf.policy !== undefined && !caller.permissions.has("reveal")) {
    throw new AppError(
      "forbidden",
      "Trying out policy files shows fetched texts through their lines; it needs the permission reveal.",
    );
  }
  const policy = whatIf.policy === undefined ? loaded : await whatIfPolicy(loaded, whatIf.policy, deps.compile);
  const request = whatIfRequest(resolveRequest(body, policy, deps.now()), whatIf);
  const overrides = whatIfAnswers(policy, whatIf);
  return openFor(
    deps,
    caller,
    { snapshot, request, deadlineMs: body.deadline_ms ?? deps.requestDeadlineMs, overrides, asksModel: false },
    call,
  );
}
