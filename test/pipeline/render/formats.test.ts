/** What each format makes of turns, tools, images and ids. */
import { describe, expect, test } from "vitest";
import type { Prompt } from "../../../src/pipeline/records/prompt.ts";
import { faultsOf } from "../../../src/pipeline/validate/accepted.ts";
import { FORMATS, type Format } from "../../../src/policy/schema/policy-file.ts";
import type { ToolBody, TurnBody } from "../../../src/service/items-body.ts";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { gif as gifOf, heif as heifOf, jpeg as jpegOf, png as pngOf } from "../../support/images.ts";
import { recount, sentTexts } from "../../support/sent.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const plain = await smallPolicy("budget: { total: 14000 }\n");
const conversationFirst = await smallPolicy("prompt: { layout: conversation_first }\n");

type Of<F extends Format> = Extract<Prompt, { format: F }>;

async function promptOf<F extends Format>(format: F, body: Partial<QuestionBody>, small = plain): Promise<Of<F>> {
  const { assembly, core } = await askSmall(small, { ...body, format });
  expect(faultsOf(assembly.prompt)).toEqual([]);
  expect(recount(assembly.prompt, small.counter)).toBe(core.budget.used);
  return assembly.prompt as Of<F>;
}

const TOOLS: readonly ToolBody[] = [
  { name: "order_lookup", description: "Looks up an order.", parameters: { properties: { id: { type: "string" } } } },
];
const user = (id: string, content: TurnBody["content"]): TurnBody => ({ id, role: "user", content });
const calling = (id: string, ...calls: readonly (readonly [id: string, args: string, name?: string])[]): TurnBody => ({
  id,
  role: "assistant",
  content: null,
  tool_calls: calls.map(([callId, args, name = "order_lookup"]) => ({ id: callId, function: { name, arguments: args } })),
});
const result = (id: string, call: string, content = "delivered"): TurnBody => ({ id, role: "tool", tool_call_id: call, content });
const image = (url: string): TurnBody => user("t1", [{ type: "image_url", image_url: { url } }]);

describe("the output cap and the tools have the provider's own names", () => {
  test("in every format", async () => {
    const chat = await promptOf("openai-chat", { tools: TOOLS });
    expect(chat.payload).toMatchObject({ model: "case-model", max_completion_tokens: 2_000, tools: [{ type: "function" }] });
    const responses = await promptOf("openai-responses", { tools: TOOLS });
    expect(responses.payload).toMatchObject({
      max_output_tokens: 2_000,
      tools: [{ type: "function", name: "order_lookup", strict: false, parameters: { properties: {} } }],
    });
    const anthropic = await promptOf("anthropic-messages", { tools: TOOLS });
    expect(anthropic.payload).toMatchObject({
      max_tokens: 2_000,
      tools: [{ name: "order_lookup", input_schema: { type: "object" } }],
    });
    const gemini = await promptOf("gemini", { tools: TOOLS });
    expect(gemini.payload.config).toMatchObject({
      maxOutputTokens: 2_000,
      tools: [{ functionDeclarations: [{ name: "order_lookup", parametersJsonSchema: { type: "object" } }] }],
    });
  });

  test("a reserve below OpenAI's least output is raised to it for Responses alone", async () => {
    const small = {
      ...plain,
      policy: { ...plain.policy, models: plain.policy.models.map((one) => ({ ...one, reserveOutput: 15 })) },
    };
    expect((await promptOf("openai-responses", {}, small)).payload.max_output_tokens).toBe(16);
    expect((await promptOf("openai-chat", {}, small)).payload.max_completion_tokens).toBe(15);
  });
});

