/** The prompt for Anthropic's Messages. Pure. */
import { z } from "zod";
import { ANTHROPIC_IMAGES } from "../../pipeline/records/prompt.ts";
import type { Json } from "../../sources/source-result.ts";

const Members = z.record(z.string(), z.unknown() as z.ZodType<Json>);

const mark = {
  cache_control: z
    .strictObject({ type: z.literal("ephemeral") })
    .exactOptional()
    .describe("The provider may cache the prompt up to the end of this block."),
};

const AnthropicText = z.strictObject({ type: z.literal("text"), text: z.string(), ...mark }).meta({ id: "AnthropicText" });

const AnthropicImage = z
  .strictObject({
    type: z.literal("image"),
    source: z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("base64"), media_type: z.enum(ANTHROPIC_IMAGES), data: z.string() }),
      z.strictObject({ type: z.literal("url"), url: z.string() }),
    ]),
    ...mark,
  })
  .meta({ id: "AnthropicImage" });

const AnthropicResult = z
  .union([z.string(), z.array(z.discriminatedUnion("type", [AnthropicText, AnthropicImage]))])
  .describe("A list where the tool gave an image.");

const AnthropicBlock = z
  .discriminatedUnion("type", [
    AnthropicText,
    AnthropicImage,
    z
      .strictObject({
        type: z.literal("document"),
        source: z.strictObject({ type: z.literal("content"), content: z.array(AnthropicText) }),
        title: z.string().exactOptional(),
        context: z.string().exactOptional().describe("How far its source is believed, in the policy's words: read, never cited."),
        citations: z.strictObject({ enabled: z.literal(true) }),
        ...mark,
      })
      .describe("Only with native citations: a fact, a document or a tool result, which citations name by document and block."),
    z.strictObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: Members, ...mark }),
    z.strictObject({ type: z.literal("tool_result"), tool_use_id: z.string(), content: AnthropicResult, ...mark }),
  ])
  .meta({ id: "AnthropicBlock" });

const AnthropicMessage = z
  .strictObject({ role: z.enum(["user", "assistant"]), content: z.array(AnthropicBlock) })
  .meta({ id: "AnthropicMessage" });

const AnthropicTool = z
  .strictObject({
    name: z.string(),
    description: z.string().exactOptional(),
    input_schema: z.object({ type: z.literal("object") }).catchall(z.unknown() as z.ZodType<Json>),
  })
  .meta({ id: "AnthropicTool" });

export const AnthropicPrompt = z
  .strictObject({
    format: z.literal("anthropic-messages"),
    model: z.string(),
    payload: z.strictObject({
      model: z.string(),
      system: z.array(AnthropicText),
      messages: z.array(AnthropicMessage),
      tools: z.array(AnthropicTool).exactOptional(),
      max_tokens: z.int().min(1),
    }),
  })
  .meta({ id: "AnthropicPrompt" });
