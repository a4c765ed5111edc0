/** A model server, classifiers and asks with defaults, for the tests that talk to real servers. */
import type { ChatCompletion } from "openai/resources/chat/completions";
import { onTestFinished } from "vitest";
import { type ClassifierOptions, type ClassifyAsk, createClassifier } from "../../src/model/classifier.ts";
import type { ClassifyRequest } from "../../src/model/prompt.ts";
import { json, type StubHandler, type StubUpstream, startStub } from "../support/stub-upstream.ts";

export const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
export const API_KEY = "sk-canary-7d1f0c52b9e84a36";
export const CONTENT = '{"intent":"injury"}';

export interface StubModel extends StubUpstream {
  /** Bodies received, oldest first. */
  readonly bodies: readonly string[];
}

/** A server that reads each request to its end before it answers; closed after the test. */
export async function stubModel(first: StubHandler): Promise<StubModel> {
  const bodies: string[] = [];
  let reply = first;
  const server = await startStub((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      bodies.push(body);
      reply(request, response);
    });
  });
  onTestFinished(() => server.close());
  return {
    ...server,
    bodies,
    reply(next) {
      reply = next;
    },
  };
}

/** Compiles only while it is what the official client's types call an answer. */
export function completion(
  message: Partial<ChatCompletion.Choice["message"]>,
  finish: ChatCompletion.Choice["finish_reason"] = "stop",
): ChatCompletion {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: "gpt-4o-mini-2024-07-18",
    choices: [
      {
        index: 0,
        logprobs: null,
        finish_reason: finish,
        message: { role: "assistant", content: null, refusal: null, ...message },
      },
    ],
    usage: { prompt_tokens: 120, completion_tokens: 6, total_tokens: 126 },
  };
}

export const says = (content: string): StubHandler => json(completion({ content }));

/** Its connections are closed after the test. */
export function classifier(server: Pick<StubUpstream, "origin">, changes: Partial<ClassifierOptions> = {}) {
  const options = { baseUrl: `${server.origin}/v1`, apiKey: API_KEY, model: "gpt-4o-mini", deadlineMs: 8_000, ...changes };
  const made = createClassifier(options);
  onTestFinished(() => made.close());
  return made;
}

export function anAsk(changes: Partial<ClassifyAsk> = {}): ClassifyAsk {
  return {
    question: "Should I train through this pain?",
    intents: [{ name: "training", title: "Training" }, { name: "injury" }],
    signal: () => new AbortController().signal,
    deadlineMs: performance.now() + 10_000,
    traceparent: TRACEPARENT,
    ...changes,
  };
}

/** Asks a server once, on its own. */
export async function askOnce(reply: StubHandler, changes: Partial<ClassifierOptions> = {}) {
  return classifier(await stubModel(reply), changes).classify(anAsk());
}

export const sentBody = (server: StubModel, call = 0) => JSON.parse(server.bodies[call] ?? "null") as ClassifyRequest;