describe("policy text has the system's place, everything else the user's, the question last", () => {
  const body: Partial<QuestionBody> = {
    candidates: [{ id: "d", kind: "document", text: "Thirty days." }],
    turns: [user("t1", "Hi.")],
  };

  test("openai-responses: instructions, then items", async () => {
    const { payload } = await promptOf("openai-responses", body);
    expect(payload.instructions).toBe("Answer from what is given.\n");
    expect(payload.input).toMatchObject([
      { role: "user", content: expect.stringContaining("[d] Thirty days.") },
      { role: "user", content: "Hi." },
      { role: "user", content: expect.stringMatching(/Question: .+\n$/) },
    ]);
  });

  test("anthropic-messages: system blocks, then one message of the user with a block for each", async () => {
    const { payload } = await promptOf("anthropic-messages", body);
    expect(payload.system).toEqual([{ type: "text", text: "Answer from what is given.\n" }]);
    expect(payload.messages).toHaveLength(1);
    expect(payload.messages[0]?.content.map(({ type }) => type)).toEqual(["text", "text", "text"]);
  });

  test("gemini: system instruction, then one content of the user with a part for each", async () => {
    const { payload } = await promptOf("gemini", body);
    expect(payload.config.systemInstruction).toEqual({ parts: [{ text: "Answer from what is given.\n" }] });
    expect(payload.contents).toMatchObject([{ role: "user", parts: [{}, { text: "Hi." }, {}] }]);
  });
});

