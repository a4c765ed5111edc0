/** Images of the conversation: what is sent, what stands in its place, and that nothing is lost without a word. */
import { describe, expect, test } from "vitest";
import { faultsOf } from "../../../src/pipeline/validate/accepted.ts";
import { FORMATS, type Format } from "../../../src/policy/schema/policy-file.ts";
import type { ToolBody, TurnBody, TurnPartBody } from "../../../src/service/items-body.ts";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { gif, png } from "../../support/images.ts";
import { recount, sentTexts } from "../../support/sent.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const plain = await smallPolicy("budget: { total: 14000 }\n");
const keeping = await smallPolicy("budget: { total: 14000 }\n", {
  "sources.yaml": 'tool_results:\n  screenshot: { keep: [/title], on_error: "No picture of the page." }\n',
});

const DATA = png(10, 10);
const PNG = `data:image/png;base64,${DATA}`;
const picture = (url = PNG): TurnPartBody => ({ type: "image_url", image_url: { url } });
const words = (text: string): TurnPartBody => ({ type: "text", text });
const TOOLS: readonly ToolBody[] = [{ name: "screenshot", parameters: { type: "object" } }];

const shot = (...content: readonly TurnPartBody[]): readonly TurnBody[] => [
  { id: "u", role: "user", content: "Look at the page." },
  { id: "a", role: "assistant", content: null, tool_calls: [{ id: "c", function: { name: "screenshot", arguments: "{}" } }] },
  { id: "t", role: "tool", tool_call_id: "c", content },
];

interface Asked {
  readonly turns: readonly TurnBody[];
  readonly tools?: readonly ToolBody[];
  readonly small?: typeof plain;
}

async function ask(format: Format, { turns, tools = TOOLS, small = plain }: Asked) {
  const { assembly, core } = await askSmall(small, { turns, tools, format } as Partial<QuestionBody>);
  expect(faultsOf(assembly.prompt)).toEqual([]);
  expect(recount(assembly.prompt, small.counter)).toBe(core.budget.used);
  const finding = core.findings.find(({ code }) => code === "image_not_sent");
  return {
    payload: JSON.stringify(assembly.prompt.payload),
    prompt: assembly.prompt,
    texts: sentTexts(assembly.prompt).join("\n"),
    reason: core.included.find(({ id }) => id === "t")?.reason,
    tokens: core.included.find(({ id }) => id === "t")?.tokens ?? 0,
    items: finding?.items ?? [],
    message: finding?.message ?? "",
    dropped: core.dropped,
    unprojected: core.findings.some(({ code }) => code === "tool_result_unprojected"),
  };
}

const ANTHROPIC_IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: DATA } };
const OPENAI_IMAGE = { type: "input_image", image_url: PNG, detail: "auto" };

