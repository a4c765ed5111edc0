/** A service with canned answers that shows what it was called with; each of its functions can be replaced. */
import type { Caller } from "../../src/caller.ts";
import { AppError } from "../../src/errors.ts";
import type { Call, ExplainPart, QuestionBody, Service, WhatIf } from "../../src/service/service-types.ts";
import { ANSWER, EXPLANATION, MANIFEST_ID, STORED } from "../http/canned-answer.ts";
import { receivedAnswer } from "../http/canned-model-answer.ts";
import { policy, snapshotOf } from "../http/canned-policy.ts";

interface SeenCall {
  readonly caller: Caller;
  readonly body: QuestionBody & { readonly what_if?: WhatIf | undefined };
  readonly parts: ReadonlySet<ExplainPart> | null;
  readonly call: Call;
}

export interface FakeService extends Service {
  /** What reached the service, oldest first. */
  readonly seen: SeenCall[];
}

/** Policies coaching and support for everybody, theirs for another tenant. */
const SNAPSHOT = snapshotOf(
  policy("support", ["default"]),
  policy("coaching", ["*"]),
  policy("theirs", ["other"]),
  policy("nobodys", []),
);

export function fakeService(replaced: Partial<Service> = {}): FakeService {
  const seen: SeenCall[] = [];
  const canned: Service = {
    assemble: async () => ANSWER,
    explain: async () => EXPLANATION,
    manifest: async (_identity, id) => {
      if (id === MANIFEST_ID) return STORED;
      throw new AppError("not_found", "No such manifest.");
    },
    putAnswer: async (_identity, id) => receivedAnswer(id),
    answer: async (_identity, id) => receivedAnswer(id),
    snapshot: () => SNAPSHOT,
    readings: () => [],
  };
  const service = { ...canned, ...replaced };
  return {
    ...service,
    seen,
    assemble: (caller, body, call) => {
      seen.push({ caller, body, parts: null, call });
      return service.assemble(caller, body, call);
    },
    explain: (caller, body, parts, call) => {
      seen.push({ caller, body, parts, call });
      return service.explain(caller, body, parts, call);
    },
  };
}
