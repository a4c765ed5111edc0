/** A chat backend on the Vercel AI SDK. Needs OPENAI_API_KEY; OPENAI_BASE_URL for another address. */
import { openai } from "@ai-sdk/openai";
import { type ModelMessage, streamText } from "ai";
import { serveChat } from "./chat-server.ts";
import { assemble, postAnswer } from "./winnow.ts";

serveChat(async (question, write) => {
  const { manifest_id: manifestId, prompt } = await assemble(question, "openai-chat");
  const { messages, max_completion_tokens: maxOutputTokens } = prompt.payload;
  const textOf = (content: unknown): string => (typeof content === "string" ? content : JSON.stringify(content));
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => textOf(content));
  const said = messages.flatMap(({ role, content }): ModelMessage[] =>
    role === "user" || role === "assistant" ? [{ role, content: textOf(content) }] : [],
  );
  const result = streamText({
    model: openai.chat(prompt.model),
    system: system.join("\n"),
    messages: said,
    maxOutputTokens,
  });
  for await (const piece of result.textStream) write(piece);
  await postAnswer(manifestId, {
    text: await result.text,
    model: (await result.response).modelId,
    finish_reason: await result.finishReason,
    usage: await result.usage,
  });
});
