/** Each validator takes a payload that its provider takes, and names what the provider would refuse. */
import { describe, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { Prompt } from "../../../src/pipeline/records/prompt.ts";
import { accepted, faultsOf } from "../../../src/pipeline/validate/accepted.ts";
import type { Format } from "../../../src/policy/schema/policy-file.ts";
import { png } from "../../support/images.ts";

type Of<F extends Format> = Extract<Prompt, { format: F }>;

const SCHEMA = { type: "object" } as const;
const OPENAI_SCHEMA = { ...SCHEMA, properties: {} };

const CHAT: Of<"openai-chat"> = {
  format: "openai-chat",
  model: "m",
  payload: {
    model: "m",
    messages: [
      { role: "system", content: "Rules." },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: "" } }],
      },
      { role: "tool", tool_call_id: "a", content: "seen" },
      { role: "user", content: [{ type: "text", text: "Hm?" }] },
    ],
    tools: [{ type: "function", function: { name: "look", parameters: OPENAI_SCHEMA } }],
    max_completion_tokens: 1,
  },
};
const RESPONSES: Of<"openai-responses"> = {
  format: "openai-responses",
  model: "m",
  payload: {
    model: "m",
    instructions: "Rules.",
    input: [
      { type: "function_call", call_id: "a", name: "look", arguments: "" },
      { type: "function_call_output", call_id: "a", output: "seen" },
      { type: "message", role: "user", content: "Hm?" },
    ],
    tools: [{ type: "function", name: "look", parameters: OPENAI_SCHEMA, strict: false }],
    max_output_tokens: 16,
  },
};
const ANTHROPIC: Of<"anthropic-messages"> = {
  format: "anthropic-messages",
  model: "m",
  payload: {
    model: "m",
    system: [{ type: "text", text: "Rules." }],
    messages: [
      { role: "user", content: [{ type: "text", text: "Hi." }] },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "look", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "seen" },
          { type: "text", text: "Hm?" },
        ],
      },
    ],
    tools: [{ name: "look", input_schema: SCHEMA }],
    max_tokens: 1,
  },
};
const GEMINI: Of<"gemini"> = {
  format: "gemini",
  model: "m",
  payload: {
    model: "m",
    contents: [
      { role: "user", parts: [{ text: "Hi." }] },
      { role: "model", parts: [{ functionCall: { name: "look", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { name: "look", response: { output: "seen" } } }, { text: "Hm?" }] },
    ],
    config: {
      systemInstruction: { parts: [{ text: "Rules." }] },
      tools: [{ functionDeclarations: [{ name: "look", parametersJsonSchema: SCHEMA }] }],
      maxOutputTokens: 1,
    },
  },
};
const TEXT: Of<"text"> = { format: "text", model: "m", payload: { text: "Hm?", max_output_tokens: 1 } };

test.each([CHAT, RESPONSES, ANTHROPIC, GEMINI, TEXT])("$format: a payload that the provider takes has no fault", (prompt) => {
  expect(faultsOf(prompt)).toEqual([]);
  expect(accepted(prompt)).toBe(prompt);
});

// biome-ignore lint/suspicious/noExplicitAny: the changes make payloads that the types rule out.
type Change = (payload: any) => void;

/** Where each change is noticed. */
const places = (prompt: Prompt, change: Change): readonly string[] => {
  const copy = structuredClone(prompt);
  change(copy.payload);
  return faultsOf(copy).map(({ at }) => at);
};

// biome-ignore lint/suspicious/noExplicitAny: a tool of either of OpenAI's formats.
const manyOf = (tool: any, count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, at) =>
    tool.function === undefined
      ? { ...tool, name: `look_${at}` }
      : { ...tool, function: { ...tool.function, name: `look_${at}` } },
  );

/** In place of its call and result as many of both. */
// biome-ignore lint/suspicious/noExplicitAny: as in `Change`.
function callsOf({ messages }: any, count: number): void {
  const [call] = messages[1].tool_calls;
  const ids = Array.from({ length: count }, (_, at) => `call_${at}`);
  const results = ids.map((id) => ({ ...messages[2], tool_call_id: id }));
  messages.splice(1, 2, { ...messages[1], tool_calls: ids.map((id) => ({ ...call, id })) }, ...results);
}

