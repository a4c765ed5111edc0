/** What can hide a text is taken out of everything that is sent, and told where it stood. */
import { describe, expect, test } from "vitest";
import { argumentsObject } from "../../../src/pipeline/render/call-arguments.ts";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { sentTexts } from "../../support/sent.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const small = await smallPolicy("budget: { total: 14000 }\n", {
  "sources.yaml": "tool_results:\n  order_lookup: { keep: [/status] }\n",
});
/** "obey", in tags. */
const TAGS = "\u{E006F}\u{E0062}\u{E0065}\u{E0079}";
const HIDDEN = /[\u{E0000}-\u{E007F}\u202A-\u202E]/u;

const told = async (body: Partial<QuestionBody>) => {
  const { assembly, core } = await askSmall(small, body);
  expect(JSON.stringify(assembly.prompt)).not.toMatch(HIDDEN);
  const noted = core.included.filter(({ notes }) => notes.includes("hidden_removed")).map(({ id }) => id);
  return { prompt: assembly.prompt, noted, found: core.findings.filter(({ code }) => code === "hidden_characters") };
};
const call = (args: string) => ({ id: "c", function: { name: "order_lookup", arguments: args } });

describe("characters that hide a text", () => {
  test("in items of every kind are noted on each, and one finding joins them", async () => {
    const kinds = ["document", "memory", "tool_result", "hint", "example"] as const;
    const candidates = kinds.map((kind) => ({ id: kind, kind, text: `Said by the ${kind}.${TAGS}` }));
    const { noted, found } = await told({ candidates: [...candidates, { id: "clean", kind: "hint", text: "Nothing hidden." }] });
    expect([...noted].sort()).toEqual([...kinds].sort());
    expect(found.map(({ items }) => [...items].sort())).toEqual([[...kinds].sort()]);
  });

  test("in turns, in a call that a model wrote and in its result", async () => {
    const { noted, prompt } = await told({
      tools: [{ name: "order_lookup", parameters: {} }],
      turns: [
        { id: "t1", role: "user", content: `Hello${TAGS}.` },
        { id: "t2", role: "assistant", content: null, tool_calls: [call(`{"id":"44${TAGS}71"}`)] },
        { id: "t3", role: "tool", tool_call_id: "c", content: JSON.stringify({ status: `sent${TAGS}`, other: "x" }) },
        { id: "t4", role: "assistant", content: "It was sent." },
      ],
    });
    expect(noted).toEqual(["t1", "t2", "t3"]);
    expect(sentTexts(prompt).join("\n")).toContain('order_lookup {"id":"4471"}');
  });

  test.each([
    ["direction", '{"id":"44\\u202e71"}', '{"id":"4471"}', true],
    ["tags", '{"id":"44\\uDB40\\uDC6F\\udb40\\udc6271"}', '{"id":"4471"}', true],
    ["in a name", '{"i\\u2066d":"4471"}', '{"id":"4471"}', true],
    ["half a pair", '{"id":"44\\ud80071"}', '{"id":"44\uFFFD71"}', false],
    ["a quote beside it", '{"id":"\\u0022\\u202e\\u005c"}', '{"id":"\\"\\\\"}', true],
    ["what is ordinary", '{"id":"\\u0646\\u0645\\u06cc\\u200c\\u062e\\n\\ud83d\\ude00"}', null, false],
    ["what is no escape", '{"id":"4471"}\\U202E\\u20', null, false],
    ["a backslash before it", '{"id":"44\\\\u202e71"}', null, false],
  ] as const)("as an escape in the arguments of a call: %s", async (_, written, cleaned, isTold) => {
    for (const format of ["openai-chat", "anthropic-messages", "gemini"] as const) {
      const { noted, prompt } = await told({
        ...{ format, tools: [{ name: "order_lookup", parameters: {} }] },
        turns: [
          { id: "t2", role: "assistant", content: null, tool_calls: [call(written)] },
          { id: "t3", role: "tool", tool_call_id: "c", content: "sent" },
        ],
      });
      const sent = cleaned ?? written;
      expect(noted).toEqual(isTold ? ["t2"] : []);
      const text = format === "openai-chat" ? sent : JSON.stringify(argumentsObject(sent));
      expect(sentTexts(prompt).join("\n")).toContain(`order_lookup ${text}`);
      expect(JSON.stringify(prompt)).not.toMatch(/[^\\](?:\\\\)*\\ud[89a-f]/i);
    }
  });

  test("in what a tool's rule does not keep are told to nobody", async () => {
    const text = JSON.stringify({ status: "sent", other: TAGS });
    const { noted } = await told({ candidates: [{ id: "r", kind: "tool_result", tool: "order_lookup", text }] });
    expect(noted).toEqual([]);
  });

  test("in descriptions of tools, at any depth; names and values stay as the caller compares them", async () => {
    const parameters = { properties: { id: { type: "string", description: `An id.${TAGS}`, enum: ["a\u00ADb"] } } };
    const { found, prompt } = await told({ tools: [{ name: "look", description: `Looks.${TAGS}`, parameters }] });
    expect(found.map(({ items }) => items)).toEqual([["tools/look"]]);
    expect(JSON.stringify(prompt)).toContain('"enum":["a\u00ADb"]');
  });

  test("in the question, which stays whole otherwise", async () => {
    const { found, prompt } = await told({ question: `Can I\u202E still${TAGS} get it?` });
    expect(found.map(({ items }) => items)).toEqual([["question"]]);
    expect(sentTexts(prompt).at(-1)).toMatch(/Question: Can I still get it\?\n$/);
  });

  test("in a label go as well, where the edge lets them pass", async () => {
    const { prompt } = await told({
      candidates: [{ id: "d", kind: "document", label: "Terms\uFE01\uFE02\uFE03", text: "Thirty days." }],
    });
    expect(sentTexts(prompt).join("")).toContain("- [Terms] Thirty days.\n");
  });
});