describe("a conversation that begins with the assistant", () => {
  const turns: readonly TurnBody[] = [{ id: "t1", role: "assistant", content: "Hello." }];

  test("has something of the user's before it where the provider demands that, counted with the messages", async () => {
    const anthropic = await promptOf("anthropic-messages", { turns }, conversationFirst);
    expect(anthropic.payload.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(anthropic.payload.messages[0]?.content).toEqual([{ type: "text", text: "(conversation)\n" }]);
    const gemini = await promptOf("gemini", { turns }, conversationFirst);
    expect(gemini.payload.contents.map(({ role }) => role)).toEqual(["user", "model", "user"]);
  });

  test("is sent as it is elsewhere, and behind evidence", async () => {
    const chat = await promptOf("openai-chat", { turns }, conversationFirst);
    expect(chat.payload.messages.map(({ role }) => role)).toEqual(["system", "assistant", "user"]);
    const body: Partial<QuestionBody> = { turns, candidates: [{ id: "d", kind: "document", text: "Thirty days." }] };
    expect(sentTexts(await promptOf("anthropic-messages", body)).join("")).not.toContain("(conversation)");
  });
});

describe("calls and results", () => {
  const parallel: readonly TurnBody[] = [
    user("t1", "Where are they?"),
    calling("t2", ["a", '{"id":1}', "first_tool"], ["b", "{}", "second_tool"]),
    result("t3", "b", "two"),
    result("t4", "a", "one"),
    user("t5", "And now?"),
  ];

  test("anthropic-messages: results first in the message right behind, what the user said after them", async () => {
    const { payload } = await promptOf("anthropic-messages", { turns: parallel, tools: TOOLS });
    expect(payload.messages.slice(-2)).toMatchObject([
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "a", input: { id: 1 } },
          { type: "tool_use", id: "b", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "b", content: "two" },
          { type: "tool_result", tool_use_id: "a", content: "one" },
          { type: "text", text: "And now?" },
          { type: "text" },
        ],
      },
    ]);
  });

  test("gemini: by name, the responses in the order of the calls", async () => {
    const { payload } = await promptOf("gemini", { turns: parallel });
    expect(payload.contents.at(-1)?.parts.slice(0, 2)).toEqual([
      { functionResponse: { name: "first_tool", response: { output: "one" } } },
      { functionResponse: { name: "second_tool", response: { output: "two" } } },
    ]);
  });

  test("openai-responses: an item for the text, one for each call, one for each output", async () => {
    const turns = [...parallel.slice(0, 1), { ...(parallel[1] as TurnBody), content: "I look." }, ...parallel.slice(2)];
    const { payload } = await promptOf("openai-responses", { turns });
    expect(payload.input.map(({ type }) => type)).toEqual([
      ...[
        "message",
        "message",
        "function_call",
        "function_call",
        "function_call_output",
        "function_call_output",
        "message",
        "message",
      ],
    ]);
  });

  test("anthropic-messages without tools: said in words, since the provider refuses calls where none are defined", async () => {
    const { payload } = await promptOf("anthropic-messages", { turns: parallel });
    expect(payload.tools).toBeUndefined();
    const blocks = payload.messages.flatMap(({ content }) => content);
    expect(blocks.every(({ type }) => type === "text")).toBe(true);
    expect(sentTexts({ format: "anthropic-messages", model: "m", payload })).toEqual(
      expect.arrayContaining(['(call first_tool {"id":1})', "- [second_tool] two\n", "- [first_tool] one\n"]),
    );
  });

  test.each([
    ["", {}],
    ["  ", {}],
    ['{"id":"4471"}', { id: "4471" }],
    ['{"__proto__":1}', JSON.parse('{"__proto__":1}')],
    ["[1,2]", { arguments: "[1,2]" }],
    ["null", { arguments: "null" }],
    ['"text"', { arguments: '"text"' }],
    ['{"id":', { arguments: '{"id":' }],
    // Which of the two the tool was called with, only the caller's own parser knows.
    ['{"id":1,"id":2}', { arguments: '{"id":1,"id":2}' }],
    ['{"a":[{"id":1,"i\\u0064":1}]}', { arguments: '{"a":[{"id":1,"i\\u0064":1}]}' }],
    ['{"a":{"id":1},"b":{"id":1},"c":["id","id"]}', { a: { id: 1 }, b: { id: 1 }, c: ["id", "id"] }],
    ['{"id":12345678901234567890}', { id: "12345678901234567890" }],
    [
      '{"a":[9007199254740992,9007199254740993,-9007199254740993]}',
      { a: [9007199254740992, "9007199254740993", "-9007199254740993"] },
    ],
    ['{"a":12345678901234567000,"b":1e21,"c":-0,"d":1.50,"e":0.1}', { a: 12345678901234567000, b: 1e21, c: -0, d: 1.5, e: 0.1 }],
    [
      '{"a":1e400,"b":1e-400,"c":0.12345678901234567890,"d":0e999}',
      { a: "1e400", b: "1e-400", c: "0.12345678901234567890", d: 0 },
    ],
    ['{"12345678901234567890":"a \\" 12345678901234567890"}', { "12345678901234567890": 'a " 12345678901234567890' }],
    ["[12345678901234567890]", { arguments: "[12345678901234567890]" }],
    [`${'{"a":'.repeat(64)}1${"}".repeat(64)}`, JSON.parse(`${'{"a":'.repeat(64)}1${"}".repeat(64)}`)],
    [`${'{"a":'.repeat(65)}1${"}".repeat(65)}`, { arguments: `${'{"a":'.repeat(65)}1${"}".repeat(65)}` }],
  ])("arguments %.30j become an object, whole, where the provider takes nothing else", async (text, expected) => {
    const turns = [user("t1", "Hm?"), calling("t2", ["a", text]), result("t3", "a")];
    const { payload } = await promptOf("gemini", { turns });
    expect(payload.contents[1]?.parts).toEqual([{ functionCall: { name: "order_lookup", args: expected } }]);
    const anthropic = await promptOf("anthropic-messages", { turns, tools: TOOLS });
    expect(anthropic.payload.messages[1]?.content).toMatchObject([{ input: expected }]);
    const chat = await promptOf("openai-chat", { turns });
    expect(chat.payload.messages[2]).toMatchObject({ tool_calls: [{ function: { arguments: text } }] });
  });

  test("numbers that become strings are a finding, where and only where they do", async () => {
    const big = '{"id":12345678901234567890}';
    const turns = [calling("t1", ["a", big]), result("t2", "a"), calling("t3", ["b", '{"id":1}']), result("t4", "b")];
    const found = async (body: Partial<QuestionBody>): Promise<readonly unknown[]> =>
      (await askSmall(plain, { turns, ...body })).core.findings.filter(({ code }) => code === "numbers_as_text");
    const told = [{ code: "numbers_as_text", message: expect.stringContaining("strings of their digits: t1;"), items: ["t1"] }];
    expect(await found({ format: "gemini" })).toEqual(told);
    expect(await found({ format: "anthropic-messages", tools: TOOLS })).toEqual(told);
    expect(await found({ format: "anthropic-messages" })).toEqual([]);
    expect(await found({ format: "openai-chat", tools: TOOLS })).toEqual([]);
    expect(await found({ format: "openai-responses", tools: TOOLS })).toEqual([]);
    const listing = [calling("t1", ["a", "[12345678901234567890]"]), result("t2", "a")];
    expect(await found({ format: "gemini", turns: listing })).toEqual([]);
  });

  test.each(["\u202eevil", "with a blank", "line\nfeed", "é"])(
    "the id %j hides nothing from who reads it: another takes its place in pairs",
    async (odd) => {
      const turns = [calling("t1", [odd, "{}"]), result("t2", odd)];
      for (const format of ["openai-chat", "openai-responses", "anthropic-messages"] as const) {
        const payload = JSON.stringify((await promptOf(format, { turns, tools: TOOLS })).payload);
        const ids = [...payload.matchAll(/"(?:id|call_id|tool_call_id|tool_use_id)":"([^"]+)"/g)].map(([, id]) => id);
        expect([format, ids]).toEqual([format, [ids[0], ids[0]]]);
        expect(ids[0]).toMatch(/^call_[0-9a-f]{32}$/);
      }
    },
  );

  test("ids that a provider refuses, or that two groups share, are made anew and stay paired", async () => {
    const turns = [
      ...[calling("t1", ["same", "{}"]), result("t2", "same"), calling("t3", ["same", "{}"]), result("t4", "same")],
      ...[
        calling("t5", ["no/slash", "{}"]),
        result("t6", "no/slash"),
        calling("t7", ["x".repeat(70), "{}"]),
        result("t8", "x".repeat(70)),
      ],
    ];
    const idsOf = (payload: unknown): readonly string[] =>
      [...JSON.stringify(payload).matchAll(/"(?:id|call_id)":"([^"]+)"/g)].map(([, id]) => id ?? "");
    const anthropic = idsOf((await promptOf("anthropic-messages", { turns, tools: TOOLS })).payload.messages);
    expect(anthropic).toEqual(["same", ...Array.from({ length: 3 }, () => expect.stringMatching(/^call_[0-9a-f]{32}$/))]);
    expect(new Set(anthropic).size).toBe(4);
    const [, second, third, fourth] = (await promptOf("openai-responses", { turns })).payload.input.flatMap((item) =>
      item.type === "function_call" ? [item.call_id] : [],
    );
    expect([second, third, fourth]).toEqual([expect.stringMatching(/^call_/), "no/slash", expect.stringMatching(/^call_/)]);
    const chat = idsOf((await promptOf("openai-chat", { turns })).payload.messages);
    expect(chat).toEqual(["same", "same", "no/slash", expect.stringMatching(/^call_/)]);
  });

  test("a function's name has the signs that every provider takes; Gemini's begins with a letter or _", async () => {
    const turns = [calling("t1", ["a", "{}", "3d view/склад"]), result("t2", "a")];
    const chat = await promptOf("openai-chat", { turns });
    expect(chat.payload.messages[1]).toMatchObject({ tool_calls: [{ function: { name: "3d_view______" } }] });
    const gemini = await promptOf("gemini", { turns });
    expect(JSON.stringify(gemini.payload.contents)).toContain('"name":"_3d_view______"');
  });
});

