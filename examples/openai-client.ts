/** A chat backend on OpenAI's official client. Needs OPENAI_API_KEY; OPENAI_BASE_URL for another address. */
import OpenAI from "openai";
import { serveChat } from "./chat-server.ts";
import { assemble, postAnswer } from "./winnow.ts";

const openai = new OpenAI();

serveChat(async (question, write) => {
  const { manifest_id: manifestId, prompt } = await assemble(question, "openai-chat");
  const stream = await openai.chat.completions.create({
    ...prompt.payload,
    stream: true,
    // Without it a stream tells no usage.
    stream_options: { include_usage: true },
  });
  let text = "";
  let last: Pick<OpenAI.ChatCompletionChunk, "model"> & { finish_reason?: string; usage?: object } = prompt;
  for await (const { model, choices, usage } of stream) {
    const [choice] = choices;
    const piece = choice?.delta.content ?? "";
    text += piece;
    write(piece);
    last = {
      ...last,
      model,
      ...(choice?.finish_reason && { finish_reason: choice.finish_reason }),
      ...(usage && { usage }),
    };
  }
  const { model, finish_reason, usage } = last;
  await postAnswer(manifestId, { text, model, ...(finish_reason && { finish_reason }), ...(usage && { usage }) });
});
