/** The prompt for OpenAI's Responses. Pure. */
import { z } from "zod";
import type { Json } from "../../sources/source-result.ts";

const ResponsesPart = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("input_text"), text: z.string() }),
  z.strictObject({ type: z.literal("input_image"), image_url: z.string(), detail: z.literal("auto") }),
]);

const ResponsesContent = z.union([z.string(), z.array(ResponsesPart)]);

const ResponsesMessage = z
  .discriminatedUnion("role", [
    z.strictObject({
      type: z.literal("message"),
      role: z.literal("user"),
      content: ResponsesContent,
    }),
    z.strictObject({ type: z.literal("message"), role: z.literal("assistant"), content: z.string() }),
  ])
  .meta({ id: "ResponsesMessage" });

const ResponsesItem = z
  .union([
    ResponsesMessage,
    z.strictObject({ type: z.literal("function_call"), call_id: z.string(), name: z.string(), arguments: z.string() }),
    z.strictObject({ type: z.literal("function_call_output"), call_id: z.string(), output: ResponsesContent }),
  ])
  .meta({ id: "ResponsesItem" });

const ResponsesTool = z
  .strictObject({
    type: z.literal("function"),
    name: z.string(),
    description: z.string().exactOptional(),
    parameters: z.record(z.string(), z.unknown() as z.ZodType<Json>),
    strict: z.literal(false),
  })
  .meta({ id: "ResponsesTool" });

export const ResponsesPrompt = z
  .strictObject({
    format: z.literal("openai-responses"),
    model: z.string(),
    payload: z.strictObject({
      model: z.string(),
      instructions: z.string(),
      input: z.array(ResponsesItem),
      tools: z.array(ResponsesTool).exactOptional(),
      max_output_tokens: z.int().min(1),
      prompt_cache_key: z.string().exactOptional(),
    }),
  })
  .meta({ id: "ResponsesPrompt" });
