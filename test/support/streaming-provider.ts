/** A real server that streams one answer as OpenAI Chat or Anthropic do, event by event, and keeps what it was asked. IO. */
import { bodyOf } from "./request-body.ts";
import { type StubUpstream, startStub } from "./stub-upstream.ts";

/** Each comes as an event of its own. */
export const PIECES = ["Rest ", "today: 62 of 100. ", "[Injury ", "readiness]"] as const;
export const INPUT_TOKENS = 321;

type Streamed = "openai-chat" | "anthropic-messages";

const event = (data: object, name?: string): string =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

const EVENTS: Readonly<Record<Streamed, (model: string) => readonly string[]>> = {
  "openai-chat": (model) => {
    const chunk = (choices: readonly object[], usage: object | null) =>
      event({ id: "c1", object: "chat.completion.chunk", created: 0, model, choices, usage });
    const choice = (delta: object, finish_reason: string | null) => [{ index: 0, delta, finish_reason }];
    return [
      chunk(choice({ role: "assistant", content: "" }, null), null),
      ...PIECES.map((content) => chunk(choice({ content }, null), null)),
      chunk(choice({}, "stop"), null),
      chunk([], {
        prompt_tokens: INPUT_TOKENS,
        completion_tokens: 12,
        total_tokens: INPUT_TOKENS + 12,
        prompt_tokens_details: { cached_tokens: 128 },
      }),
      "data: [DONE]\n\n",
    ];
  },
  "anthropic-messages": (model) => {
    const named = (type: string, data: object) => event({ type, ...data }, type);
    const usage = {
      input_tokens: INPUT_TOKENS - 128,
      cache_read_input_tokens: 128,
      cache_creation_input_tokens: 0,
      output_tokens: 1,
    };
    const message = {
      id: "m1",
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    return [
      named("message_start", { message }),
      named("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      ...PIECES.map((text) => named("content_block_delta", { index: 0, delta: { type: "text_delta", text } })),
      named("content_block_stop", { index: 0 }),
      named("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 12 } }),
      named("message_stop", {}),
    ];
  },
};

export interface StreamingProvider extends StubUpstream {
  /** What was posted, oldest first. */
  readonly bodies: readonly Record<string, unknown>[];
  /** Lets the answer that is held behind its first piece go on. */
  goOn(): void;
  /** From the next answer on no event tells a usage, as of an API that does not know the option. */
  tellNoUsage(): void;
}

const FIRST_PIECE = JSON.stringify(PIECES[0]);

export async function startStreamingProvider(format: Streamed): Promise<StreamingProvider> {
  const bodies: Record<string, unknown>[] = [];
  let goOn = (): void => {};
  let tellsUsage = true;
  const stub = await startStub((request, response) => {
    void bodyOf(request).then(async (text) => {
      const body = JSON.parse(text) as Record<string, unknown>;
      bodies.push(body);
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const one of EVENTS[format](String(body["model"]))) {
        if (!tellsUsage && one.includes('"prompt_tokens"')) continue;
        response.write(one);
        if (!one.includes(FIRST_PIECE)) continue;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
      response.end();
    });
  });
  return Object.assign(stub, {
    bodies,
    goOn: () => goOn(),
    tellNoUsage: () => {
      tellsUsage = false;
    },
  });
}