describe("openai-chat", () => {
  test.each<[string, Change, string]>([
    ["a nameless model", (payload) => (payload.model = " "), "/model"],
    ["no room for the answer", (payload) => (payload.max_completion_tokens = 0), "/max_completion_tokens"],
    ["no messages", (payload) => (payload.messages = []), "/messages"],
    ["more tools than 128", (payload) => (payload.tools = manyOf(payload.tools[0], 129)), "/tools"],
    ["a cache key without a character", (payload) => (payload.prompt_cache_key = ""), "/prompt_cache_key"],
    ["a cache key of 65 characters", (payload) => (payload.prompt_cache_key = "x".repeat(65)), "/prompt_cache_key"],
    ["an answer at the end", (payload) => payload.messages.push({ role: "assistant", content: "So." }), "/messages"],
    [
      "a system message further down",
      (payload) => payload.messages.splice(3, 0, { role: "system", content: "Late." }),
      "/messages/3",
    ],
    ["a blank message", (payload) => (payload.messages[0].content = " \n"), "/messages/0/content"],
    ["a message without parts", (payload) => (payload.messages[3].content = []), "/messages/3/content"],
    ["a blank part", (payload) => (payload.messages[3].content[0].text = ""), "/messages/3/content/0"],
    [
      "an image by another protocol",
      (payload) => payload.messages[3].content.push({ type: "image_url", image_url: { url: "ftp://a" } }),
      "/messages/3/content/1",
    ],
    ["an answer with neither text nor calls", (payload) => delete payload.messages[1].tool_calls, "/messages/1/content"],
    ["129 calls in one message", (payload) => callsOf(payload, 129), "/messages/1/tool_calls"],
    ["a call without its result", (payload) => payload.messages.splice(2, 1), "/messages/1"],
    ["a result without its call", (payload) => payload.messages.splice(1, 1), "/messages/0"],
    ["a result of another call", (payload) => (payload.messages[2].tool_call_id = "b"), "/messages/1"],
    ["a result twice", (payload) => payload.messages.splice(2, 0, payload.messages[2]), "/messages/1"],
    ["a result first of all", (payload) => payload.messages.unshift(payload.messages[2]), "/messages/0"],
    [
      "an id of 41 characters",
      (payload) => {
        payload.messages[1].tool_calls[0].id = payload.messages[2].tool_call_id = "x".repeat(41);
      },
      "/messages/1/tool_calls",
    ],
    [
      "a function's name with a blank",
      (payload) => (payload.messages[1].tool_calls[0].function.name = "a b"),
      "/messages/1/tool_calls",
    ],
    ["an empty list of tools", (payload) => (payload.tools = []), "/tools"],
    ["two tools of one name", (payload) => payload.tools.push(payload.tools[0]), "/tools"],
    ["a tool whose input is no object", (payload) => (payload.tools[0].function.parameters.type = "string"), "/tools/0"],
  ])("%s", (_, change, at) => expect(places(CHAT, change)).toContain(at));

  test("a cache key of 64 characters is fine", () => {
    expect(places(CHAT, (payload) => (payload.prompt_cache_key = "x".repeat(64)))).toEqual([]);
  });

  test("128 calls in one message are fine", () => {
    expect(places(CHAT, (payload) => callsOf(payload, 128))).toEqual([]);
  });

  test("an id of 40 characters is fine", () => {
    const id = "x".repeat(40);
    expect(
      places(CHAT, (payload) => {
        payload.messages[1].tool_calls[0].id = payload.messages[2].tool_call_id = id;
      }),
    ).toEqual([]);
  });
});

