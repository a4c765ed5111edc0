/** A question and its decision: made now, or found among those that were made before. */
import { type Caller, type CallerAbout, callerAbout, mayAskAbout } from "../caller.ts";
import { type AssembleDeps, type Assembly, assemble } from "../pipeline/assemble.ts";
import { coreAt, coreOf } from "../pipeline/manifest.ts";
import { maskedPrompt } from "../pipeline/masked-prompt.ts";
import type { Prompt } from "../pipeline/prompt-records.ts";
import type { Core } from "../pipeline/records.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import { settle } from "../pipeline/settled.ts";
import type { SourceTiming } from "../sources/source-result.ts";
import type { Call, DecidedPrompt, QuestionBody } from "./answers.ts";
import type { KeptDecision } from "./kept-decisions.ts";
import { askedNow, deadlineOf, type Opened, type ServiceDeps } from "./open-request.ts";

export interface Decision {
  readonly caller: CallerAbout;
  /** As it was made: where it was found again, `request.atMs` is the clock of then. */
  readonly made: Assembly;
  /** At the clock of the request. */
  readonly assembly: () => Assembly;
  readonly core: Core;
  readonly settled: DecidedPrompt["settled"];
  /** Of the sources, until now. */
  readonly timings: () => readonly SourceTiming[];
  /** Without the texts that were fetched, except of the sources in `shown`. */
  readonly masked: (shown: ReadonlySet<string>) => Prompt;
}

/** Decides, unless the same was decided before. `request`: of the opened one, with what was recalled. */
export async function decide(
  { gatherer }: Pick<ServiceDeps, "gatherer">,
  opened: Opened,
  request: AssemblyRequest,
  { askModel, mark }: Partial<Pick<AssembleDeps, "askModel" | "mark">> = {},
): Promise<Decision> {
  const { own, hashing, gathering, consultation, caller } = opened;
  const before = own.find();
  const timings = before === undefined ? null : gatherer.again(before.receipts);
  if (before !== undefined && timings !== null) {
    mark?.("select");
    return foundAgain(before, { caller, timings, atMs: request.atMs });
  }
  const assembly = await assemble(request, { ...opened.deps, askModel: askModel ?? null, ...(mark && { mark }) });
  own.keep({ assembly, hashing, receipts: gathering.receipts() });
  return {
    caller,
    made: assembly,
    assembly: () => assembly,
    core: coreOf(assembly, hashing),
    settled: null,
    timings: () => [...gathering.timings(), ...consultation.timings()],
    masked: (shown) => maskedPrompt(assembly, shown),
  };
}

/**
 * What was decided before, without opening anything; null where it has to be decided. Refuses as an opened request does: throws
 * AppError `unknown_policy`, `invalid_request` or `deadline_exceeded`.
 */
export function decidedBefore(deps: ServiceDeps, caller: Caller, body: QuestionBody, call: Call): Decision | null {
  const asked = askedNow(deps, caller, body, false);
  if (!mayAskAbout(caller, body.subject)) return null;
  const about = callerAbout(caller, body.subject);
  const before = deps.decisions.of(about, asked).find();
  const timings = before === undefined ? null : deps.gatherer.again(before.receipts);
  if (before === undefined || timings === null) return null;
  deadlineOf(deps, body, call);
  return foundAgain(before, { caller: about, timings, atMs: asked.atMs });
}

interface Again extends Pick<Decision, "caller"> {
  readonly timings: readonly SourceTiming[];
  readonly atMs: number;
}

const NOTHING_SHOWN: ReadonlySet<string> = new Set();

function foundAgain(before: KeptDecision, { caller, timings, atMs }: Again): Decision {
  return {
    caller,
    made: before.assembly,
    assembly: () => ({ ...before.assembly, request: { ...before.assembly.request, atMs } }),
    core: coreAt(before.core, atMs),
    settled: before.core,
    timings: () => timings,
    masked: () => {
      before.masked ??= settle(maskedPrompt(before.assembly, NOTHING_SHOWN));
      return before.masked;
    },
  };
}