describe("images", () => {
  const data = pngOf(10, 10);
  const png = `data:image/png;base64,${data}`;

  test("go in the provider's own form", async () => {
    const turns = [image(png)];
    expect((await promptOf("openai-chat", { turns })).payload.messages[1]?.content).toEqual([
      { type: "image_url", image_url: { url: png } },
    ]);
    expect((await promptOf("openai-responses", { turns })).payload.input[0]).toMatchObject({
      content: [{ type: "input_image", image_url: png, detail: "auto" }],
    });
    expect((await promptOf("anthropic-messages", { turns })).payload.messages[0]?.content[0]).toEqual({
      type: "image",
      source: { type: "base64", media_type: "image/png", data },
    });
    expect((await promptOf("gemini", { turns })).payload.contents[0]?.parts[0]).toEqual({
      inlineData: { mimeType: "image/png", data },
    });
  });

  test("an address goes where the provider fetches it itself, and is words for Gemini", async () => {
    const turns = [image("https://a.example/b.png")];
    expect((await promptOf("anthropic-messages", { turns })).payload.messages[0]?.content[0]).toEqual({
      type: "image",
      source: { type: "url", url: "https://a.example/b.png" },
    });
    expect((await promptOf("gemini", { turns })).payload.contents[0]?.parts[0]).toEqual({ text: "(image not sent)" });
  });

  test("a photo whose size stands far behind is sent all the same; a HEIC goes to Gemini alone", async () => {
    const photo = jpegOf(4032, 3024, 120_000);
    expect(
      (await promptOf("gemini", { turns: [image(`data:image/jpg;base64,${photo}`)] })).payload.contents[0]?.parts[0],
    ).toEqual({
      inlineData: { mimeType: "image/jpeg", data: photo },
    });
    const heic = heifOf("heic", [4032, 3024]);
    const turns = [image(`data:image/heic;base64,${heic}`)];
    expect((await promptOf("gemini", { turns })).payload.contents[0]?.parts[0]).toEqual({
      inlineData: { mimeType: "image/heic", data: heic },
    });
    expect(sentTexts(await promptOf("openai-chat", { turns }))).toContain("(image not sent)");
  });

  test.each([
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:image/png,plain",
    "data:image/png;base64,",
    "data:image/png;base64,abc",
    "data:image/png;base64,AAAA",
    "data:image/jpeg;base64,/9j/4AAQSkZJRgAB",
    `data:image/jpeg;base64,${pngOf(10, 10)}`,
    `data:image/png;base64,${gifOf(10, 10)}`,
    `data:image/heic;base64,${pngOf(10, 10)}`,
  ])("%.60s, which no provider takes, is said in words in all of them", async (url) => {
    for (const format of FORMATS.filter((one) => one !== "text")) {
      expect(sentTexts(await promptOf(format, { turns: [image(url)] }))).toContain("(image not sent)");
    }
  });
});

