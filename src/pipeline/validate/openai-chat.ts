/** What OpenAI's Chat Completions refuses. Pure. */
import { MOST_CALLS } from "../given.ts";
import type { ChatMessage, ChatPrompt } from "../records/prompt.ts";
import { demandTools } from "./demand-tools.ts";
import {
  collectFaults,
  type Fault,
  type Faults,
  hasText,
  isCacheKey,
  isFunctionName,
  isOutputCap,
  isPairing,
  KEY_RULE,
  NAME_RULE,
} from "./faults.ts";

export function chatFaults(payload: ChatPrompt["payload"]): readonly Fault[] {
  const { model, messages, tools, max_completion_tokens: cap, prompt_cache_key: key } = payload;
  const faults = collectFaults();
  const { demand } = faults;
  demand(hasText(model), "/model", "a model is named");
  demand(isOutputCap(cap), "/max_completion_tokens", "the output cap is at least 1");
  demand(isCacheKey(key), "/prompt_cache_key", KEY_RULE);
  demand(messages.at(-1)?.role === "user", "/messages", "the last message is the user's");
  const spoken = messages.findIndex(({ role }) => role !== "system");
  for (const [at, message] of messages.entries()) {
    demand(message.role !== "system" || spoken < 0 || at < spoken, `/messages/${at}`, "system messages stand first");
    demandContent(faults, `/messages/${at}`, message);
  }
  demandPairs(faults, messages);
  demandTools(
    faults,
    "openai-chat",
    tools?.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
  );
  return faults.found;
}

function demandContent({ demand }: Faults, at: string, message: ChatMessage): void {
  const { content } = message;
  if (message.role === "assistant" && message.tool_calls !== undefined) {
    demand(message.tool_calls.length > 0, `${at}/tool_calls`, "a list of calls is not empty");
    demand(message.tool_calls.length <= MOST_CALLS, `${at}/tool_calls`, `a message has at most ${MOST_CALLS} calls`);
    for (const { id, function: called } of message.tool_calls) {
      demand(id.length > 0 && id.length <= 40, `${at}/tool_calls`, "a call's id has 1 to 40 characters");
      demand(isFunctionName(called.name), `${at}/tool_calls`, NAME_RULE);
    }
    demand(message.content === null || hasText(message.content), `${at}/content`, "a text is not blank");
    return;
  }
  if (typeof content === "string") demand(hasText(content), `${at}/content`, "a text is not blank");
  else demand(content !== null && content.length > 0, `${at}/content`, "a message has content");
  if (typeof content === "string" || content === null) return;
  for (const [index, part] of content.entries()) {
    if (part.type === "text") demand(hasText(part.text), `${at}/content/${index}`, "a text is not blank");
    else
      demand(
        /^(https:|data:image\/)/i.test(part.image_url.url),
        `${at}/content/${index}`,
        "an image is an https or data address",
      );
  }
}

/** Each message with calls has exactly their results right behind it, and no result stands elsewhere. */
function demandPairs({ demand }: Faults, messages: readonly ChatMessage[]): void {
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at] as ChatMessage;
    const results: string[] = [];
    let end = at + 1;
    for (let next = messages[end]; next?.role === "tool"; next = messages[end]) {
      results.push(next.tool_call_id);
      end += 1;
    }
    if (message.role === "tool") {
      demand(false, `/messages/${at}`, "a tool's result stands right behind its call");
    } else {
      const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
      const paired = isPairing(
        calls.map(({ id }) => id),
        results,
      );
      demand(paired, `/messages/${at}`, "the results of its calls, and no others, stand right behind a message");
    }
    at = end - 1;
  }
}
