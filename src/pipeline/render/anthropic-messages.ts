/** Anthropic's Messages: policy text as system blocks, a block for each run of parts, roles that alternate. Pure. */
import { canonicalJson } from "../../text/json/canonical.ts";
import type { Said } from "../candidate.ts";
import type { ToolDefinition } from "../given.ts";
import {
  ANTHROPIC_IMAGES,
  type AnthropicBlock,
  type AnthropicImage,
  type AnthropicPrompt,
  type AnthropicResult,
  type AnthropicText,
  type AnthropicTool,
} from "../records/prompt.ts";
import { ALTERNATING, runsOf } from "./alternating.ts";
import { argumentsObject } from "./call-arguments.ts";
import { type CallIds, callIds, functionName } from "./call-ids.ts";
import { type Piece, piecesOf } from "./cited-documents.ts";
import { type Image, imagesIn, type SaidPart, wordsOf, wordsOfAll } from "./images.ts";
import { blockText } from "./lines.ts";
import type { Renderer, RenderInput, TurnContext, TurnTexts } from "./renderer.ts";
import { type Spoken, spokenOf } from "./spoken.ts";

export const anthropicMessages: Renderer = {
  ...ALTERNATING,
  payload,
  images: { types: ANTHROPIC_IMAGES, addresses: true, of: ["user", "tool"] },
  turnTexts,
  framesTurn: isFramedTurn,
  toolText: (tool) => canonicalJson(toolOf(tool)),
};

const ID_RULE = { accepts: (id: string) => /^[A-Za-z0-9_-]{1,64}$/.test(id), unique: true };

function payload({ model, parts, tools, cites }: RenderInput): AnthropicPrompt {
  const spoken = spokenOf(parts);
  const form: MessageForm = { hasTools: tools.length > 0, cites, ids: callIds(ID_RULE) };
  return {
    format: "anthropic-messages",
    model: model.name,
    payload: {
      model: model.name,
      system: spoken.flatMap(({ role, texts, marks }) =>
        role === "system" ? texts.map((text, at) => marked(textBlock(text), marks[at])) : [],
      ),
      messages: runsOf(spoken).map((run) => ({ role: run.role, content: run.spoken.flatMap((one) => blocksOf(one, form)) })),
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

/** The provider refuses calls where no tools are defined; they are said in words then. */
interface TurnForm extends Pick<TurnContext, "hasTools"> {
  readonly ids: CallIds;
}

interface MessageForm extends TurnForm {
  readonly cites: boolean;
}

const textBlock = (text: string): AnthropicText => ({ type: "text", text });

const marked = <Block extends AnthropicBlock>(block: Block, mark: boolean | undefined): Block =>
  mark === true ? { ...block, cache_control: { type: "ephemeral" } } : block;

function pieceBlock(piece: Piece): AnthropicBlock {
  if (piece.kind === "text") return textBlock(piece.text);
  const content = piece.blocks.map(({ text }) => textBlock(text));
  const { title = null, context = null } = piece.document ?? {};
  return {
    type: "document",
    source: { type: "content", content },
    ...(title !== null && { title }),
    ...(context !== null && { context }),
    citations: { enabled: true },
  };
}

/** A mark in the middle of a message would part its text; it stands at its end, which is where zones end. */
function blocksOf({ texts, said, marks, parts }: Spoken, form: MessageForm): readonly AnthropicBlock[] {
  const plain = form.cites ? piecesOf(parts).map(pieceBlock) : [textBlock(texts.join(""))];
  const blocks =
    said === null
      ? plain
      : isFramedTurn(said, form)
        ? [...plain, ...imagesIn(said.content).map(imageBlock)]
        : turnBlocks(said, form);
  return blocks.map((block, at) => marked(block, at === blocks.length - 1 && marks.at(-1)));
}

/** A result where no tools are defined. */
function isFramedTurn({ role }: Said, { hasTools }: Pick<TurnContext, "hasTools">): boolean {
  return role === "tool" && !hasTools;
}

function turnBlocks(said: Said, { hasTools, ids }: TurnForm): readonly AnthropicBlock[] {
  const { role, content, toolCalls, toolCallId } = said;
  if (role === "tool") return [{ type: "tool_result", tool_use_id: ids.idOf(toolCallId), content: resultOf(content) }];
  ids.open(said);
  const calls = toolCalls.map(({ id, name, arguments: args }): AnthropicBlock => {
    if (!hasTools) return textBlock(`(call ${functionName(name)} ${args})`);
    return { type: "tool_use", id: ids.idOf(id), name: functionName(name), input: argumentsObject(args) };
  });
  return [...content.map(partBlock), ...calls];
}

const resultOf = (content: readonly SaidPart[]): AnthropicResult =>
  content.every((part) => part.type !== "image") ? wordsOfAll(content) : content.map(partBlock);

const partBlock = (part: SaidPart): AnthropicText | AnthropicImage =>
  part.type === "image" ? imageBlock(part.image) : textBlock(wordsOf(part));

function imageBlock(image: Image): AnthropicImage {
  if (image.kind === "address") return { type: "image", source: { type: "url", url: image.url } };
  const mediaType = image.mediaType as (typeof ANTHROPIC_IMAGES)[number];
  return { type: "image", source: { type: "base64", media_type: mediaType, data: image.data } };
}

/** Beside a result in words its images stand behind it. */
const PICTURE = "(image)";

function turnTexts(said: Said, { hasTools, marker }: TurnContext): TurnTexts {
  if (isFramedTurn(said, { hasTools })) {
    const frame = { kind: "tool_result", label: functionName(said.tool ?? "tool"), trust: null, marker };
    return { texts: [blockText(wordsOfAll(said.content, PICTURE), frame)], images: imagesIn(said.content) };
  }
  const blocks = turnBlocks(said, { hasTools, ids: callIds(ID_RULE) });
  return { texts: blocks.flatMap(textsOf), images: imagesIn(said.content) };
}

/** The texts of a block, each counted by itself. */
function textsOf(block: AnthropicBlock): readonly string[] {
  if (block.type === "tool_result") return typeof block.content === "string" ? [block.content] : block.content.flatMap(textsOf);
  if (block.type === "text") return [block.text];
  return block.type === "tool_use" ? [`${block.name} ${JSON.stringify(block.input)}`] : [];
}
