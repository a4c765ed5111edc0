/** Asks a model which of a few intents a question has: bounded in time, size and number, and silent while it is down. IO. */
import { createBreaker } from "../sources/breaker.ts";
import type { Cause, SourceResult } from "../sources/source-result.ts";
import { openEndpoint, postJson } from "./endpoint.ts";
import { classifyRequest, type IntentChoice } from "./prompt.ts";
import { readVerdict } from "./read-verdict.ts";
import { failedVerdict, type Verdict, type VerdictCause } from "./verdict.ts";
import { withinRequest } from "./within-request.ts";

export interface ClassifierOptions {
  /** Absolute http or https address that `/chat/completions` is put behind. */
  readonly baseUrl: string;
  /** Secret: in no verdict and no message. Null: the server wants none. */
  readonly apiKey: string | null;
  readonly model: string;
  /** Most milliseconds for one call, connecting included; default 800. */
  readonly deadlineMs?: number;
  /** Calls under way at once; one more is `busy` instead of waiting; default 8. */
  readonly maxConcurrent?: number;
  /** Most bytes of an answer, unpacked; default 65,536. */
  readonly maxAnswerBytes?: number;
  /** Faults one after another that stop further calls; default 5. */
  readonly faultsInARow?: number;
  /** Milliseconds until one call is tried again; default 5,000. */
  readonly restMs?: number;
  /** Monotonic milliseconds, the clock of `ClassifyAsk.deadlineMs`. */
  readonly nowMs?: () => number;
}

export interface ClassifyAsk {
  readonly question: string;
  /** The only intents a verdict may name; their names are distinct. */
  readonly intents: readonly IntentChoice[];
  /** Aborted when the client hangs up. */
  readonly signal: () => AbortSignal;
  /** Monotonic instant in milliseconds after which the request waits for nothing. */
  readonly deadlineMs: number;
  readonly traceparent: string;
}

export interface Classifier {
  /** One call at most. Never rejects, and names no intent outside `ask.intents`. */
  classify(ask: ClassifyAsk): Promise<Verdict>;
  /** Ends every connection; calls under way, and later ones, fail with `reset`. */
  close(): Promise<void>;
}

const DEFAULTS = {
  deadlineMs: 800,
  maxConcurrent: 8,
  maxAnswerBytes: 65_536,
  faultsInARow: 5,
  restMs: 5_000,
  nowMs: () => performance.now(),
} as const;

/** Where no model is configured. */
export const DISABLED_CLASSIFIER: Classifier = Object.freeze({
  classify: async () => failedVerdict("disabled"),
  close: async () => {},
});

/** Opens no connection before the first ask. Throws for a base that is no http or https URL; the configuration has checked it. */
export function createClassifier(options: ClassifierOptions): Classifier {
  const settings = { ...DEFAULTS, ...options };
  const endpoint = openEndpoint({ ...settings, route: "/chat/completions" });
  const breaker = createBreaker(settings);
  const { model, apiKey: secret, maxAnswerBytes, nowMs } = settings;

  async function ask({ question, intents, traceparent }: ClassifyAsk, wanted: AbortSignal): Promise<Verdict> {
    if (endpoint.lane.calls >= endpoint.lane.maxCalls) return failedVerdict("busy");
    const result = await breaker.run(wanted, (signal) => {
      const body = JSON.stringify(classifyRequest({ model, question, intents }));
      return postJson(endpoint, { body, traceparent, maxBytes: maxAnswerBytes, signal });
    });
    if (result.status !== "facts") return failureOf(result);
    return readVerdict(result.payload, { intents: intents.map(({ name }) => name), secret });
  }

  return {
    async classify(asked) {
      if (asked.intents.length < 2) return failedVerdict("disabled");
      const failed = (cause: Cause | "aborted") => failedVerdict(verdictCause(cause));
      return withinRequest({ limits: asked, nowMs, failed, call: (wanted) => ask(asked, wanted) });
    },
    close: () => endpoint.lane.pool.destroy(),
  };
}

function failureOf(result: Exclude<SourceResult, { status: "facts" }>): Verdict {
  if (result.status === "not_computed") return failedVerdict("invalid");
  return failedVerdict(verdictCause(result.cause), null, result.httpStatus);
}

/** The two that only sources have do not come from a call of ours. */
function verdictCause(cause: Cause | "aborted"): VerdictCause {
  return cause === "error_field" || cause === "dependency" ? "invalid" : cause;
}
