import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Prompt } from "../../../src/pipeline/records/prompt.ts";
import { frameOf, hashesOf, promptOf } from "../../../src/service/replay/prompt-record.ts";

const promptWith = (payload: unknown): Prompt => ({ format: "openai-chat", model: "m", payload }) as unknown as Prompt;

function kept(prompt: Prompt) {
  const texts = new Map<string, string>();
  const frame = frameOf(prompt, (text) => {
    const hash = `h${texts.size}`;
    texts.set(hash, text);
    return hash;
  });
  return { frame, texts };
}

describe("a prompt kept by hash", () => {
  test.each([
    [199, 0],
    [200, 1],
    [201, 1],
  ])("a text of %i characters stands in %i text(s) of its own", (length, expected) => {
    const { texts, frame } = kept(promptWith({ text: "x".repeat(length) }));
    expect(texts.size).toBe(expected);
    expect(hashesOf(frame)).toHaveLength(expected);
  });

  test("any payload comes back byte for byte, also one that holds what looks like a reference", () => {
    const long = fc.integer({ min: 150, max: 260 }).map((length) => "é".repeat(length));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        tie("leaf"),
        tie("reference"),
        fc.array(tie("tree")),
        fc.dictionary(fc.string(), tie("tree")),
      ),
      reference: fc.record({ $text: fc.oneof(tie("leaf"), fc.array(tie("tree"))) }),
      leaf: fc.oneof(fc.string(), long, fc.integer(), fc.boolean(), fc.constant(null)),
    }));
    fc.assert(
      fc.property(tree, (payload) => {
        const prompt = promptWith(payload);
        const { frame, texts } = kept(prompt);
        expect(JSON.stringify(promptOf(frame, texts))).toBe(JSON.stringify(prompt));
        expect([...hashesOf(frame)].sort()).toEqual([...texts.keys()].sort());
      }),
    );
  });

  test("a text that is not there is no empty text", () => {
    const { frame } = kept(promptWith({ text: "x".repeat(300) }));
    expect(() => promptOf(frame, new Map())).toThrow(new TypeError("a text of the prompt is not there"));
  });
});
