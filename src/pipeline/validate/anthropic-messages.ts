/** What Anthropic's Messages refuses. Pure. */
import { IMAGE_SIDES, sidesFit } from "../../tokens/image-sides.ts";
import { imageSize } from "../../tokens/image-size.ts";
import {
  ANTHROPIC_IMAGES,
  type AnthropicBlock,
  type AnthropicDocument,
  type AnthropicImage,
  type AnthropicMessage,
  type AnthropicPrompt,
  type AnthropicResult,
} from "../records/prompt.ts";
import { demandTools } from "./demand-tools.ts";
import {
  collectFaults,
  type Fault,
  type Faults,
  hasText,
  isFunctionName,
  isOutputCap,
  isPairing,
  isPlainObject,
  NAME_RULE,
} from "./faults.ts";

export function anthropicFaults(payload: AnthropicPrompt["payload"]): readonly Fault[] {
  const faults = collectFaults();
  const { demand } = faults;
  const { model, system, messages, tools, max_tokens: cap } = payload;
  demand(hasText(model), "/model", "a model is named");
  demand(isOutputCap(cap), "/max_tokens", "the output cap is at least 1");
  demand(system.length > 0 && system.every(({ text }) => hasText(text)), "/system", "system blocks are there and not blank");
  demand(messages[0]?.role === "user", "/messages", "the first message is the user's");
  demand(messages.at(-1)?.role === "user", "/messages", "the last message is the user's");
  for (const index of messages.keys()) demandMessage(faults, messages, index);
  demand(marksOf(payload) <= MOST_MARKS, "/", `at most ${MOST_MARKS} blocks have cache_control`);
  demandCitations(faults, messages);
  demandSides(faults, messages);
  const uses = messages.flatMap(({ content }) => idsOf(content, "tool_use"));
  demand(new Set(uses).size === uses.length, "/messages", "no two calls have one id");
  demand(uses.length === 0 || tools !== undefined, "/tools", "where calls are, tools are defined");
  demandTools(
    faults,
    "anthropic-messages",
    tools?.map((tool) => ({ name: tool.name, schema: tool.input_schema })),
  );
  return faults.found;
}

const MOST_MARKS = 4;

const marksOf = ({ system, messages }: AnthropicPrompt["payload"]): number =>
  [...system, ...messages.flatMap(({ content }) => content)].filter((block) => block.cache_control !== undefined).length;

function demandMessage(faults: Faults, messages: readonly AnthropicMessage[], index: number): void {
  const { demand } = faults;
  const { role, content } = messages[index] as AnthropicMessage;
  const before = messages[index - 1];
  const at = `/messages/${index}`;
  demand(role !== before?.role, at, "roles alternate");
  demand(content.length > 0, at, "a message has content");
  for (const [place, block] of content.entries()) demandBlock(faults, `${at}/content/${place}`, { block, role });
  const results = idsOf(content, "tool_result");
  demand(
    isPairing(idsOf(before?.content ?? [], "tool_use"), results),
    at,
    "the results of the calls of the message before, and no others, stand in a message",
  );
  demand(
    content.slice(0, results.length).every(({ type }) => type === "tool_result"),
    at,
    "results stand before everything else",
  );
}

function idsOf(content: readonly AnthropicBlock[], type: "tool_use" | "tool_result"): readonly string[] {
  return content.flatMap((block) => {
    if (block.type === "tool_use" && type === block.type) return [block.id];
    return block.type === "tool_result" && type === block.type ? [block.tool_use_id] : [];
  });
}

/** All documents can be cited, or none can. */
function demandCitations({ demand }: Faults, messages: readonly AnthropicMessage[]): void {
  const documents = messages.flatMap(({ content }) => content.filter((block) => block.type === "document"));
  const cited = documents.filter((document) => document.citations.enabled);
  demand(cited.length === 0 || cited.length === documents.length, "/messages", "citations are on for all documents or for none");
}

/** Also those in results. */
const imagesIn = (content: readonly AnthropicBlock[]): readonly AnthropicImage[] =>
  content.flatMap((block) => {
    if (block.type === "image") return [block];
    return block.type === "tool_result" && typeof block.content !== "string" ? imagesIn(block.content) : [];
  });

/** Of each image whose size stands in its data. */
function demandSides({ demand }: Faults, messages: readonly AnthropicMessage[]): void {
  const sides = IMAGE_SIDES["anthropic-messages"];
  if (sides === null) return;
  const images = messages.flatMap(({ content }) => imagesIn(content));
  for (const { source } of images) {
    if (source.type === "url") continue;
    const fits = sidesFit(sides, imageSize(source.media_type, source.data), images.length);
    demand(fits, "/messages", "no side of an image is longer than so many images of a request may have");
  }
}

function demandDocument({ demand }: Faults, at: string, { source, title }: AnthropicDocument): void {
  demand(source.content.length > 0, at, "a document has blocks");
  for (const [index, { text }] of source.content.entries())
    demand(hasText(text), `${at}/source/content/${index}`, "a text is not blank");
  if (title === undefined) return;
  demand(
    hasText(title) && Array.from(title).length <= LONGEST_TITLE,
    `${at}/title`,
    "a title is not blank and has at most 500 characters",
  );
}

const LONGEST_TITLE = 500;

interface Placed {
  readonly block: AnthropicBlock;
  readonly role: AnthropicMessage["role"];
}

function demandBlock(faults: Faults, at: string, { block, role }: Placed): void {
  const { demand } = faults;
  if (block.type === "text") demand(hasText(block.text), at, "a text is not blank");
  else if (block.type === "image") {
    demand(role === "user", at, "images are the user's");
    demandImage(faults, at, block);
  } else if (block.type === "document") {
    demand(role === "user", at, "documents are the user's");
    demandDocument(faults, at, block);
  } else if (block.type === "tool_use") {
    demand(role === "assistant", at, "calls are the assistant's");
    demand(/^[A-Za-z0-9_-]{1,64}$/.test(block.id), at, "a call's id has 1 to 64 letters, digits, _ or -");
    demand(isFunctionName(block.name), at, NAME_RULE);
    demand(isPlainObject(block.input), at, "a call's input is an object");
  } else {
    demand(role === "user", at, "results are the user's");
    demandResult(faults, at, block.content);
  }
}

function demandImage({ demand }: Faults, at: string, { source }: AnthropicImage): void {
  if (source.type === "url") demand(/^https:/i.test(source.url), at, "an image's address is https");
  else demand(source.data.length > 0 && ANTHROPIC_IMAGES.includes(source.media_type), at, "an image has data of a type it takes");
}

function demandResult(faults: Faults, at: string, content: AnthropicResult): void {
  const { demand } = faults;
  if (typeof content === "string") {
    demand(hasText(content), at, "a result is not blank");
    return;
  }
  demand(content.length > 0, at, "a result is not empty");
  for (const [index, block] of content.entries()) {
    const place = `${at}/content/${index}`;
    if (block.type === "text") demand(hasText(block.text), place, "a text is not blank");
    else demandImage(faults, place, block);
  }
}
