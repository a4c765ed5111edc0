/** Gemini's generateContent: policy text as system instruction, contents of user and model in turn, calls by name. Pure. */
import { canonicalJson } from "../../text/canonical.ts";
import type { Said } from "../candidate.ts";
import type { ToolDefinition, TurnPart } from "../given.ts";
import type { GeminiFunction, GeminiPart, GeminiPrompt } from "../prompt-records.ts";
import { textOfParts } from "../turn-text.ts";
import { ALTERNATING, runsOf } from "./alternating.ts";
import { argumentsObject } from "./call-arguments.ts";
import { functionName } from "./call-ids.ts";
import { imageOf, imagesIn, NOT_SENT } from "./images.ts";
import type { Renderer, RenderInput, TurnTexts } from "./renderer.ts";
import { type Spoken, spokenOf } from "./spoken.ts";

export const gemini: Renderer = {
  ...ALTERNATING,
  payload,
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
    return [{ functionResponse: { name: nameOf(tool ?? "tool"), response: { output: textOfParts(content) } } }];
  }
  const calls = toolCalls.map(({ name, arguments: args }) => ({
    functionCall: { name: nameOf(name), args: argumentsObject(args) },
  }));
  return [...content.map(contentPart), ...calls];
}

/** Source: Gemini's guide to image understanding, 2026. An address would need its media type, which nobody tells. */
const MEDIA_TYPES = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];

function contentPart(part: TurnPart): GeminiPart {
  if (part.type === "text") return textPart(part.text);
  const image = imageOf(part.url, MEDIA_TYPES);
  return image?.kind === "data" ? { inlineData: { mimeType: image.mediaType, data: image.data } } : textPart(NOT_SENT);
}

function turnTexts(said: Said): TurnTexts {
  const images = said.role === "tool" ? [] : imagesIn(said.content, MEDIA_TYPES);
  // An address is said in words, see `contentPart`.
  return { texts: turnParts(said).flatMap(textsOf), images: images.filter(({ kind }) => kind === "data") };
}

/** The texts of a part, each counted by itself. */
function textsOf(part: GeminiPart): readonly string[] {
  if ("text" in part) return [part.text];
  if ("functionCall" in part) return [`${part.functionCall.name} ${JSON.stringify(part.functionCall.args)}`];
  if ("functionResponse" in part) return [`${part.functionResponse.name} ${part.functionResponse.response.output}`];
  return [];
}
