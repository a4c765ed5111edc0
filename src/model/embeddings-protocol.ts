/** The OpenAI embeddings protocol: the request for a few texts, and the vectors in its answer. Pure. */
import { z } from "zod";
import type { Json } from "../sources/source-result.ts";
import { cutText } from "./cut-text.ts";

export type EmbeddingsRequest = ReturnType<typeof embeddingsRequest>;

/** Code points of a text that are sent; the widest window of today's models (8,192 tokens) takes no more of dense scripts. */
export const MAX_TEXT_CHARACTERS = 8_000;

/** The largest vectors of today's models. */
export const MAX_DIMENSIONS = 4_096;

/** Of one number as JSON: 17 digits, sign, point, exponent, comma and the blanks of an indented answer. */
const BYTES_PER_NUMBER = 32;
const BYTES_AROUND = 65_536;

/** The whole body of `POST /embeddings`. Floats are asked for by name: some clients' default is base64. */
export function embeddingsRequest(model: string, texts: readonly string[]) {
  return { model, input: texts.map((text) => cutText(text, MAX_TEXT_CHARACTERS)), encoding_format: "float" as const };
}

/** Most bytes that an honest answer for this many texts has. */
export const answerBytes = (texts: number): number => BYTES_AROUND + texts * MAX_DIMENSIONS * BYTES_PER_NUMBER;

const Answer = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.unknown() })) });

/**
 * One vector of unit length per text, in the order of the texts, which is the order of `index`. Null for anything that is
 * not the protocol: another number of vectors, an index twice or out of range, vectors of different lengths or of none
 * that we take, a member that is no finite number, a vector without direction. Never throws.
 */
export function readVectors(payload: Json, count: number): readonly Float32Array[] | null {
  const answer = Answer.safeParse(payload);
  if (!answer.success || answer.data.data.length !== count) return null;
  const vectors = new Map<number, Float32Array>();
  for (const { index, embedding } of answer.data.data) {
    const vector = unitVector(embedding);
    if (vector === null || index < 0 || index >= count) return null;
    vectors.set(index, vector);
  }
  if (vectors.size !== count) return null;
  const ordered = [...vectors].sort(([a], [b]) => a - b).map(([, vector]) => vector);
  return ordered.every(({ length }) => length === ordered[0]?.length) ? ordered : null;
}

/** Divided by the largest member first, so that no square leaves the range of a double. Plain loops: a batch has 100,000 members. */
function unitVector(embedding: unknown): Float32Array | null {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > MAX_DIMENSIONS) return null;
  const members = new Float64Array(embedding.length);
  let largest = 0;
  for (let index = 0; index < members.length; index += 1) {
    const member: unknown = embedding[index];
    if (typeof member !== "number" || !Number.isFinite(member)) return null;
    members[index] = member;
    largest = Math.max(largest, Math.abs(member));
  }
  if (largest === 0) return null;
  let squares = 0;
  for (const member of members) squares += (member / largest) ** 2;
  const length = Math.sqrt(squares);
  return Float32Array.from(members.map((member) => member / largest / length));
}
