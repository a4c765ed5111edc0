import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_CONTENT_CHARACTERS, readVerdict } from "../../src/model/read-verdict.ts";
import type { Json } from "../../src/sources/source-result.ts";
import { API_KEY, CONTENT, completion } from "./build.ts";

const INTENTS = ["training", "injury"];

const read = (payload: unknown, secret: string | null = API_KEY) => readVerdict(payload as Json, { intents: INTENTS, secret });
const readContent = (content: string) => read(completion({ content }));

const failed = (cause: string, content: string | null = null) => ({ status: "failed", cause, content });

test("an allowed intent is the answer, with the model's own words beside it", () => {
  const spaced = '\n{ "intent" : "injury" }\n';
  expect(readContent(CONTENT)).toEqual({ status: "answered", intent: "injury", content: CONTENT });
  expect(readContent(spaced)).toEqual({ status: "answered", intent: "injury", content: spaced });
});

test.each([
  ["another name", '{"intent":"nutrition"}'],
  ["the name in capitals", '{"intent":"Injury"}'],
  ["a space behind the name", '{"intent":"injury "}'],
  ["a NUL in the name", '{"intent":"inj\\u0000ury"}'],
  ["no name", '{"intent":""}'],
  ["a name every object has", '{"intent":"constructor"}'],
])("%s is not allowed", (_what, content) => {
  expect(readContent(content)).toEqual(failed("not_allowed", content));
});

test.each([
  ["prose", "The intent is injury."],
  ["a bare name", "injury"],
  ["a JSON string", '"injury"'],
  ["a fence around it", `\`\`\`json\n${CONTENT}\n\`\`\``],
  ["two objects", `${CONTENT}${CONTENT}`],
  ["an object that breaks off", '{"intent":"inju'],
  ["a list of intents", '{"intent":["injury"]}'],
  ["further members", '{"intent":"injury","confidence":1}'],
  ["an empty object", "{}"],
  ["null", "null"],
])("%s instead of the object is invalid", (_what, content) => {
  expect(readContent(content)).toEqual(failed("invalid", content));
});

test.each([
  ["nothing", null],
  ["a list", []],
  ["no choices", {}],
  ["empty choices", { ...completion({}), choices: [] }],
  ["a choice without a message", { choices: [{ finish_reason: "stop" }] }],
  ["content in parts", { choices: [{ message: { content: [{ type: "text", text: CONTENT }] } }] }],
  ["no content", completion({})],
  ["empty content", completion({ content: "" })],
  [
    "a tool call",
    completion({ tool_calls: [{ id: "1", type: "function", function: { name: "intent", arguments: CONTENT } }] }, "tool_calls"),
  ],
])("a completion with %s is invalid", (_what, payload) => {
  expect(read(payload)).toEqual(failed("invalid"));
});

test("what a model thinks aloud before the object is neither its answer nor kept, however long", () => {
  const answered = { status: "answered", intent: "injury", content: CONTENT };
  expect(readContent(`<think>maybe {"intent":"training"}</think>${CONTENT}`)).toEqual(answered);
  expect(readContent(`<think>${"hm, ".repeat(1_000)}</think>\n${CONTENT}`)).toEqual({ ...answered, content: `\n${CONTENT}` });
  // Where the server's template holds the opening tag.
  expect(readContent(`the knee</think>${CONTENT}`)).toEqual(answered);
  expect(readContent(`<think>a</think><think>b</think>${CONTENT}`)).toEqual(answered);
  expect(readContent(`<think>maybe ${CONTENT}`)).toEqual(failed("invalid", `<think>maybe ${CONTENT}`));
  expect(readContent(`<think>maybe ${CONTENT}</think>`)).toEqual(failed("invalid"));
  expect(readContent(`<think>x</think>The intent is injury.`)).toEqual(failed("invalid", "The intent is injury."));
});

test("a refusal counts as one, also beside an answer; so does a provider's content filter", () => {
  expect(read(completion({ refusal: "I can't help." }))).toEqual(failed("refusal", "I can't help."));
  expect(read(completion({ refusal: "No.", content: CONTENT }))).toEqual(failed("refusal", "No."));
  expect(read(completion({}, "content_filter"))).toEqual(failed("refusal"));
  expect(read(completion({ refusal: "", content: CONTENT })).status).toBe("answered");
});

test("only the first choice is read, and members the protocol may gain are no obstacle", () => {
  const [first] = completion({ content: CONTENT }).choices;
  expect(read({ choices: [{ ...first, extra: 1 }, "whatever"] })).toMatchObject({ status: "answered", intent: "injury" });
  expect(read({ choices: [{ message: { content: CONTENT } }] })).toMatchObject({ status: "answered", intent: "injury" });
});

test("500 characters of the model's words are kept, and more are not the object that was asked for", () => {
  const padded = (length: number) => `${CONTENT}${" ".repeat(length - CONTENT.length)}`;
  expect(readContent(padded(499)).status).toBe("answered");
  expect(readContent(padded(500)).status).toBe("answered");
  expect(readContent(padded(501))).toEqual(failed("invalid", padded(500)));
  expect(readContent("🏃".repeat(501))).toEqual(failed("invalid", "🏃".repeat(500)));
});

test("words that repeat the key are not kept; a placeholder for a key may stand in a name", () => {
  expect(readContent(`{"intent":"${API_KEY}"}`)).toEqual(failed("invalid"));
  expect(read(completion({ refusal: `${"x".repeat(490)}${API_KEY}` }))).toEqual(failed("invalid"));
  expect(read(completion({ content: CONTENT }), "injury")).toMatchObject({ status: "answered" });
  expect(read(completion({ content: CONTENT }), null)).toMatchObject({ status: "answered" });
});

test("whatever a server says, no intent but an allowed one comes out, and the words kept are bounded", () => {
  const content = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.string().map((intent) => JSON.stringify({ intent })),
  );
  const payload = fc.oneof(
    fc.jsonValue(),
    content.map((text) => completion({ content: text })),
  );
  fc.assert(
    fc.property(payload, (value) => {
      const verdict = read(value);
      if (verdict.status === "answered") expect(INTENTS).toContain(verdict.intent);
      expect([...(verdict.content ?? "")].length).toBeLessThanOrEqual(MAX_CONTENT_CHARACTERS);
    }),
  );
});

test.each(["length", "tool_calls", "function_call"])("an answer that ended by %s is none, whatever it says", (finish_reason) => {
  const payload = { choices: [{ finish_reason, message: { content: '{"intent":"injury"}', refusal: null } }] };
  expect(readVerdict(payload, { intents: ["injury", "training"], secret: null })).toMatchObject({
    status: "failed",
    cause: "invalid",
  });
});
