/** A chat backend on Anthropic's official client. Needs ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL for another address. */
import Anthropic from "@anthropic-ai/sdk";
import { serveChat } from "./chat-server.ts";
import { assemble, postAnswer } from "./winnow.ts";

const anthropic = new Anthropic();

serveChat(async (question, write) => {
  const { manifest_id: manifestId, prompt } = await assemble(question, "anthropic-messages");
  const stream = anthropic.messages.stream({ ...prompt.payload });
  stream.on("text", write);
  // The blocks go back as they are: citations that the API made itself are in them.
  const { content, model, stop_reason, usage } = await stream.finalMessage();
  await postAnswer(manifestId, { content, model, finish_reason: stop_reason, usage });
});
