/** A validated body becomes an opened request: its policy, its person, its sources and its clock. IO only through what it opens. */
import { type Caller, type CallerAbout, callerAbout } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { Classifier } from "../model/classifier.ts";
import type { AssembleDeps } from "../pipeline/assemble.ts";
import { type Hashing, versionsOf } from "../pipeline/manifest/manifest.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { Model, Snapshot } from "../policy/snapshot.ts";
import type { Gatherer, Gathering } from "../sources/gather.ts";
import type { SourceResult } from "../sources/source-result.ts";
import type { AnswerStore } from "../store/answer-store.ts";
import type { ManifestStore } from "../store/manifest-store.ts";
import type { LearntRatios } from "../tokens/learnt-ratio.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { type Asked, type KeptDecisions, NOTHING_KEPT, type OwnDecision } from "./kept-decisions.ts";
import type { Consultation, Library } from "./library.ts";
import type { Meter } from "./meter.ts";
import type { PrefixTracker } from "./prefix-tracker.ts";
import type { RecallStore } from "./remembered.ts";
import { clockOf, resolvePolicy, resolveRequest, withLearnt } from "./resolve.ts";
import type { SampleSaved } from "./sample-saved.ts";
import type { Call, QuestionBody, WhatIf } from "./service-types.ts";
import type { Shadows } from "./shadows.ts";
import type { UsageObservers } from "./usage-observers.ts";
import { type CompilePolicy, mayTryOut, whatIfAnswers, whatIfPolicy, whatIfRequest } from "./what-if.ts";
import { askedVariants, withOwnVariants, withVariants } from "./with-variants.ts";

export interface ServiceDeps {
  /** The current snapshot; one request uses one. */
  readonly snapshot: () => Snapshot;
  /** The counter of a model, built before readiness; with what was learnt of its estimates, in thousandths. */
  readonly counter: (model: Model, learntMilli: number) => TokenCounter;
  /** What was learnt of the estimates, by model. */
  readonly learnt: Pick<LearntRatios, "milliOf">;
  readonly gatherer: Gatherer;
  readonly library: Pick<Library, "open" | "readings">;
  readonly decisions: Pick<KeptDecisions, "of">;
  /** The model that an uncertain question is shown to; asked by assemble alone. */
  readonly classifier: Classifier;
  /** Hears of every prompt that is sent. */
  readonly prefixes: PrefixTracker;
  /** Told of every answer that leaves. */
  readonly shadows: Pick<Shadows, "compare">;
  readonly store: ManifestStore & AnswerStore & RecallStore;
  readonly observers: UsageObservers;
  readonly meter: Meter;
  readonly sampleSaved: SampleSaved;
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
export interface Opened {
  readonly caller: CallerAbout;
  readonly request: AssemblyRequest;
  readonly gathering: Gathering;
  readonly consultation: Consultation;
  readonly deps: AssembleDeps;
  readonly hashing: Hashing;
  readonly own: OwnDecision;
  /** Monotonic instant after which nothing is waited for. */
  readonly deadlineMs: number;
}

export function openRequest(deps: ServiceDeps, caller: Caller, body: QuestionBody, { call, asksModel }: Opening): Opened {
  const asked = askedNow(deps, caller, body, asksModel);
  const asking = { nowMs: asked.atMs, groups: caller.groups };
  const request = ownVariants(deps, caller, withLearnt(resolveRequest(body, asked.policy, asking), deps.learnt));
  return openFor(deps, caller, { snapshot: asked.snapshot, request, body, asked, overrides: NO_OVERRIDES, asksModel }, call);
}

/** Throws AppError `unknown_policy` or `invalid_request` for a policy that is not open to the tenant. */
export function askedNow(deps: ServiceDeps, caller: Caller, body: QuestionBody, asksModel: boolean): Asked {
  const snapshot = deps.snapshot();
  const policy = resolvePolicy(body.policy, snapshot, caller.tenant);
  const { learnt } = deps;
  return { body, snapshot, policy, learnt, groups: caller.groups, atMs: clockOf(body, deps.now()), asksModel };
}

const ownVariants = ({ store }: ServiceDeps, caller: Caller, request: AssemblyRequest): AssemblyRequest =>
  withOwnVariants(request, (text) => store.hash(caller, text));

interface Opening {
  readonly call: Call;
  readonly asksModel: boolean;
}

interface Resolved {
  readonly snapshot: Snapshot;
  readonly request: AssemblyRequest;
  readonly body: Pick<QuestionBody, "deadline_ms">;
  /** Null where something is tried out. */
  readonly asked: Asked | null;
  readonly overrides: ReadonlyMap<string, SourceResult>;
  /** False for an explanation. */
  readonly asksModel: boolean;
}

const NO_OVERRIDES: ReadonlyMap<string, SourceResult> = new Map();

function openFor(
  deps: ServiceDeps,
  caller: Caller,
  { snapshot, request, body, asked, overrides, asksModel }: Resolved,
  call: Call,
): Opened {
  const deadlineMs = deadlineOf(deps, body, call);
  const about = callerAbout(caller, request.subject);
  const limits = { deadlineMs, signal: call.signal, traceparent: call.traceparent };
  const gathering = deps.gatherer.open(
    about,
    { policy: request.policy, plan: request.plan, attributes: request.attributes, overrides },
    limits,
  );
  const { policy, question, plan, attributes } = request;
  const consultation = deps.library.open(about, { policy, question, plan, attributes, overrides, asksModel }, limits);
  const counter = deps.counter(request.model, request.learntMilli);
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
      askModel: asksModel ? askModelOf(deps, question, limits) : null,
    },
    hashing: { keyed, versions },
    own: asked === null ? NOTHING_KEPT : deps.decisions.of(about, asked),
    deadlineMs,
  };
}

