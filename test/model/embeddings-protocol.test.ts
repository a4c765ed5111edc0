import fc from "fast-check";
import type { EmbeddingCreateParams } from "openai/resources/embeddings";
import { expect, test } from "vitest";
import {
  answerBytes,
  type EmbeddingsRequest,
  embeddingsRequest,
  MAX_DIMENSIONS,
  MAX_TEXT_CHARACTERS,
  readVectors,
} from "../../src/model/embeddings-protocol.ts";
import type { Json } from "../../src/sources/source-result.ts";
import { answered } from "./build-embeddings.ts";

/** Compiles only while the official client's own types take our request. */
const accepted = (body: EmbeddingsRequest): EmbeddingCreateParams => body;

const read = (payload: unknown, count = 1) => readVectors(payload as Json, count);
const numbers = (vectors: readonly Float32Array[] | null) =>
  vectors?.map((vector) => [...vector].map((x) => Number(x.toFixed(6))));

test("the request is the model, the texts in their order, and floats", () => {
  expect(accepted(embeddingsRequest("small", ["b", "a"]))).toEqual({
    model: "small",
    input: ["b", "a"],
    encoding_format: "float",
  });
});

test("of a text at most 8,000 code points are sent, no half character among them", () => {
  const lengthOf = (text: string) => [...(embeddingsRequest("small", [text]).input[0] ?? "")].length;
  expect([0, 7_999, 8_000, 8_001].map((count) => lengthOf("🏃".repeat(count)))).toEqual([0, 7_999, MAX_TEXT_CHARACTERS, 8_000]);
  expect(embeddingsRequest("small", ["a\ud83c"]).input).toEqual(["a\ufffd"]);
});

test("vectors come in the order of the texts, whatever the order of the answer, and have unit length", () => {
  const payload = answered(
    [
      [0, 5],
      [3, 4],
      [-2, 0],
    ],
    [2, 0, 1],
  );
  expect(numbers(read(payload, 3))).toEqual([
    [0.6, 0.8],
    [-1, 0],
    [0, 1],
  ]);
});

test("members the protocol may gain are no obstacle", () => {
  expect(numbers(read({ ...answered([[2]]), id: "x", data: [{ index: 0, embedding: [2], extra: 1 }] }))).toEqual([[1]]);
});

test("the largest and the smallest doubles still give a direction", () => {
  expect(numbers(read(answered([[6e307, 8e307]])))).toEqual([[0.6, 0.8]]);
  expect(numbers(read(answered([[5e-324, 0]])))).toEqual([[1, 0]]);
});

test.each([
  ["no vector", answered([]), 1],
  ["one too few", answered([[1]]), 2],
  ["one too many", answered([[1], [1]]), 1],
  ["an index twice", answered([[1], [1]], [0, 0]), 2],
  ["an index behind the texts", answered([[1], [1]], [0, 2]), 2],
  ["an index below 0", answered([[1], [1]], [0, -1]), 2],
  ["half an index", answered([[1]], [0.5]), 1],
  ["no index", { data: [{ embedding: [1] }] }, 1],
  ["vectors of different lengths", answered([[1, 0], [1]]), 2],
  ["an empty vector", answered([[]]), 1],
  ["a zero vector", answered([[0, -0]]), 1],
  ["NaN", answered([[Number.NaN, 1]]), 1],
  ["Infinity", answered([[Number.POSITIVE_INFINITY]]), 1],
  ["null for a number", { data: [{ index: 0, embedding: [1, null] }] }, 1],
  ["numbers as text", { data: [{ index: 0, embedding: ["1"] }] }, 1],
  ["base64", { data: [{ index: 0, embedding: "AACAPw==" }] }, 1],
  ["an error object", { error: { message: "no" } }, 1],
  ["a list", [[1]], 1],
  ["null", null, 1],
])("%s is not the protocol", (_what, payload, count) => {
  expect(read(payload, count)).toBeNull();
});

test("a vector has from 1 to 4,096 members", () => {
  const ofLength = (length: number) => read(answered([Array.from({ length }, () => 1)]))?.[0]?.length;
  expect([0, 1, MAX_DIMENSIONS - 1, MAX_DIMENSIONS, MAX_DIMENSIONS + 1].map(ofLength)).toEqual([
    undefined,
    1,
    MAX_DIMENSIONS - 1,
    MAX_DIMENSIONS,
    undefined,
  ]);
});

test("the largest answer that is read fits into the bytes that are read for it", () => {
  const longest = -1.2345678901234568e-300;
  const largest = answered(Array.from({ length: 3 }, () => Array.from({ length: MAX_DIMENSIONS }, () => longest)));
  expect(JSON.stringify(largest).length).toBeLessThan(answerBytes(3));
});

test("whatever a server says, what comes out are finite vectors of unit length, one per text", () => {
  const vector = fc.array(fc.double(), { maxLength: 4 });
  const payload = fc.oneof(
    fc.jsonValue(),
    fc.array(vector, { maxLength: 3 }).map((vectors) => answered(vectors)),
  );
  fc.assert(
    fc.property(payload, fc.nat(3), (value, count) => {
      const vectors = read(value, count);
      if (vectors === null) return;
      expect(vectors).toHaveLength(count);
      for (const one of vectors) expect(Math.hypot(...one)).toBeCloseTo(1, 5);
    }),
  );
});
