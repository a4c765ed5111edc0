/** Images that Anthropic refuses for the length of a side are said in words, decided by all turns of the request. */
import { expect, test } from "vitest";
import type { Prompt } from "../../../src/pipeline/records/prompt.ts";
import { FORMATS } from "../../../src/policy/schema/policy-file.ts";
import type { TurnBody } from "../../../src/service/items-body.ts";
import { jpeg, png } from "../../support/images.ts";
import { recount, sentTexts } from "../../support/sent.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const plain = await smallPolicy("");
const NOT_SENT = "(image not sent)";

const turnsOf = (urls: readonly string[]): readonly TurnBody[] =>
  urls.map((url, at) => ({ id: `t${at}`, role: "user", content: [{ type: "image_url", image_url: { url } }] }));
const pngOf = (width: number, height = 10): string => `data:image/png;base64,${png(width, height)}`;
const many = (count: number, url: string): readonly string[] => Array.from({ length: count }, () => url);

const asked = async (urls: readonly string[], format: Prompt["format"] = "anthropic-messages") => {
  const { assembly, core } = await askSmall(plain, { format, turns: turnsOf(urls) });
  const lost = sentTexts(assembly.prompt).filter((text) => text === NOT_SENT).length;
  return { prompt: assembly.prompt, lost, used: core.budget.used };
};

test.each<[string, readonly string[], number]>([
  ["8,000 pixels wide", [pngOf(8_000)], 0],
  ["8,001 pixels wide", [pngOf(8_001)], 1],
  ["8,001 pixels high", [pngOf(10, 8_001)], 1],
  ["of unknown size", [`data:image/jpeg;base64,${jpeg(9_000, 10, 120_000)}`], 0],
  ["20 of 8,000 pixels", many(20, pngOf(8_000)), 0],
  ["21 of 2,000 pixels", many(21, pngOf(2_000)), 0],
  ["21 of 2,001 pixels", many(21, pngOf(2_001)), 21],
  ["one of 2,001 pixels among 20 small ones", [...many(20, pngOf(10)), pngOf(2_001)], 1],
  ["one of unknown size among 20 small ones", [...many(20, pngOf(10)), `data:image/jpeg;base64,${jpeg(90, 10, 120_000)}`], 1],
  ["one of 2,001 pixels among 20 at addresses", [...many(20, "https://a.example/b.png"), pngOf(2_001)], 1],
  ["one of 2,001 pixels among 20 that no provider takes", [...many(20, "data:image/svg+xml;base64,PHN2Zz4="), pngOf(2_001)], 20],
])("%s", async (_, urls, lost) => {
  const one = await asked(urls);
  expect(one.lost).toBe(lost);
});

test("those in results count too, and the finding says of which turn one is too large", async () => {
  const image = (url: string) => ({ type: "image_url" as const, image_url: { url } });
  const call = { id: "c", function: { name: "look", arguments: "{}" } };
  const { assembly, core } = await askSmall(plain, {
    format: "anthropic-messages",
    tools: [{ name: "look", parameters: {} }],
    turns: [
      { id: "call", role: "assistant", content: null, tool_calls: [call] },
      { id: "result", role: "tool", tool_call_id: "c", content: many(20, pngOf(10)).map(image) },
      { id: "asked", role: "user", content: [image(pngOf(2_001))] },
    ],
  });
  expect(sentTexts(assembly.prompt).filter((text) => text === NOT_SENT)).toHaveLength(1);
  expect(core.findings.find(({ code }) => code === "image_not_sent")).toMatchObject({
    message: expect.stringContaining("asked (too_large)"),
    items: ["asked"],
  });
});

test("what is said instead is counted as it is sent", async () => {
  const { prompt, used } = await asked([...many(20, pngOf(10)), pngOf(2_001)]);
  expect(used).toBe(recount(prompt, plain.counter));
});

test.each(FORMATS.filter((format) => format !== "anthropic-messages" && format !== "text"))(
  "%s takes them of any size",
  async (format) => {
    expect((await asked(many(21, pngOf(8_001)), format)).lost).toBe(0);
  },
);