interface Limits {
  /** Monotonic. */
  readonly deadlineMs: number;
  readonly signal: Call["signal"];
  readonly traceparent: string;
}

const askModelOf =
  ({ classifier }: ServiceDeps, question: string, limits: Limits): AssembleDeps["askModel"] =>
  (allowed) =>
    classifier.classify({ question, intents: allowed.map((name) => ({ name })), ...limits });

/** The monotonic instant in milliseconds. Throws AppError `deadline_exceeded` once it has passed. */
export function deadlineOf(deps: ServiceDeps, { deadline_ms: own }: Pick<QuestionBody, "deadline_ms">, call: Call): number {
  const limitMs = own ?? deps.requestDeadlineMs;
  const deadlineMs = call.arrivedMs + limitMs;
  if (deps.monotonic() < deadlineMs) return deadlineMs;
  throw new AppError("deadline_exceeded", `The deadline of ${limitMs} ms had passed before any work.`);
}

export async function openWhatIf(
  deps: ServiceDeps,
  caller: Caller,
  body: QuestionBody,
  whatIf: WhatIf,
  call: Call,
): Promise<Opened> {
  const snapshot = deps.snapshot();
  const loaded = resolvePolicy(body.policy, snapshot, caller.tenant);
  mayTryOut(caller, whatIf);
  const policy =
    whatIf.policy === undefined ? loaded : await whatIfPolicy(loaded, whatIf.policy, { compile: deps.compile, root: "what_if" });
  const asking = { nowMs: deps.now(), groups: caller.groups, plan: whatIf.plan };
  const own = ownVariants(deps, caller, withLearnt(resolveRequest(body, policy, asking), deps.learnt));
  const asked = withVariants(
    { ...own, policy },
    askedVariants(policy, own.variants, { asked: whatIf.variants, root: "what_if" }),
  );
  const request = whatIfRequest(asked, whatIf, "what_if");
  const overrides = whatIfAnswers(policy, whatIf, "what_if");
  return openFor(deps, caller, { snapshot, request, body, asked: null, overrides, asksModel: false }, call);
}