describe("a tool without what OpenAI demands", () => {
  const sent = async (parameters: object) => {
    const tools = [{ name: "view", parameters } as ToolBody];
    const chat = await promptOf("openai-chat", { tools });
    const responses = await promptOf("openai-responses", { tools });
    return [chat.payload.tools?.[0]?.function.parameters, responses.payload.tools?.[0]?.parameters].map((one) =>
      JSON.stringify(one),
    );
  };

  test.each<[object, string]>([
    [{}, '{"properties":{},"type":"object"}'],
    [{ type: "object" }, '{"properties":{},"type":"object"}'],
    [
      { required: [], additionalProperties: false },
      '{"additionalProperties":false,"properties":{},"required":[],"type":"object"}',
    ],
    [{ properties: { b: {}, a: {} } }, '{"properties":{"a":{},"b":{}},"type":"object"}'],
    [
      { properties: { a: { type: "array" }, b: { items: { type: ["array", "null"] }, type: "array" } }, type: "object" },
      '{"properties":{"a":{"items":{},"type":"array"},"b":{"items":{"items":{},"type":["array","null"]},"type":"array"}},"type":"object"}',
    ],
    [
      {
        $defs: { a: { anyOf: [{ type: "array" }, true] } },
        properties: { a: { default: { type: "array" }, enum: [{ type: "array" }] } },
      },
      '{"$defs":{"a":{"anyOf":[{"items":{},"type":"array"},true]}},"properties":{"a":{"default":{"type":"array"},"enum":[{"type":"array"}]}},"type":"object"}',
    ],
    [
      { properties: { properties: { type: "array" }, type: { type: "string" } }, type: "object" },
      '{"properties":{"properties":{"items":{},"type":"array"},"type":{"type":"string"}},"type":"object"}',
    ],
    [{ $ref: "#/$defs/a", $defs: { a: {} } }, '{"$defs":{"a":{}},"$ref":"#/$defs/a","properties":{},"type":"object"}'],
  ])("%j: OpenAI's formats add them, with the members in their order", async (parameters, json) => {
    expect(await sent(parameters)).toEqual([json, json]);
  });

  test.each(["openai-chat", "openai-responses"] as const)("%s: costs and is hashed as what is sent", async (format) => {
    const blocks = async (parameters: object) => {
      const { core } = await askSmall(plain, { format, tools: [{ name: "view", parameters } as ToolBody] });
      return core.blocks.filter(({ id }) => id === "tools");
    };
    expect(await blocks({})).toEqual(await blocks({ type: "object", properties: {} }));
    expect(await blocks({})).toHaveLength(1);
  });
});

