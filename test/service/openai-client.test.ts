/** The payload goes into the official client's call as it is, and arrives as it was. */
import OpenAI from "openai";
import { expect, test } from "vitest";
import type { Prompt } from "../../src/pipeline/prompt-records.ts";
import { askOnSamples, loadCoaching } from "../support/coaching.ts";
import { json, startStub } from "../support/stub-upstream.ts";

type Chat = Extract<Prompt, { format: "openai-chat" }>;

/** Compiles only while the client's own types take our payload. */
const spread = ({ payload }: Chat): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
  ...payload,
  messages: [...payload.messages],
});

test("the official OpenAI client sends the payload unchanged", async () => {
  const bodies: string[] = [];
  const message = { role: "assistant", content: "Rest. [Injury readiness]" };
  const completion = {
    id: "c1",
    object: "chat.completion",
    created: 0,
    model: "gpt-4o-mini",
    choices: [{ index: 0, message, finish_reason: "stop" }],
  };
  const provider = await startStub((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      bodies.push(body);
      json(completion)(request, response);
    });
  });
  const { assembly } = await askOnSamples(await loadCoaching(), { question: "Should I train through this pain?" });
  const client = new OpenAI({ apiKey: "none", baseURL: provider.origin, maxRetries: 0 });
  const answer = await client.chat.completions.create(spread(assembly.prompt as Chat));
  expect(answer.choices[0]?.message.content).toBe("Rest. [Injury readiness]");
  expect(JSON.parse(bodies[0] ?? "")).toEqual(assembly.prompt.payload);
  expect(provider.calls[0]?.path).toBe("/chat/completions");
  await provider.close();
});
