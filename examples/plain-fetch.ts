/** A chat backend without any client, on an OpenAI-compatible API. Needs OPENAI_API_KEY; OPENAI_BASE_URL for another address. */
import { serveChat } from "./chat-server.ts";
import { assemble, postAnswer } from "./winnow.ts";

const BASE_URL = process.env["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1";
const HEADERS = { "content-type": "application/json", authorization: `Bearer ${process.env["OPENAI_API_KEY"]}` };

/** What of a chunk is used. */
interface Chunk {
  readonly model: string;
  readonly choices: readonly { readonly delta: { readonly content?: string | null }; readonly finish_reason: string | null }[];
  readonly usage?: object | null;
}

serveChat(async (question, write) => {
  const { manifest_id: manifestId, prompt } = await assemble(question, "openai-chat");
  const body = JSON.stringify({ ...prompt.payload, stream: true, stream_options: { include_usage: true } });
  const response = await fetch(`${BASE_URL}/chat/completions`, { method: "POST", headers: HEADERS, body });
  if (!response.ok || response.body === null) throw new Error(`the model's API answered ${response.status}`);
  let text = "";
  let finish: string | null = null;
  let usage: object | null = null;
  let { model } = prompt;
  for await (const data of eventsOf(response.body)) {
    if (data === "[DONE]") break;
    const chunk = JSON.parse(data) as Chunk;
    const piece = chunk.choices[0]?.delta.content ?? "";
    text += piece;
    write(piece);
    finish = chunk.choices[0]?.finish_reason ?? finish;
    usage = chunk.usage ?? usage;
    model = chunk.model;
  }
  await postAnswer(manifestId, { text, model, finish_reason: finish, usage });
});

/** The data of each server-sent event; an event ends with an empty line, which may arrive in pieces. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/);
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []));
      if (data.length > 0) yield data.join("\n");
    }
  }
}