describe("tools that a provider refuses", () => {
  test.each([
    ["gemini", { name: "3d_view", parameters: {} }, "/tools/0/name"],
    ["openai-chat", { name: "view", parameters: { type: "string" } }, "/tools/0/parameters/type"],
    ["anthropic-messages", { name: "view", parameters: { type: ["object"] } }, "/tools/0/parameters/type"],
    ["openai-chat", { name: "view", parameters: { oneOf: [{ type: "object" }] } }, "/tools/0/parameters/oneOf"],
    ["openai-responses", { name: "view", parameters: { enum: [{}] } }, "/tools/0/parameters/enum"],
    ["openai-chat", { name: "view", parameters: { type: "object", not: {} } }, "/tools/0/parameters/not"],
    ["anthropic-messages", { name: "view", parameters: { allOf: [] } }, "/tools/0/parameters/allOf"],
    ["anthropic-messages", { name: "view", parameters: { properties: { "a/b": {} } } }, "/tools/0/parameters/properties/a~1b"],
    [
      "anthropic-messages",
      { name: "view", parameters: { properties: { ["a".repeat(65)]: {} } } },
      `/tools/0/parameters/properties/${"a".repeat(65)}`,
    ],
    ...FORMATS.flatMap((format) => [
      [format, { name: "view", parameters: { properties: [] } }, "/tools/0/parameters/properties"] as const,
      [format, { name: "view", parameters: { required: ["a", 1] } }, "/tools/0/parameters/required"] as const,
    ]),
  ] as const)("%s: the request is refused and the place named", async (format, tool, pointer) => {
    await expect(askSmall(plain, { format, tools: [tool as ToolBody] })).rejects.toMatchObject({
      code: "invalid_request",
      details: { errors: [{ pointer }] },
    });
  });

  test("the message names the tool and what stands there, and none of its words", async () => {
    const tool = { name: "view", parameters: { type: "object", anyOf: [{ required: ["secret"] }] } } as ToolBody;
    await expect(askSmall(plain, { format: "openai-chat", tools: [tool] })).rejects.toThrow(
      "/tools/0/parameters/anyOf: expected no anyOf at the top of a schema for the format openai-chat: say it inside of properties, or in the description, got a list in the tool view.",
    );
  });

  test("what only others refuse goes", async () => {
    const named = { name: "view", parameters: { type: "object", properties: { "order id": { enum: [1] } } } } as ToolBody;
    expect((await promptOf("openai-chat", { tools: [named] })).payload.tools?.[0]?.function.parameters).toEqual(named.parameters);
    const denied = { name: "view", parameters: { type: "object", not: { required: ["a"] } } } as ToolBody;
    expect((await promptOf("anthropic-messages", { tools: [denied] })).payload.tools?.[0]?.input_schema).toEqual(
      denied.parameters,
    );
    const either = { name: "view", parameters: { type: "object", anyOf: [{ required: ["a"] }] } } as ToolBody;
    const { config } = (await promptOf("gemini", { tools: [either] })).payload;
    expect(config.tools?.[0]?.functionDeclarations[0]?.parametersJsonSchema).toEqual(either.parameters);
  });

  const many = (count: number): readonly ToolBody[] =>
    Array.from({ length: count }, (_, at) => ({ name: `tool_${at}`, parameters: {} }));

  test.each(["openai-chat", "openai-responses"] as const)(
    "%s: 128 tools go, 129 are refused with both numbers",
    async (format) => {
      expect((await promptOf(format, { tools: many(128) })).payload.tools).toHaveLength(128);
      await expect(askSmall(plain, { format, tools: many(129) })).rejects.toMatchObject({
        code: "invalid_request",
        details: {
          errors: [
            {
              pointer: "/tools",
              expected: `at most 128 tools for the format ${format}; send those this question may need`,
              got: "129",
            },
          ],
        },
      });
    },
  );

  test("as many as a request may bring go where the provider names no number", async () => {
    expect((await promptOf("anthropic-messages", { tools: many(256) })).payload.tools).toHaveLength(256);
    const { config } = (await promptOf("gemini", { tools: many(256) })).payload;
    expect(config.tools?.[0]?.functionDeclarations).toHaveLength(256);
  });

  test("a name that begins with a digit is fine elsewhere, and plain text sends none", async () => {
    await promptOf("openai-chat", { tools: [{ name: "3d_view", parameters: {} }] });
    await promptOf("text", { tools: [{ name: "view", parameters: { type: "string" } }] });
  });
});
