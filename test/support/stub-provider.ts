/** A real server that speaks a provider's protocol: it refuses with 400 what the provider would refuse, and answers the rest. IO. */
import { Prompt } from "../../src/http/wire/prompt.ts";
import { faultsOf } from "../../src/pipeline/validate/accepted.ts";
import type { Format } from "../../src/policy/schema/policy-file.ts";
import { bodyOf } from "./request-body.ts";
import { json, type StubUpstream, startStub } from "./stub-upstream.ts";

export type ProviderFormat = Exclude<Format, "text">;

export const ANSWER = "Rest. [Injury readiness]";

interface Protocol {
  readonly path: RegExp;
  /** The payload that the client was given, from what it sent. */
  readonly payload: (body: Record<string, unknown>, path: string) => unknown;
  readonly answer: (model: string) => unknown;
}

const asSent = (body: Record<string, unknown>): unknown => body;

const PROTOCOLS: Readonly<Record<ProviderFormat, Protocol>> = {
  "openai-chat": {
    path: /^\/chat\/completions$/,
    payload: asSent,
    answer: (model) => {
      const message = { role: "assistant", content: ANSWER };
      return { id: "c1", object: "chat.completion", created: 0, model, choices: [{ index: 0, message, finish_reason: "stop" }] };
    },
  },
  "openai-responses": {
    path: /^\/responses$/,
    payload: asSent,
    answer: (model) => {
      const content = [{ type: "output_text", text: ANSWER, annotations: [] }];
      const output = [{ type: "message", id: "m1", role: "assistant", status: "completed", content }];
      return { id: "r1", object: "response", created_at: 0, model, status: "completed", output };
    },
  },
  "anthropic-messages": {
    path: /^\/v1\/messages$/,
    payload: asSent,
    answer: (model) => {
      const usage = { input_tokens: 1, output_tokens: 1 };
      const content = [{ type: "text", text: ANSWER }];
      return {
        id: "m1",
        type: "message",
        role: "assistant",
        model,
        content,
        stop_reason: "end_turn",
        stop_sequence: null,
        usage,
      };
    },
  },
  gemini: {
    path: /^\/v1beta\/models\/[^/]+:generateContent$/,
    payload({ contents, systemInstruction, tools, generationConfig, ...rest }, path) {
      const config = { systemInstruction, ...(tools === undefined ? {} : { tools }), ...(generationConfig as object) };
      return { ...rest, model: /models\/([^:]+):/.exec(path)?.[1], contents, config };
    },
    answer: () => ({ candidates: [{ content: { role: "model", parts: [{ text: ANSWER }] }, finishReason: "STOP", index: 0 }] }),
  },
};

export interface StubProvider extends StubUpstream {
  /** Payloads that were taken, oldest first. */
  readonly taken: readonly unknown[];
}

/** `answer`: what it says in place of its own answer, from the payload that it took. */
export async function startProvider(
  format: ProviderFormat,
  answer: (payload: unknown, model: string) => unknown = (_payload, model) => PROTOCOLS[format].answer(model),
): Promise<StubProvider> {
  const protocol = PROTOCOLS[format];
  const taken: unknown[] = [];
  const stub = await startStub((request, response) => {
    void bodyOf(request).then((body) => {
      const path = request.url ?? "";
      const payload = protocol.payload(JSON.parse(body), path);
      const model = String((payload as { model?: unknown }).model);
      const parsed = Prompt.safeParse({ format, model, payload });
      const faults = parsed.success ? faultsOf(parsed.data) : parsed.error.issues;
      const refused = !protocol.path.test(path) || request.method !== "POST" || faults.length > 0;
      if (!refused) taken.push(payload);
      const error = { type: "invalid_request_error", message: JSON.stringify(faults) };
      return refused ? json({ type: "error", error }, 400)(request, response) : json(answer(payload, model))(request, response);
    });
  });
  return Object.assign(stub, { taken });
}
