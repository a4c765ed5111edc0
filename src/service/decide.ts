/** A question and its assembly: made now, or found among those that were made before. */
import { type Caller, type CallerAbout, callerAbout, mayAskAbout } from "../caller.ts";
import { type AssembleDeps, type Assembly, assemble } from "../pipeline/assemble.ts";
import { maskedPrompt } from "../pipeline/explain/masked-prompt.ts";
import { settle } from "../pipeline/kept/settled.ts";
import { coreAt, coreOf } from "../pipeline/manifest/manifest.ts";
import type { Core } from "../pipeline/records/core.ts";
import type { Prompt } from "../pipeline/records/prompt.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { SourceTiming } from "../sources/source-result.ts";
import type { KeptDecision, OwnDecision } from "./kept-decisions.ts";
import { askedNow, deadlineOf, type Opened, type ServiceDeps } from "./open-request.ts";
import type { Call, DecidedPrompt, QuestionBody } from "./service-types.ts";

/** What is made of one question; the decisions on its candidates are in `core`. */
export interface Assembled {
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
  mark?: AssembleDeps["mark"],
): Promise<Assembled> {
  const { own, hashing, gathering, consultation, caller } = opened;
  const again = standing(own, gatherer);
  if (again !== null) {
    mark?.("select");
    return foundAgain(again, caller, request.atMs);
  }
  const assembly = await assemble(request, { ...opened.deps, ...(mark && { mark }) });
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
export function decidedBefore(deps: ServiceDeps, caller: Caller, body: QuestionBody, call: Call): Assembled | null {
  const asked = askedNow(deps, caller, body, false);
  if (!mayAskAbout(caller, body.subject)) return null;
  const about = callerAbout(caller, body.subject);
  const again = standing(deps.decisions.of(about, asked), deps.gatherer);
  if (again === null) return null;
  deadlineOf(deps, body, call);
  return foundAgain(again, about, asked.atMs);
}

interface Again {
  readonly before: KeptDecision;
  readonly timings: readonly SourceTiming[];
}

/** What was kept, where the sources would answer the same; null where it has to be decided. */
function standing(own: OwnDecision, gatherer: ServiceDeps["gatherer"]): Again | null {
  const before = own.find();
  const timings = before === undefined ? null : gatherer.again(before.receipts);
  return before === undefined || timings === null ? null : { before, timings };
}

const NOTHING_SHOWN: ReadonlySet<string> = new Set();

function foundAgain({ before, timings }: Again, caller: CallerAbout, atMs: number): Assembled {
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
