/** Gemini's generateContent: policy text as system instruction, contents of user and model in turn, calls by name. Pure. */
import { canonicalJson } from "../../text/json/canonical.ts";
import type { Said } from "../candidate.ts";
import type { ToolDefinition } from "../given.ts";
import type { GeminiFunction, GeminiPart, GeminiPrompt } from "../records/prompt.ts";
import { ALTERNATING, runsOf } from "./alternating.ts";
import { argumentsObject } from "./call-arguments.ts";
import { functionName } from "./call-ids.ts";
import { imagesIn, type SaidPart, type TakenImages, wordsOf, wordsOfAll } from "./images.ts";
import type { Renderer, RenderInput, TurnTexts } from "./renderer.ts";
import { type Spoken, spokenOf } from "./spoken.ts";

/**
 * Source: Gemini's guide to image understanding, 2026. An address would need its media type, which nobody tells; a function's response takes
 * images from Gemini 3 on alone.
 */
const IMAGES: TakenImages = {
  types: ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"],
  addresses: false,
  of: ["user"],
};

export const gemini: Renderer = {
  ...ALTERNATING,
  payload,
  images: IMAGES,
  turnTexts,
  framesTurn: () => false,
  toolText: (tool) => canonicalJson(declarationOf(tool)),
};

function payload({ model, parts, tools }: RenderInput): GeminiPrompt {
  const spoken = spokenOf(parts);
  return {
    format: "gemini",
    model: model.name,
    payload: {
      model: model.name,
      contents: runsOf(resultsInOrder(spoken)).map((run) => ({
        role: run.role === "assistant" ? "model" : "user",
        parts: run.spoken.flatMap(partsOf),
      })),
      config: {
        systemInstruction: { parts: spoken.flatMap(({ role, texts }) => (role === "system" ? texts.map(textPart) : [])) },
        maxOutputTokens: model.reserveOutput,
        ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
      },
    },
  };
}

const declarationOf = ({ name, description, parameters }: ToolDefinition): GeminiFunction => ({
  name,
  ...(description !== null && { description }),
  parametersJsonSchema: { ...parameters, type: "object" },
});

/** Calls and results have no ids here, so the results stand in the order of their calls. */
function resultsInOrder(spoken: readonly Spoken[]): readonly Spoken[] {
  const ordered = [...spoken];
  for (const [at, { said }] of spoken.entries()) {
    if (said === null || said.toolCalls.length < 2) continue;
    const place = new Map(said.toolCalls.map(({ id }, index) => [id, index]));
    const placeOf = (one: Spoken): number => place.get(one.said?.toolCallId ?? "") ?? place.size;
    const results = spoken.slice(at + 1, at + 1 + said.toolCalls.length);
    ordered.splice(at + 1, results.length, ...results.sort((a, b) => placeOf(a) - placeOf(b)));
  }
  return ordered;
}

/** A function's name begins with a letter or `_` here. */
const nameOf = (name: string): string => functionName(/^[A-Za-z_]/.test(name) ? name : `_${name}`);

const textPart = (text: string): { readonly text: string } => ({ text });

const partsOf = ({ texts, said }: Spoken): readonly GeminiPart[] =>
  said === null ? [textPart(texts.join(""))] : turnParts(said);

function turnParts({ role, content, toolCalls, tool }: Said): readonly GeminiPart[] {
  if (role === "tool") {
    return [{ functionResponse: { name: nameOf(tool ?? "tool"), response: { output: wordsOfAll(content) } } }];
  }
  const calls = toolCalls.map(({ name, arguments: args }) => ({
    functionCall: { name: nameOf(name), args: argumentsObject(args) },
  }));
  return [...content.map(contentPart), ...calls];
}

function contentPart(part: SaidPart): GeminiPart {
  if (part.type !== "image") return textPart(wordsOf(part));
  const { image } = part;
  return image.kind === "data" ? { inlineData: { mimeType: image.mediaType, data: image.data } } : textPart(image.url);
}

function turnTexts(said: Said): TurnTexts {
  return { texts: turnParts(said).flatMap(textsOf), images: imagesIn(said.content) };
}

/** The texts of a part, each counted by itself. */
function textsOf(part: GeminiPart): readonly string[] {
  if ("text" in part) return [part.text];
  if ("functionCall" in part) return [`${part.functionCall.name} ${JSON.stringify(part.functionCall.args)}`];
  if ("functionResponse" in part) return [`${part.functionResponse.name} ${part.functionResponse.response.output}`];
  return [];
}
