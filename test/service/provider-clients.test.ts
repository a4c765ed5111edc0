/** The payload goes into each official client's call as it is, and the provider gets it as it was. */
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, describe, expect, test } from "vitest";
import type { Prompt } from "../../src/pipeline/records/prompt.ts";
import type { TurnBody } from "../../src/service/items-body.ts";
import { marked } from "../../src/tokens/model-facts.ts";
import { askOnSamples, loadCoaching } from "../support/coaching.ts";
import { png } from "../support/images.ts";
import { ANSWER, type ProviderFormat, type StubProvider, startProvider } from "../support/stub-provider.ts";

type Payload<Format extends Prompt["format"]> = Extract<Prompt, { format: Format }>["payload"];

/** Compiles only while the clients' own types take our payloads, spread as they are. */
const clients = {
  "openai-chat": async (payload: Payload<"openai-chat">, baseURL: string) => {
    const client = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 });
    const answer = await client.chat.completions.create({ ...payload });
    return answer.choices[0]?.message.content;
  },
  "openai-responses": async (payload: Payload<"openai-responses">, baseURL: string) => {
    const client = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 });
    return (await client.responses.create({ ...payload })).output_text;
  },
  "anthropic-messages": async (payload: Payload<"anthropic-messages">, baseURL: string) => {
    const client = new Anthropic({ apiKey: "none", baseURL, maxRetries: 0 });
    const [block] = (await client.messages.create({ ...payload })).content;
    return block?.type === "text" ? block.text : null;
  },
  gemini: async (payload: Payload<"gemini">, baseUrl: string) => {
    const ai = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl } });
    return (await ai.models.generateContent({ ...payload })).text;
  },
} satisfies { [Format in ProviderFormat]: (payload: Payload<Format>, origin: string) => Promise<string | null | undefined> };

const call = (id: string): NonNullable<TurnBody["tool_calls"]>[number] => ({
  id,
  function: { name: "training_log", arguments: '{"days":7}' },
});
const TURNS: readonly TurnBody[] = [
  { id: "t1", role: "user", content: "Was last week too much?" },
  { id: "t2", role: "assistant", content: "Let me look.", tool_calls: [call("c1"), call("c2")] },
  {
    id: "t3",
    role: "tool",
    tool_call_id: "c2",
    content: [
      { type: "text", text: '{"km":61}' },
      { type: "image_url", image_url: { url: `data:image/png;base64,${png(32, 32)}` } },
    ],
  },
  { id: "t4", role: "tool", tool_call_id: "c1", content: '{"km":58}' },
  { id: "t5", role: "assistant", content: "It was 61 km." },
  {
    id: "t6",
    role: "user",
    content: [
      { type: "text", text: "My ankle." },
      { type: "image_url", image_url: { url: `data:image/png;base64,${png(64, 48)}` } },
    ],
  },
];
const TOOLS = [{ name: "training_log", description: "Kilometres of the last days.", parameters: { properties: { days: {} } } }];

const loaded = await loadCoaching();
const promptOf = async (format: ProviderFormat): Promise<Prompt> =>
  (
    await askOnSamples(loaded, {
      ...{ question: "Should I train through this pain?", format, turns: TURNS, tools: TOOLS },
      // An image costs the smaller model more than its budget.
      model: "gpt-4o",
    })
  ).assembly.prompt;

const open: StubProvider[] = [];
afterAll(() => Promise.all(open.map((provider) => provider.close())));

describe.each(Object.keys(clients) as ProviderFormat[])("%s", (format) => {
  test("the official client sends the payload unchanged, and the provider finds nothing to refuse", async () => {
    const provider = await startProvider(format);
    open.push(provider);
    const { payload } = await promptOf(format);
    expect(await clients[format](payload as never, provider.origin)).toBe(ANSWER);
    expect(provider.taken).toEqual([JSON.parse(JSON.stringify(payload))]);
  });

  test("the provider of this test refuses results whose calls are gone", async () => {
    const provider = await startProvider(format);
    open.push(provider);
    const payload = structuredClone((await promptOf(format)).payload) as unknown as Record<string, readonly unknown[]>;
    const list = format === "gemini" ? "contents" : format === "openai-responses" ? "input" : "messages";
    payload[list] = (payload[list] ?? []).filter((message) => !HAS_CALLS.test(JSON.stringify(message)));
    await expect(clients[format](payload as never, provider.origin)).rejects.toThrow(/behind|before/);
    expect(provider.taken).toEqual([]);
  });
});

test("cache marks and cache keys reach their providers", async () => {
  const policy = {
    ...loaded.policy,
    models: loaded.policy.models.map((model) => ({
      ...model,
      cache: marked(1),
    })),
  };
  const { assembly } = await askOnSamples({ ...loaded, policy }, { question: "Should I train?", format: "anthropic-messages" });
  const [anthropic, openai] = [await startProvider("anthropic-messages"), await startProvider("openai-chat")];
  open.push(anthropic, openai);
  await clients["anthropic-messages"](assembly.prompt.payload as never, anthropic.origin);
  expect(JSON.stringify(anthropic.taken)).toContain('"cache_control":{"type":"ephemeral"}');
  await clients["openai-chat"]((await promptOf("openai-chat")).payload as never, openai.origin);
  expect(openai.taken).toMatchObject([{ prompt_cache_key: expect.stringMatching(/^winnow-[0-9a-f]{32}$/) }]);
});

const HAS_CALLS = /"tool_calls":|"type":"function_call"|"type":"tool_use"|"functionCall":/;
