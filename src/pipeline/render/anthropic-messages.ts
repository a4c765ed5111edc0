/** Anthropic's Messages: policy text as system blocks, a block for each run of parts, roles that alternate. Pure. */
import { canonicalJson } from "../../text/canonical.ts";
import type { Said } from "../candidate.ts";
import type { ToolDefinition, TurnPart } from "../given.ts";
import {
  ANTHROPIC_IMAGES,
  type AnthropicBlock,
  type AnthropicPrompt,
  type AnthropicText,
  type AnthropicTool,
} from "../prompt-records.ts";
import { textOfParts } from "../turn-text.ts";
import { ALTERNATING, runsOf } from "./alternating.ts";
import { argumentsObject } from "./call-arguments.ts";
import { type CallIds, callIds, functionName } from "./call-ids.ts";
import { type Piece, piecesOf } from "./cited-documents.ts";
import { imageOf, imagesIn, NOT_SENT } from "./images.ts";
import { blockText } from "./lines.ts";
import type { Renderer, RenderInput, TurnTexts } from "./renderer.ts";
import { type Spoken, spokenOf } from "./spoken.ts";

export const anthropicMessages: Renderer = {
  ...ALTERNATING,
  payload,
  turnTexts,
  toolText: (tool) => canonicalJson(toolOf(tool)),
};

const ID_RULE = { accepts: (id: string) => /^[A-Za-z0-9_-]{1,64}$/.test(id), unique: true };

function payload({ model, parts, tools, cites }: RenderInput): AnthropicPrompt {
  const spoken = spokenOf(parts);
  const turns: TurnForm = { hasTools: tools.length > 0, ids: callIds(ID_RULE) };
  const blocksOf = ({ texts, said, parts: own }: Spoken): readonly AnthropicBlock[] => {
    if (said !== null) return turnBlocks(said, turns);
    return cites ? piecesOf(own).map(pieceBlock) : [textBlock(texts.join(""))];
  };
  return {
    format: "anthropic-messages",
    model: model.name,
    payload: {
      model: model.name,
      system: spoken.flatMap(({ role, texts }) => (role === "system" ? texts.map(textBlock) : [])),
      messages: runsOf(spoken).map((run) => ({ role: run.role, content: run.spoken.flatMap(blocksOf) })),
      max_tokens: model.reserveOutput,
      ...(tools.length > 0 && { tools: tools.map(toolOf) }),
    },
  };
}

const toolOf = ({ name, description, parameters }: ToolDefinition): AnthropicTool => ({
  name,
  ...(description !== null && { description }),
  input_schema: { ...parameters, type: "object" },
});

interface TurnForm {
  /** The provider refuses calls where no tools are defined; they are said in words then. */
  readonly hasTools: boolean;
  readonly ids: CallIds;
}

const textBlock = (text: string): AnthropicText => ({ type: "text", text });

function pieceBlock(piece: Piece): AnthropicBlock {
  if (piece.kind === "text") return textBlock(piece.text);
  const content = piece.blocks.map(({ text }) => textBlock(text));
  return {
    type: "document",
    source: { type: "content", content },
    ...(piece.title !== null && { title: piece.title }),
    citations: { enabled: true },
  };
}

function turnBlocks(said: Said, { hasTools, ids }: TurnForm): readonly AnthropicBlock[] {
  const { role, content, toolCalls, toolCallId, tool } = said;
  if (role === "tool") {
    const text = textOfParts(content);
    if (!hasTools) return [textBlock(blockText("tool_result", functionName(tool ?? "tool"), text))];
    return [{ type: "tool_result", tool_use_id: ids.idOf(toolCallId), content: text }];
  }
  ids.open(said);
  const calls = toolCalls.map(({ id, name, arguments: args }): AnthropicBlock => {
    if (!hasTools) return textBlock(`(call ${functionName(name)} ${args})`);
    return { type: "tool_use", id: ids.idOf(id), name: functionName(name), input: argumentsObject(args) };
  });
  return [...content.map(partBlock), ...calls];
}

function partBlock(part: TurnPart): AnthropicBlock {
  if (part.type === "text") return textBlock(part.text);
  const image = imageOf(part.url, ANTHROPIC_IMAGES);
  if (image === null) return textBlock(NOT_SENT);
  if (image.kind === "address") return { type: "image", source: { type: "url", url: image.url } };
  const mediaType = image.mediaType as (typeof ANTHROPIC_IMAGES)[number];
  return { type: "image", source: { type: "base64", media_type: mediaType, data: image.data } };
}

function turnTexts(said: Said, hasTools: boolean): TurnTexts {
  const blocks = turnBlocks(said, { hasTools, ids: callIds(ID_RULE) });
  return { texts: blocks.flatMap(textsOf), images: said.role === "tool" ? [] : imagesIn(said.content, ANTHROPIC_IMAGES) };
}

/** The texts of a block, each counted by itself. */
function textsOf(block: AnthropicBlock): readonly string[] {
  if (block.type === "text") return [block.text];
  if (block.type === "tool_use") return [`${block.name} ${JSON.stringify(block.input)}`];
  return block.type === "tool_result" ? [block.content] : [];
}
