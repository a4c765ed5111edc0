/** What a prompt without a choice would cost: everything that could be had as JSON, before the same question. Pure but for `ask`. */
import type { Json } from "../../sources/source-result.ts";
import { FORMAT_OVERHEAD } from "../../tokens/format-overhead.ts";
import { imageTokens } from "../../tokens/image-tokens.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import type { AssembleDeps, Assembly } from "../assemble.ts";
import { textOfParts } from "../conversation/turn-text.ts";
import { messageTokens, replyTokens, tokensOfMessages } from "../count/message-costs.ts";
import { byId } from "../duplicates/compared.ts";
import type { ToolCall, Turn } from "../given.ts";
import { sumOf } from "../pack/budget.ts";
import type { Naive } from "../records/explanation.ts";
import { imagePart, imagesIn } from "../render/images.ts";
import { rendererOf } from "../render/payload.ts";
import { rounded } from "../rounded.ts";

/** Exact, with the answers of sources that were not asked. */
export async function naiveOf(assembly: Assembly, deps: Pick<AssembleDeps, "ask" | "counter">): Promise<Naive> {
  const { request, used, retrieved } = assembly;
  const bundle: Record<string, Json> = {};
  for (const source of request.policy.sources.keys()) {
    const result = await deps.ask(source);
    if (result.status === "facts") bundle[source] = result.payload;
  }
  const { candidates, turns } = broughtBy(assembly);
  const all = { ...bundle, ...(candidates.length > 0 && { candidates }), ...(turns.length > 0 && { turns }) };
  const tokens = sumOf(used);
  // One by one, so that the counts of a large folder are those of the last question.
  const documents = retrieved.flatMap(({ everything }) => everything());
  const ofDocuments = documents.reduce((sum, { id, text }) => sum + deps.counter.count(`${JSON.stringify({ id, text })}\n`), 0);
  const naive = fixedTokens(assembly) + imagesBrought(assembly) + deps.counter.count(`${JSON.stringify(all)}\n`) + ofDocuments;
  return {
    naive_tokens: naive,
    tokens,
    saved_percent: rounded(((naive - tokens) / naive) * 100, 1),
    sources: [
      ...Object.keys(bundle),
      ...retrieved.filter(({ record }) => record.status !== "failed").map(({ record }) => record.source),
    ],
  };
}

/** UTF-16 units of JSON that are counted; what is beyond is taken to have as many tokens a unit. */
const MOST_COUNTED_UNITS = 16_384;
/** What `{"id":,"text":}` and its quotes are around a text. */
const WRAPPER_UNITS = 24;

/**
 * The same of what was fetched for this question and no more, in bounded time: all of it up to 16,384 characters, beyond that by
 * its length.
 */
export function naiveEstimate(assembly: Assembly, counter: TokenCounter): { readonly naive: number; readonly sent: number } {
  const { used, retrieved, results } = assembly;
  const { candidates, turns } = broughtBy(assembly);
  const texts: readonly { readonly units: number; readonly json: () => string }[] = [
    ...[...results.values()].flatMap((one) =>
      one.status === "facts" ? [{ units: one.raw.length, json: () => JSON.stringify(one.payload) }] : [],
    ),
    ...[...candidates, ...retrieved.flatMap(({ everything }) => everything())].map(({ id, text }) => ({
      units: id.length + text.length + WRAPPER_UNITS,
      json: () => JSON.stringify({ id, text }),
    })),
    ...turns.map((turn) => ({ units: unitsOfTurn(turn), json: () => JSON.stringify(turn) })),
  ];
  let [units, counted, tokens] = [0, 0, 0];
  for (const { units: own, json } of texts) {
    if (counted >= MOST_COUNTED_UNITS) {
      units += own;
      continue;
    }
    // An answer may have come with white space that a prompt would not have.
    const text = json();
    const part = text.slice(0, MOST_COUNTED_UNITS - counted);
    units += text.length;
    counted += part.length;
    tokens += counter.count(`${part}\n`);
  }
  const scaled = counted === 0 ? 0 : Math.round((tokens * Math.max(units, counted)) / counted);
  return { naive: fixedTokens(assembly) + imagesBrought(assembly) + scaled, sent: sumOf(used) };
}

const unitsOfTurn = ({ content, tool_calls: calls = [] }: TurnBrought): number =>
  calls.reduce(
    (sum, { name, arguments: given }) => sum + name.length + given.length + WRAPPER_UNITS,
    content.length + WRAPPER_UNITS,
  );

/** Every image of the turns that the format can send, by the rule of the model's provider. */
function imagesBrought({ request: { items, model, format } }: Assembly): number {
  const rule = model.image ?? FORMAT_OVERHEAD[format].image;
  const taken = rendererOf(format).images;
  const images = imagesIn(
    items.turns.flatMap(({ role, content }) =>
      content.flatMap((part) => (part.type === "image" ? [imagePart(part.url, role, taken)] : [])),
    ),
  );
  return images.reduce((sum, image) => sum + imageTokens(rule, image.kind === "data" ? image.size : null), 0);
}

interface TurnBrought {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly Pick<ToolCall, "name" | "arguments">[];
}

/** Of the request, what its caller may see. */
function broughtBy({ request, items }: Assembly) {
  const denied = new Set(items.denied);
  return {
    // By id: their order is no part of the question.
    candidates: request.items.candidates
      .filter(({ id }) => !denied.has(id))
      .map(({ id, text }) => ({ id, text }))
      .sort(byId),
    turns: request.items.turns.map(turnBrought),
  };
}

/** Its images apart, which are no text. */
function turnBrought({ role, content, toolCalls }: Turn): TurnBrought {
  const calls = toolCalls.map(({ name, arguments: given }) => ({ name, arguments: given }));
  return { role, content: textOfParts(content), ...(calls.length > 0 && { tool_calls: calls }) };
}

/** System text, tools and what stands last, each in its message, and one message more for the bundle. */
function fixedTokens({ request, parts }: Assembly): number {
  const sent = { format: request.format, policy: { trustTokens: false } };
  const fixed = parts.filter((part) => part.zone === "shared" || part.message === "late");
  const further = tokensOfMessages(sent, rendererOf(sent.format).messagesOfUser);
  const messages = messageTokens(sent, fixed) + replyTokens(sent) + further;
  return fixed.reduce((sum, part) => sum + part.tokens, messages);
}