describe("openai-responses", () => {
  test.each<[string, Change, string]>([
    ["a cache key of 65 characters", (payload) => (payload.prompt_cache_key = "x".repeat(65)), "/prompt_cache_key"],
    ["more tools than 128", (payload) => (payload.tools = manyOf(payload.tools[0], 129)), "/tools"],
    ["blank instructions", (payload) => (payload.instructions = ""), "/instructions"],
    ["an output cap of 15", (payload) => (payload.max_output_tokens = 15), "/max_output_tokens"],
    ["an output at the end", (payload) => payload.input.pop(), "/input"],
    ["a blank message", (payload) => (payload.input[2].content = ""), "/input/2"],
    ["a message without parts", (payload) => (payload.input[2].content = []), "/input/2"],
    ["a call without its output", (payload) => payload.input.splice(1, 1), "/input/0"],
    ["an output without its call", (payload) => payload.input.splice(0, 1), "/input/0"],
    ["something between call and output", (payload) => payload.input.splice(1, 0, payload.input[2]), "/input/0"],
    ["an id twice", (payload) => payload.input.unshift(payload.input[0], payload.input[1]), "/input"],
    [
      "an id of 65 characters",
      (payload) => {
        payload.input[0].call_id = payload.input[1].call_id = "x".repeat(65);
      },
      "/input/0",
    ],
    ["a blank output", (payload) => (payload.input[1].output = " "), "/input/1"],
    ["an output without parts", (payload) => (payload.input[1].output = []), "/input/1"],
    ["a blank text in an output", (payload) => (payload.input[1].output = [{ type: "input_text", text: "" }]), "/input/1"],
    [
      "an image by another protocol in an output",
      (payload) => (payload.input[1].output = [{ type: "input_image", image_url: "ftp://a", detail: "auto" }]),
      "/input/1",
    ],
    ["a tool whose input is no object", (payload) => (payload.tools[0].parameters = { type: "array" }), "/tools/0"],
  ])("%s", (_, change, at) => expect(places(RESPONSES, change)).toContain(at));
});

const documentOf = (...texts: readonly string[]) => ({
  type: "document",
  source: { type: "content", content: texts.map((text) => ({ type: "text", text })) },
  title: "Rules",
  citations: { enabled: true },
});

