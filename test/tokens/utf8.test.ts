import { expect, it } from "vitest";
import { MAX_BYTES_PER_UNIT, writeUtf8 } from "../../src/tokens/utf8.ts";
import { createRandom, randomText } from "./random-texts.ts";

const encode = (text: string, start = 0, end = text.length): Uint8Array => {
  const into = new Uint8Array((end - start) * MAX_BYTES_PER_UNIT);
  return into.subarray(0, writeUtf8(text, start, end, into));
};

it("writes the bytes that TextEncoder writes, lone surrogates as U+FFFD", () => {
  const random = createRandom(10);
  for (let i = 0; i < 20_000; i++) {
    const text = randomText(random, 6);
    if (Buffer.compare(encode(text), new TextEncoder().encode(text)) !== 0) expect.unreachable(JSON.stringify(text));
  }
  for (const text of ["\ud83d", "\ude00", "\ud83d\ud83d\ude00", "\ude00\ud83d", "\udbff\udfff", "\ud800\udc00"]) {
    expect(encode(text)).toEqual(new TextEncoder().encode(text));
  }
});

it("writes a part as if it stood alone: a high surrogate at the end does not look beyond it", () => {
  expect(encode("a😀b", 0, 2)).toEqual(new TextEncoder().encode("a\ud83d"));
  expect(encode("a😀b", 1, 3)).toEqual(new TextEncoder().encode("😀"));
});
