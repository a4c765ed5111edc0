/** An explanation: the decision of a question, and what was asked for beside it. Nothing is written and no model is asked. */
import type { Caller } from "../caller.ts";
import { branchesOf } from "../pipeline/explain/explain.ts";
import { naiveOf } from "../pipeline/explain/naive.ts";
import { decisionsOf } from "../pipeline/manifest/manifest.ts";
import { nearMisses } from "../pipeline/near-miss/near-misses.ts";
import type { SourceTiming } from "../sources/source-result.ts";
import { type Assembled, decide, decidedBefore } from "./decide.ts";
import { type Opened, openRequest, openWhatIf, type ServiceDeps } from "./open-request.ts";
import { previousPrompt } from "./previous-prompt.ts";
import { recalled } from "./recalled.ts";
import type { Call, ExplainPart, Explanation, QuestionBody, WhatIf } from "./service-types.ts";
import { mayAudit } from "./shown-manifest.ts";

export interface ExplainAsked {
  readonly body: QuestionBody & { readonly what_if?: WhatIf | undefined };
  readonly parts: ReadonlySet<ExplainPart>;
  readonly call: Call;
}

/** Rejects with AppError for what an assembly would be refused for, and for a what-if that cannot be tried. */
export async function explain(deps: ServiceDeps, caller: Caller, asked: ExplainAsked): Promise<Explanation> {
  const startedMs = deps.monotonic();
  const { body, parts, call } = asked;
  const before = body.what_if === undefined ? decidedBefore(deps, caller, body, call) : null;
  const explained = before === null ? await decidedNow(deps, caller, asked) : foundBefore(deps, caller, asked, before);
  const assembledMs = deps.monotonic();
  const { assembled, compare } = explained;
  const { core, made, settled } = assembled;
  const extras = await extrasOf(explained, parts);
  return {
    question: body.question,
    core,
    prompt: caller.permissions.has("reveal") ? made.prompt : assembled.masked(given(body.what_if)),
    labels: made.labels,
    persisted: false,
    manifestId: null,
    timings: explained.timings(),
    prefix: await compare(core),
    settled,
    decisions: parts.has("decisions") ? decisionsOf(core) : null,
    denied: parts.has("decisions") && mayAudit(caller) ? made.items.denied : null,
    branches: extras.branches,
    near_misses: parts.has("near_misses") ? nearMisses(assembled.assembly()) : null,
    naive: extras.naive,
    stages: parts.has("timings") ? { assemble_ms: assembledMs - startedMs, explain_ms: deps.monotonic() - assembledMs } : null,
  };
}

/** Sources whose answers the caller sent itself. */
const given = (whatIf: WhatIf | undefined): ReadonlySet<string> => new Set(Object.keys(whatIf?.payloads ?? {}));

interface Explained {
  readonly assembled: Assembled;
  /** For what a part has to ask the sources. */
  readonly open: () => Opened;
  /** Of everything that was asked until now. */
  readonly timings: () => readonly SourceTiming[];
  readonly compare: ReturnType<typeof previousPrompt>;
}

async function decidedNow(deps: ServiceDeps, caller: Caller, { body, call }: ExplainAsked): Promise<Explained> {
  const opened =
    body.what_if === undefined
      ? openRequest(deps, caller, body, { call, asksModel: false })
      : await openWhatIf(deps, caller, body, body.what_if, call);
  const compare = previousPrompt(deps.store, opened.caller, opened.request.conversation);
  const { request, timing } = await recalled(deps, opened, call);
  const assembled = await decide(deps, opened, request);
  return { assembled, open: () => opened, timings: () => [...timing, ...assembled.timings()], compare };
}

function foundBefore(deps: ServiceDeps, caller: Caller, { body, call }: ExplainAsked, assembled: Assembled): Explained {
  let opened: Opened | null = null;
  const further = (): readonly SourceTiming[] => {
    const known = new Set(assembled.timings().map(({ source }) => source));
    return (opened?.gathering.timings() ?? []).filter(({ source }) => !known.has(source));
  };
  return {
    assembled,
    open: () => {
      opened ??= openRequest(deps, caller, body, { call, asksModel: false });
      return opened;
    },
    timings: () => (opened === null ? assembled.timings() : [...assembled.timings(), ...further()]),
    compare: previousPrompt(deps.store, assembled.caller, body.conversation ?? null),
  };
}

const NO_EXTRAS: Pick<Explanation, "branches" | "naive"> = { branches: null, naive: null };

async function extrasOf(
  { assembled, open }: Explained,
  parts: ReadonlySet<ExplainPart>,
): Promise<Pick<Explanation, "branches" | "naive">> {
  if (!parts.has("branches") && !parts.has("naive")) return NO_EXTRAS;
  const assembly = assembled.assembly();
  const { deps, hashing } = open();
  return {
    branches: parts.has("branches") ? await branchesOf(assembly, deps, hashing) : null,
    naive: parts.has("naive") ? await naiveOf(assembly, deps) : null,
  };
}
