import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";
import { decodeRanks } from "../../src/tokens/decode-ranks.ts";
import { ENCODINGS, loadEncoding } from "../../src/tokens/encodings.ts";
import { buildRankTable, NO_RANK } from "../../src/tokens/rank-table.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.each([
  ["o200k_base", o200k, 199_998],
  ["cl100k_base", cl100k, 100_256],
] as const)("the rank table of %s", (_, file, size) => {
  const table = buildRankTable(file.bpe_ranks);
  const vocabulary = decodeRanks(file.bpe_ranks);

  it("holds every token of the file once, under its own rank", () => {
    const { bytes, starts } = vocabulary;
    expect(table.size).toBe(size);
    for (let rank = 0; rank < size; rank++) {
      const found = table.rankOf(bytes, starts[rank] as number, starts[rank + 1] as number);
      if (found !== rank) expect({ rank, found }).toEqual({ rank, found: rank });
    }
  });

  it("decodes base64 as Buffer does", () => {
    const [, , ...tokens] = file.bpe_ranks.split(" ");
    for (let rank = 0; rank < size; rank += 97) {
      const decoded = vocabulary.bytes.subarray(vocabulary.starts[rank], vocabulary.starts[rank + 1]);
      expect(Buffer.from(decoded).toString("base64")).toBe(tokens[rank]);
    }
  });

  it("knows every single byte, so that a merge never fails", () => {
    for (let byte = 0; byte < 256; byte++) expect(table.rankOf(Uint8Array.of(byte), 0, 1)).toBeLessThan(256);
  });

  it("has no rank for what is no token, at any length", () => {
    for (const text of ["q~", "zqxj", "the quick brown", "a".repeat(table.maxTokenBytes), "a".repeat(1000)]) {
      expect(table.rankOf(bytesOf(text), 0, text.length)).toBe(NO_RANK);
    }
  });
});

describe("the text form of a vocabulary", () => {
  it("may come in several lines, with ranks left out between them", () => {
    const table = buildRankTable("! 0 YQ== Yg==\n! 4 YWI=\n");
    expect(table.rankOf(bytesOf("xab"), 1, 3)).toBe(4);
    expect(table.rankOf(bytesOf("b"), 0, 1)).toBe(1);
    expect(table.size).toBe(5);
  });

  it("is refused where ranks descend", () => {
    expect(() => decodeRanks("! 5 YQ==\n! 2 Yg==")).toThrow("ranks must ascend: a line begins at 2 after 6 ranks");
  });

  it("is refused with more tokens than a slot can number", () => {
    expect(() => buildRankTable("! 262143 YQ==")).toThrow("a rank must fit 18 bits");
  });
});

it.each(ENCODINGS)("the table of %s is built once, and all who load it share it", async (encoding) => {
  const [first, second] = await Promise.all([loadEncoding(encoding), loadEncoding(encoding)]);
  expect(first.table).toBe(second.table);
});
