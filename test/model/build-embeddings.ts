/** An embeddings server, embedders and answers with defaults, for the tests that talk to real servers. */
import type { CreateEmbeddingResponse } from "openai/resources/embeddings";
import { onTestFinished } from "vitest";
import { createEmbedder, type EmbedderOptions, type EmbedLimits } from "../../src/model/embeddings.ts";
import type { EmbeddingsRequest } from "../../src/model/embeddings-protocol.ts";
import { json, type StubHandler, type StubUpstream } from "../support/stub-upstream.ts";
import { API_KEY, type StubModel, stubModel } from "./build.ts";

export const QUESTION = "canary: is my knee pregnant with meaning?";

/** Compiles only while it is what the official client's types call an answer. */
export function answered(embeddings: readonly (readonly number[])[], indexes?: readonly number[]): CreateEmbeddingResponse {
  return {
    object: "list",
    model: "text-embedding-3-small",
    data: embeddings.map((embedding, at) => ({ object: "embedding", index: indexes?.[at] ?? at, embedding: [...embedding] })),
    usage: { prompt_tokens: 5, total_tokens: 5 },
  };
}

export const gives = (embeddings: readonly (readonly number[])[], indexes?: readonly number[]): StubHandler =>
  json(answered(embeddings, indexes));

/** Answers each text with a vector that is made from it. Texts that it is given no vector for get the status. */
export async function textServer(vectorOf: (text: string) => readonly number[] | number): Promise<StubModel> {
  const server = await stubModel((request, response) => {
    const made = sentTexts(server, server.bodies.length - 1).map(vectorOf);
    const status = made.find((one) => typeof one === "number");
    const handler = status === undefined ? gives(made as readonly (readonly number[])[]) : json({ error: {} }, status);
    handler(request, response);
  });
  return server;
}

/** Its connections are closed after the test. */
export function embedder(server: Pick<StubUpstream, "origin">, changes: Partial<EmbedderOptions> = {}) {
  const options = {
    baseUrl: `${server.origin}/v1`,
    apiKey: API_KEY,
    model: "text-embedding-3-small",
    deadlineMs: 8_000,
    ...changes,
  };
  const made = createEmbedder(options);
  onTestFinished(() => made.close());
  return made;
}

export const limits = (changes: Partial<EmbedLimits> = {}): EmbedLimits => ({
  signal: () => new AbortController().signal,
  deadlineMs: performance.now() + 10_000,
  ...changes,
});

/** Asks a server once, on its own. */
export async function embedOnce(
  reply: StubHandler,
  changes: Partial<EmbedderOptions> = {},
  texts: readonly string[] = [QUESTION],
) {
  return embedder(await stubModel(reply), changes).embed(texts, limits());
}

export const sentRequest = (server: StubModel, call: number) => JSON.parse(server.bodies[call] ?? "null") as EmbeddingsRequest;
export const sentTexts = (server: StubModel, call: number): readonly string[] => sentRequest(server, call).input;
