/** What OpenAI's Responses refuses. Pure. */
import type { ResponsesContent, ResponsesItem, ResponsesPrompt } from "../records/prompt.ts";
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

export function responsesFaults(payload: ResponsesPrompt["payload"]): readonly Fault[] {
  const faults = collectFaults();
  const { demand } = faults;
  const { model, instructions, input, tools, max_output_tokens: cap, prompt_cache_key: key } = payload;
  demand(hasText(model), "/model", "a model is named");
  demand(hasText(instructions), "/instructions", "the instructions are not blank");
  demand(isOutputCap(cap, 16), "/max_output_tokens", "the output cap is at least 16");
  demand(isCacheKey(key), "/prompt_cache_key", KEY_RULE);
  const last = input.at(-1);
  demand(last?.type === "message" && last.role === "user", "/input", "the last item is a message of the user");
  for (const [at, item] of input.entries()) demandItem(faults, `/input/${at}`, item);
  demandPairs(faults, input);
  demandTools(
    faults,
    "openai-responses",
    tools?.map(({ name, parameters }) => ({ name, schema: parameters })),
  );
  return faults.found;
}

function demandItem(faults: Faults, at: string, item: ResponsesItem): void {
  const { demand } = faults;
  if (item.type === "function_call") {
    demand(item.call_id.length > 0 && item.call_id.length <= 64, at, "a call's id has 1 to 64 characters");
    demand(isFunctionName(item.name), at, NAME_RULE);
  } else if (item.type === "function_call_output") demandContent(faults, at, { content: item.output, whose: "an output" });
  else demandContent(faults, at, { content: item.content, whose: "a message" });
}

interface Content {
  readonly content: ResponsesContent;
  readonly whose: string;
}

function demandContent({ demand }: Faults, at: string, { content, whose }: Content): void {
  if (typeof content === "string") {
    demand(hasText(content), at, `the text of ${whose} is not blank`);
    return;
  }
  demand(content.length > 0, at, `${whose} has content`);
  for (const part of content) {
    if (part.type === "input_text") demand(hasText(part.text), at, "a text is not blank");
    else demand(/^(https:|data:image\/)/i.test(part.image_url), at, "an image is an https or data address");
  }
}

/** Calls in a row, then their outputs in a row; no id twice. */
function demandPairs({ demand }: Faults, input: readonly ResponsesItem[]): void {
  const ids = input.flatMap((item) => (item.type === "function_call" ? [item.call_id] : []));
  demand(new Set(ids).size === ids.length, "/input", "no two calls have one id");
  for (let at = 0; at < input.length; ) {
    const calls = idsFrom(input, at, "function_call");
    const outputs = idsFrom(input, at + calls.length, "function_call_output");
    demand(isPairing(calls, outputs), `/input/${at}`, "the outputs of calls, and no others, stand right behind them");
    at += Math.max(1, calls.length + outputs.length);
  }
}

function idsFrom(
  input: readonly ResponsesItem[],
  from: number,
  type: "function_call" | "function_call_output",
): readonly string[] {
  const ids: string[] = [];
  for (let item = input[from]; item?.type === type; item = input[from + ids.length]) ids.push(item.call_id);
  return ids;
}
