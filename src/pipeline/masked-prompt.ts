/** The prompt for eyes that may not see fetched texts: each fact as its label and tokens. Pure. */
import type { Assembly } from "./assemble.ts";
import type { Prompt } from "./prompt-records.ts";
import { payloadOf } from "./render/payload.ts";

/** `[Injury readiness: 17 tokens]` in place of each fact, except of the sources in `shown`. What the caller sent itself stays. */
export function maskedPrompt({ parts, request }: Assembly, shown: ReadonlySet<string>): Prompt {
  const masked = parts.map((part) =>
    part.fact === null || shown.has(part.fact.piece.source)
      ? part
      : { ...part, text: `- [${part.fact.label}: ${part.tokens} tokens]\n` },
  );
  return payloadOf({ format: request.format, model: request.model, parts: masked, tools: request.items.tools });
}