describe("an image in the result of a tool", () => {
  test("is a block of the result for Anthropic, alone and beside texts, in their order", async () => {
    const alone = await ask("anthropic-messages", { turns: shot(picture()) });
    expect(alone.payload).toContain(JSON.stringify({ type: "tool_result", tool_use_id: "c", content: [ANTHROPIC_IMAGE] }));
    const between = await ask("anthropic-messages", {
      turns: shot(words("Before:"), picture(), words("After."), picture("https://a.example/b.png")),
    });
    const address = { type: "image", source: { type: "url", url: "https://a.example/b.png" } };
    const content = [words("Before:"), ANTHROPIC_IMAGE, words("After."), address];
    expect(between.payload).toContain(JSON.stringify({ type: "tool_result", tool_use_id: "c", content }));
    expect([alone.items, between.items]).toEqual([[], []]);
  });

  test("is a part of the output for OpenAI's Responses", async () => {
    const { payload, items } = await ask("openai-responses", { turns: shot(words("Here it is:"), picture()) });
    const output = [{ type: "input_text", text: "Here it is:" }, OPENAI_IMAGE];
    expect(payload).toContain(JSON.stringify({ type: "function_call_output", call_id: "c", output }));
    expect(items).toEqual([]);
  });

  test.each(["anthropic-messages", "openai-responses"] as const)(
    "costs what it costs in a turn of the person: %s",
    async (format) => {
      const small = await ask(format, { turns: shot(picture()) });
      const large = await ask(format, { turns: shot(picture(`data:image/png;base64,${png(560, 560)}`)) });
      expect([small.reason, large.reason]).toEqual(["packed", "packed"]);
      expect(large.tokens - small.tokens).toBeGreaterThan(300);
    },
  );

  test.each(["openai-chat", "gemini", "text"] as const)("is words at its place where a result is text: %s", async (format) => {
    const { texts, reason, items, message, payload } = await ask(format, {
      turns: shot(words("Before:"), picture(), words("After.")),
    });
    expect(texts).toContain("Before:\n(image not sent)\nAfter.");
    expect(payload).not.toContain(DATA);
    expect([reason, items]).toEqual(["packed", ["t"]]);
    expect(message).toContain(format === "text" ? "t (format)" : "t (role)");
  });

  test.each(FORMATS)("that is all of the result is no failure: %s", async (format) => {
    const { texts, reason } = await ask(format, { turns: shot(picture()) });
    expect(reason).toBe("packed");
    expect(texts).not.toContain("failed");
    const beside = await ask(format, { turns: shot(words(" "), picture()) });
    expect([beside.reason, beside.texts]).toEqual([reason, texts]);
  });

  test("is not told as a text that went on whole; the words beside it are", async () => {
    const large = picture(`data:image/png;base64,${png(1_400, 1_400)}`);
    const short = await ask("anthropic-messages", { turns: shot(words("Here it is:"), large) });
    const long = await ask("anthropic-messages", { turns: shot(words("row 4471 ".repeat(700)), large) });
    expect([short.unprojected, long.unprojected]).toEqual([false, true]);
    expect(short.tokens).toBeGreaterThan(2_000);
  });

  test("stands behind the words of a result where Anthropic is told of no tools", async () => {
    const { prompt, items } = await ask("anthropic-messages", { turns: shot(words("Here it is:"), picture()), tools: [] });
    const blocks = (prompt.payload as { messages: { content: readonly object[] }[] }).messages.flatMap(({ content }) => content);
    const at = blocks.findIndex((block) => JSON.stringify(block) === JSON.stringify(ANTHROPIC_IMAGE));
    expect(blocks[at - 1]).toMatchObject({
      text: expect.stringMatching(/^<tool_result \d{9} \[screenshot\]>\nHere it is:\n\(image\)\n/),
    });
    expect(items).toEqual([]);
  });

  test("does not go on where the policy names what to keep, and its line of a failure stands for words alone", async () => {
    for (const format of FORMATS) {
      const kept = await ask(format, { turns: shot(words('{"title":"Home","secret":"x"}'), picture()), small: keeping });
      expect(kept.texts).toMatch(/\{\\?"title\\?":\\?"Home\\?"\}\n\(image not sent\)/);
      expect([kept.reason, kept.items]).toEqual(["packed", ["t"]]);
      expect(kept.message).toContain("t (not_kept)");
      expect(kept.payload).not.toContain(DATA);
      const alone = await ask(format, { turns: shot(picture()), small: keeping });
      expect([alone.reason, alone.items, alone.texts.includes("No picture")]).toEqual(["packed", ["t"], false]);
      const other = await ask(format, { turns: shot(words("[]"), picture()), small: keeping });
      expect(other.texts).toContain("No picture of the page.\n(image not sent)");
      expect(other.reason).toBe("replaced");
    }
  });
});

describe("no image is lost without a word", () => {
  const person = (url: string): readonly TurnBody[] => [{ id: "t", role: "user", content: [words("Look:"), picture(url)] }];

  test.each<[string, Format, string, string]>([
    ["an address", "gemini", "https://a.example/b.png", "address"],
    ["a type that the provider does not take", "gemini", `data:image/gif;base64,${gif(10, 10)}`, "type"],
    ["a type that nobody takes", "openai-chat", "data:image/svg+xml;base64,PHN2Zz4=", "type"],
    ["data of another type than named", "anthropic-messages", `data:image/jpeg;base64,${DATA}`, "unreadable"],
    ["data that is cut off", "openai-responses", "data:image/png;base64,iVBORw0K", "unreadable"],
    ["what is no data", "openai-chat", "data:image/png,plain", "unreadable"],
    ["any image", "text", PNG, "format"],
  ])("%s for %s", async (_, format, url, why) => {
    const { texts, items, message, dropped } = await ask(format, { turns: person(url) });
    expect(texts).toContain("Look:\n(image not sent)");
    expect([items, dropped]).toEqual([["t"], []]);
    expect(message).toBe(
      `Images that the format ${format} cannot send were left out, and the prompt says so at their place: t (${why}).`,
    );
  });

  test.each(FORMATS)("of the assistant, alone or between texts: %s", async (format) => {
    const { texts, items, dropped } = await ask(format, {
      turns: [
        { id: "t", role: "assistant", content: [words("Before."), picture(), words("After.")] },
        { id: "u", role: "assistant", content: [picture()] },
      ],
    });
    expect(texts).toMatch(/Before\.\n\(image not sent\)\nAfter\.\n(.*\n)*?.*\(image not sent\)/);
    expect([items, dropped]).toEqual([["t", "u"], []]);
  });

  test("each reason once for a turn, and no turn that did not go in", async () => {
    const lost = ["data:image/svg+xml;base64,PHN2Zz4=", "data:image/bmp;base64,AAAA", "data:image/png,plain"].map(picture);
    const long = { id: "old", role: "user", content: [words("old word ".repeat(20_000)), ...lost] } as const;
    const { items, message, dropped } = await ask("openai-chat", { turns: [long, { id: "t", role: "user", content: lost }] });
    expect([items, dropped.map(({ id }) => id)]).toEqual([["t"], ["old"]]);
    expect(message).toContain("t (type, unreadable).");
  });

  test("what was sent is no loss", async () => {
    const formats = FORMATS.filter((format) => format !== "text");
    const all = await Promise.all(formats.map((format) => ask(format, { turns: person(PNG) })));
    expect(all.flatMap(({ items }) => items)).toEqual([]);
  });
});