describe("anthropic-messages", () => {
  test("takes documents with citations", () => {
    expect(places(ANTHROPIC, (payload) => payload.messages[0].content.push(documentOf("Rules."), documentOf("a", "b")))).toEqual(
      [],
    );
  });

  test.each<[string, Change, string]>([
    [
      "a fifth mark of the cache",
      (payload) => {
        for (let at = 0; at < 5; at += 1)
          payload.system.push({ type: "text", text: "Rule.", cache_control: { type: "ephemeral" } });
      },
      "/",
    ],
    ["no room for the answer", (payload) => (payload.max_tokens = 0), "/max_tokens"],
    ["no system block", (payload) => (payload.system = []), "/system"],
    ["a blank system block", (payload) => payload.system.push({ type: "text", text: "" }), "/system"],
    ["the assistant first", (payload) => payload.messages.shift(), "/messages"],
    [
      "the assistant last",
      (payload) => payload.messages.push({ role: "assistant", content: [{ type: "text", text: "So" }] }),
      "/messages",
    ],
    [
      "one role twice in a row",
      (payload) => payload.messages.push({ role: "user", content: [{ type: "text", text: "So" }] }),
      "/messages/3",
    ],
    ["a message without blocks", (payload) => (payload.messages[0].content = []), "/messages/0"],
    ["a blank block", (payload) => (payload.messages[2].content[1].text = "\n"), "/messages/2/content/1"],
    ["a result behind a text", (payload) => payload.messages[2].content.reverse(), "/messages/2"],
    ["a call without its result", (payload) => payload.messages[2].content.shift(), "/messages/2"],
    ["a result without its call", (payload) => (payload.messages[1].content = [{ type: "text", text: "Hm." }]), "/messages/2"],
    [
      "a call of the user",
      (payload) => payload.messages[0].content.push({ type: "tool_use", id: "b", name: "look", input: {} }),
      "/messages/0/content/1",
    ],
    [
      "an image of the assistant",
      (payload) => payload.messages[1].content.unshift({ type: "image", source: { type: "url", url: "https://a" } }),
      "/messages/1/content/0",
    ],
    [
      "an image by http",
      (payload) => payload.messages[0].content.push({ type: "image", source: { type: "url", url: "http://a" } }),
      "/messages/0/content/1",
    ],
    ["a result without blocks", (payload) => (payload.messages[2].content[0].content = []), "/messages/2/content/0"],
    [
      "a blank text in a result",
      (payload) => (payload.messages[2].content[0].content = [{ type: "text", text: " " }]),
      "/messages/2/content/0/content/0",
    ],
    [
      "an image by http in a result",
      (payload) => (payload.messages[2].content[0].content = [{ type: "image", source: { type: "url", url: "http://a" } }]),
      "/messages/2/content/0/content/0",
    ],
    [
      "an image without data in a result",
      (payload) => {
        const source = { type: "base64", media_type: "image/png", data: "" };
        payload.messages[2].content[0].content = [{ type: "image", source }];
      },
      "/messages/2/content/0/content/0",
    ],
    [
      "a document of the assistant",
      (payload) => payload.messages[1].content.unshift(documentOf("Rules.")),
      "/messages/1/content/0",
    ],
    ["a document without blocks", (payload) => payload.messages[0].content.push(documentOf()), "/messages/0/content/1"],
    [
      "a document with a blank block",
      (payload) => payload.messages[0].content.push(documentOf("Rules.", " ")),
      "/messages/0/content/1/source/content/1",
    ],
    [
      "a title that is too long",
      (payload) => payload.messages[0].content.push({ ...documentOf("Rules."), title: "t".repeat(501) }),
      "/messages/0/content/1/title",
    ],
    [
      "a blank title",
      (payload) => payload.messages[0].content.push({ ...documentOf("Rules."), title: " " }),
      "/messages/0/content/1/title",
    ],
    [
      "citations for one document and not for another",
      (payload) =>
        payload.messages[0].content.push(documentOf("Rules."), { ...documentOf("More."), citations: { enabled: false } }),
      "/messages",
    ],
    [
      "an id with a slash",
      (payload) => {
        payload.messages[1].content[0].id = payload.messages[2].content[0].tool_use_id = "a/b";
      },
      "/messages/1/content/0",
    ],
    ["an input that is no object", (payload) => (payload.messages[1].content[0].input = []), "/messages/1/content/0"],
    ["calls where no tools are defined", (payload) => delete payload.tools, "/tools"],
    ["an id twice", (payload) => payload.messages.push(payload.messages[1], payload.messages[2]), "/messages"],
  ])("%s", (_, change, at) => expect(places(ANTHROPIC, change)).toContain(at));

  test("four marks of the cache are fine", () => {
    const change: Change = (payload) => {
      for (let at = 0; at < 4; at += 1)
        payload.system.push({ type: "text", text: "Rule.", cache_control: { type: "ephemeral" } });
    };
    expect(places(ANTHROPIC, change)).toEqual([]);
  });
});

describe("gemini", () => {
  test.each<[string, Change, string]>([
    ["no room for the answer", (payload) => (payload.config.maxOutputTokens = 0), "/config/maxOutputTokens"],
    ["no system instruction", (payload) => (payload.config.systemInstruction.parts = []), "/config/systemInstruction"],
    ["the model first", (payload) => payload.contents.shift(), "/contents"],
    ["the model last", (payload) => payload.contents.push({ role: "model", parts: [{ text: "So" }] }), "/contents"],
    ["one role twice in a row", (payload) => payload.contents.push({ role: "user", parts: [{ text: "So" }] }), "/contents/3"],
    ["a content without parts", (payload) => (payload.contents[0].parts = []), "/contents/0"],
    ["a blank part", (payload) => (payload.contents[0].parts[0].text = " "), "/contents/0/parts/0"],
    ["a response behind a text", (payload) => payload.contents[2].parts.reverse(), "/contents/2"],
    ["a call without its response", (payload) => payload.contents[2].parts.shift(), "/contents/2"],
    ["a response of another function", (payload) => (payload.contents[2].parts[0].functionResponse.name = "see"), "/contents/2"],
    [
      "a call of the user",
      (payload) => payload.contents[0].parts.push({ functionCall: { name: "look", args: {} } }),
      "/contents/0/parts/1",
    ],
    ["arguments that are no object", (payload) => (payload.contents[1].parts[0].functionCall.args = null), "/contents/1/parts/0"],
    [
      "a function's name that begins with a digit",
      (payload) => (payload.config.tools[0].functionDeclarations[0].name = "3d"),
      "/config/tools",
    ],
    [
      "an image without data",
      (payload) => payload.contents[0].parts.push({ inlineData: { mimeType: "image/png", data: "" } }),
      "/contents/0/parts/1",
    ],
  ])("%s", (_, change, at) => expect(places(GEMINI, change)).toContain(at));
});

