import { beforeAll, describe, expect, it } from "vitest";
import { ENCODINGS } from "../../src/tokens/encodings.ts";
import { createTokenCounter } from "../../src/tokens/tiktoken-counter.ts";
import type { TokenCounter } from "../../src/tokens/token-counter.ts";
import { createRandom, type Random, randomText } from "./random-texts.ts";

/** A line of a prompt: ends in a line feed and begins with neither white space (U+FEFF included) nor "/". */
function randomPart(random: Random): string {
  const text = randomText(random, 10).replace(/^[\s/]+/, "");
  return random(3) === 0 ? `- ${text}\n` : `${text || "x"}\n`;
}

describe.each(ENCODINGS)("%s: counts of parts that end in a line feed", (encoding) => {
  let counter: TokenCounter;
  beforeAll(async () => {
    counter = await createTokenCounter(encoding);
  });

  it("add up to the count of the whole when no part begins with white space or a slash", () => {
    const random = createRandom(3);
    const wrong: string[] = [];
    for (let i = 0; i < 10_000; i++) {
      const parts = Array.from({ length: 2 + random(8) }, () => randomPart(random));
      const sum = parts.reduce((tokens, part) => tokens + counter.count(part), 0);
      if (sum !== counter.count(parts.join(""))) wrong.push(JSON.stringify(parts));
    }
    expect(wrong).toEqual([]);
  });

  it("add up with the line feeds of an empty line before the next part", () => {
    const random = createRandom(4);
    for (let i = 0; i < 5000; i++) {
      const first = `${randomPart(random)}\n`;
      const second = randomPart(random);
      expect(counter.count(first) + counter.count(second)).toBe(counter.count(first + second));
    }
  });
});

it("needs the guard: a part that begins with a space or a slash joins the line feed before it", async () => {
  const counter = await createTokenCounter("o200k_base");
  const surplus = (first: string, second: string): number =>
    counter.count(first) + counter.count(second) - counter.count(first + second);
  expect(surplus("Done.\n", "//x\n")).not.toBe(0);
  expect(surplus("Done.\n", "\n\nnext\n")).not.toBe(0);
});
