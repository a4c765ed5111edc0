/** The prompt for eyes that may not see fetched texts: each fact as its label and tokens. Pure. */
import type { Assembly } from "../assemble.ts";
import type { Prompt } from "../records/prompt.ts";
import { citesNatively } from "../render/cited-documents.ts";
import { noteLine } from "../render/lines.ts";
import { payloadOf } from "../render/payload.ts";

/** `[Injury readiness: 17 tokens]` in place of each fact and each section, except of the sources in `shown`. What the caller sent itself stays. */
export function maskedPrompt({ parts, request, cacheKey }: Assembly, shown: ReadonlySet<string>): Prompt {
  const sections = new Map(parts.flatMap(({ item }) => (item?.given.found == null ? [] : [[item.given.id, item] as const])));
  const masked = parts.map((part) => {
    // A line of the list holds a heading, which is a text of the document.
    const listed = part.kind === "list" ? sections.get(part.id) : undefined;
    if (listed !== undefined && !shown.has(listed.given.found?.source ?? ""))
      return { ...part, text: noteLine(`[${listed.label}]`) };
    const source = part.fact?.piece.source ?? part.item?.given.found?.source;
    if (source === undefined || shown.has(source)) return part;
    return { ...part, text: `- [${part.fact?.label ?? part.item?.label}: ${part.tokens} tokens]\n` };
  });
  const cites = citesNatively(request.policy, request.format);
  return payloadOf(request.format, { model: request.model, parts: masked, tools: request.items.tools, cacheKey, cites });
}
