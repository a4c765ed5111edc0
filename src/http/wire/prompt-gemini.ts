/** The prompt for Gemini's generateContent. Pure. */
import { z } from "zod";
import type { Json } from "../../sources/source-result.ts";

const Members = z.record(z.string(), z.unknown() as z.ZodType<Json>);

const GeminiText = z.strictObject({ text: z.string() });

const GeminiPart = z
  .union([
    GeminiText,
    z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.string() }) }),
    z.strictObject({ functionCall: z.strictObject({ name: z.string(), args: Members }) }),
    z.strictObject({
      functionResponse: z.strictObject({ name: z.string(), response: z.strictObject({ output: z.string() }) }),
    }),
  ])
  .meta({ id: "GeminiPart" });

const GeminiContent = z
  .strictObject({ role: z.enum(["user", "model"]), parts: z.array(GeminiPart) })
  .meta({ id: "GeminiContent" });

const GeminiFunction = z
  .strictObject({
    name: z.string(),
    description: z.string().exactOptional(),
    parametersJsonSchema: z.object({ type: z.literal("object") }).catchall(z.unknown() as z.ZodType<Json>),
  })
  .meta({ id: "GeminiFunction" });

export const GeminiPrompt = z
  .strictObject({
    format: z.literal("gemini"),
    model: z.string(),
    payload: z.strictObject({
      model: z.string(),
      contents: z.array(GeminiContent),
      config: z.strictObject({
        systemInstruction: z.strictObject({ parts: z.array(GeminiText) }),
        tools: z.array(z.strictObject({ functionDeclarations: z.array(GeminiFunction) })).exactOptional(),
        maxOutputTokens: z.int().min(1),
      }),
    }),
  })
  .meta({ id: "GeminiPrompt" });