test("text: blank, or without room for the answer", () => {
  expect(places(TEXT, (payload) => (payload.text = "\n"))).toEqual(["/text"]);
  expect(places(TEXT, (payload) => (payload.max_output_tokens = 0))).toEqual(["/max_output_tokens"]);
});

test("a payload with a fault never leaves, and the error has places and rules and no text of a person", () => {
  const secret = { ...TEXT, payload: { text: "My knee hurts.", max_output_tokens: 0 } };
  const thrown = ((): unknown => {
    try {
      return accepted(secret);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(AppError);
  expect(thrown).toMatchObject({
    code: "payload_refused",
    message: expect.stringContaining("/max_output_tokens: the output cap is at least 1"),
  });
  expect((thrown as AppError).message).not.toContain("knee");
});

describe("the schema of a tool's arguments", () => {
  const put: Readonly<Record<string, readonly [Prompt, (payload: Parameters<Change>[0], schema: object) => void, string]>> = {
    "openai-chat": [CHAT, (payload, schema) => (payload.tools[0].function.parameters = schema), "/tools/0"],
    "openai-responses": [RESPONSES, (payload, schema) => (payload.tools[0].parameters = schema), "/tools/0"],
    "anthropic-messages": [ANTHROPIC, (payload, schema) => (payload.tools[0].input_schema = schema), "/tools/0"],
    gemini: [
      GEMINI,
      (payload, schema) => (payload.config.tools[0].functionDeclarations[0].parametersJsonSchema = schema),
      "/config/tools/0",
    ],
  };
  const OPENAI = ["openai-chat", "openai-responses"];
  const ALL = Object.keys(put);
  test.each<[string, object, readonly string[]]>([
    ["without type", { properties: {} }, ALL],
    ["without properties", { type: "object" }, OPENAI],
    ["with properties that are a list", { type: "object", properties: [] }, ALL],
    ["with required that is a text", { type: "object", properties: {}, required: "a" }, ALL],
    ["with required that holds a number", { type: "object", properties: {}, required: [1] }, ALL],
    ["with anyOf at its top", { type: "object", properties: {}, anyOf: [{}] }, [...OPENAI, "anthropic-messages"]],
    ["with not at its top", { type: "object", properties: {}, not: {} }, OPENAI],
    ["with a name of an argument that has a blank", { type: "object", properties: { "a b": {} } }, ["anthropic-messages"]],
    ["with anyOf below its top", { type: "object", properties: { a: { anyOf: [{}], enum: [1] } }, required: ["a"] }, []],
  ])("%s", (_, schema, refusing) => {
    for (const [format, [prompt, change, at]] of Object.entries(put)) {
      expect([format, places(prompt, (payload) => change(payload, schema))]).toEqual([
        format,
        refusing.includes(format) ? [at] : [],
      ]);
    }
  });
});

describe("the sides of Anthropic's images", () => {
  const imagesOf = (count: number, width: number) => (payload: Parameters<Change>[0]) => {
    const source = { type: "base64", media_type: "image/png", data: png(width, 10) };
    payload.messages[0].content = manyOf({ type: "image", source }, count);
  };

  test.each([
    [1, 8_000],
    [20, 8_000],
    [21, 2_000],
  ])("%s of %s pixels are fine", (count, width) => {
    expect(places(ANTHROPIC, imagesOf(count, width))).toEqual([]);
  });

  test.each([
    [1, 8_001],
    [21, 2_001],
  ])("%s of %s pixels are refused", (count, width) => {
    expect(places(ANTHROPIC, imagesOf(count, width))).toContain("/messages");
  });
});
