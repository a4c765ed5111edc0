/** OpenAI's Responses: policy text as instructions, everything else as items of the input. Pure. */
import { canonicalJson } from "../../text/json/canonical.ts";
import type { Said } from "../candidate.ts";
import type { ToolDefinition } from "../given.ts";
import type { Part } from "../parts.ts";
import type { ResponsesContent, ResponsesItem, ResponsesPrompt, ResponsesTool } from "../records/prompt.ts";
import { type CallIds, callIds, functionName } from "./call-ids.ts";
import { imagesIn, type SaidPart, wordsOf, wordsOfAll } from "./images.ts";
import { objectSchema } from "./object-schema.ts";
import { RESPONSES_IMAGES } from "./openai-images.ts";
import type { Renderer, RenderInput, TurnTexts } from "./renderer.ts";
import { type Spoken, spokenOf } from "./spoken.ts";

/** The least that the provider takes as an output cap. */
const LEAST_OUTPUT = 16;

export const openaiResponses: Renderer = {
  payload,
  images: RESPONSES_IMAGES,
  turnTexts,
  framesTurn: () => false,
  toolText: (tool) => canonicalJson(toolOf(tool)),
  messages,
  mostMessages: messages,
  messagesOfTurn: itemCount,
  messagesOfUser: 1,
  userFirst: false,
};

const ID_RULE = { accepts: (id: string) => /^[\x21-\x7e]{1,64}$/.test(id), unique: true };

function payload({ model, parts, tools, cacheKey }: RenderInput): ResponsesPrompt {
  const spoken = spokenOf(parts);
  const ids = callIds(ID_RULE);
  return {
    format: "openai-responses",
    model: model.name,
    payload: {
      model: model.name,
      instructions: spoken.flatMap(({ role, texts }) => (role === "system" ? texts : [])).join(""),
      input: spoken.filter(({ role }) => role !== "system").flatMap((one) => inputOf(one, ids)),
      max_output_tokens: Math.max(LEAST_OUTPUT, model.reserveOutput),
      ...(cacheKey !== null && { prompt_cache_key: cacheKey }),
      ...(tools.length > 0 && { tools: tools.map(toolOf) }),
    },
  };
}

/** Without `strict: false` the provider would rewrite the schema to its strict subset, or refuse it. */
const toolOf = ({ name, description, parameters }: ToolDefinition): ResponsesTool => ({
  type: "function",
  name,
  ...(description !== null && { description }),
  parameters: objectSchema(parameters),
  strict: false,
});

const inputOf = ({ texts, said }: Spoken, ids: CallIds): readonly ResponsesItem[] =>
  said === null ? [{ type: "message", role: "user", content: texts.join("") }] : itemsOf(said, ids);

function itemsOf(said: Said, ids: CallIds): readonly ResponsesItem[] {
  const { role, content, toolCalls, toolCallId } = said;
  if (role === "user") return [{ type: "message", role, content: contentOf(content) }];
  if (role === "tool") return [{ type: "function_call_output", call_id: ids.idOf(toolCallId), output: contentOf(content) }];
  const text = wordsOfAll(content);
  ids.open(said);
  return [
    ...(text === "" ? [] : [{ type: "message", role, content: text } as const]),
    ...toolCalls.map(({ id, name, arguments: args }) => {
      return { type: "function_call", call_id: ids.idOf(id), name: functionName(name), arguments: args } as const;
    }),
  ];
}

function contentOf(content: readonly SaidPart[]): ResponsesContent {
  if (content.every((part) => part.type !== "image")) return wordsOfAll(content);
  return content.map((part) =>
    part.type === "image"
      ? { type: "input_image", image_url: part.url, detail: "auto" }
      : { type: "input_text", text: wordsOf(part) },
  );
}

function turnTexts(said: Said): TurnTexts {
  return { texts: itemsOf(said, callIds(ID_RULE)).flatMap(textsOf), images: imagesIn(said.content) };
}

/** The texts of an item, each counted by itself. */
function textsOf(item: ResponsesItem): readonly string[] {
  if (item.type === "function_call") return [`${item.name} ${item.arguments}`];
  const content = item.type === "function_call_output" ? item.output : item.content;
  if (typeof content === "string") return [content];
  return content.flatMap((part) => (part.type === "input_text" ? [part.text] : []));
}

/** The instructions count as one message, each item as one. */
function messages(parts: readonly Part[]): number {
  const spoken = spokenOf(parts);
  const items = spoken.filter(({ role }) => role !== "system");
  return items.reduce((sum, { said }) => sum + (said === null ? 1 : itemCount(said)), items.length < spoken.length ? 1 : 0);
}

/** As many as `itemsOf` gives, without making them. */
function itemCount({ role, content, toolCalls }: Said): number {
  return role === "assistant" ? toolCalls.length + (wordsOfAll(content) === "" ? 0 : 1) : 1;
}
