/** A model's answer as it is posted, and its text out of the blocks of each provider. Pure. */

/** As it was sent: null, as a stream has it, is absent. */
export type SentAnswer = { readonly [Name in keyof PostedAnswer]: PostedAnswer[Name] | null };

export interface PostedAnswer {
  /** The whole text, as the person reads it; else that of the blocks. */
  readonly text?: string | undefined;
  /** The blocks as the provider gave them. */
  readonly content?: readonly ProviderBlock[] | undefined;
  readonly model?: string | undefined;
  readonly finish_reason?: string | undefined;
  readonly usage?: ProviderBlock | undefined;
}

/** An object of a provider's, read member by member: what is not known is not looked at. */
export interface ProviderBlock {
  readonly [member: string]: unknown;
}

export const isBlock = (value: unknown): value is ProviderBlock =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const blocksOf = (value: unknown): readonly ProviderBlock[] => (Array.isArray(value) ? value.filter(isBlock) : []);

/** Of a candidate of Gemini's response, or of its content; null for any other block. */
function partsOf(block: ProviderBlock): readonly ProviderBlock[] | null {
  const content = isBlock(block["content"]) ? block["content"] : block;
  return Array.isArray(content["parts"]) ? blocksOf(content["parts"]) : null;
}

/** What a person reads of an answer: a thought or a call is none of it. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set(["text", "output_text", undefined]);

/**
 * The blocks that hold text: Anthropic's `text`, the `output_text` inside a `message` of OpenAI's Responses, the `parts` of
 * Gemini that are no thought, by themselves or in the candidates of its response.
 */
export function textBlocks(content: readonly ProviderBlock[]): readonly (ProviderBlock & { readonly text: string })[] {
  return content.flatMap((block) => {
    if (block["type"] === "message") return textBlocks(blocksOf(block["content"]).filter(({ type }) => type !== "message"));
    const parts = partsOf(block);
    if (parts !== null) return textBlocks(parts.filter((part) => partsOf(part) === null));
    return TEXT_TYPES.has(block["type"]) && block["thought"] !== true && hasText(block) ? [block] : [];
  });
}

const hasText = (block: ProviderBlock): block is ProviderBlock & { readonly text: string } => typeof block["text"] === "string";

/** Whether a block says that the model refused: by itself, or inside a `message` of OpenAI's Responses. */
export const refuses = (content: readonly ProviderBlock[]): boolean =>
  content.some(
    ({ type, content: inner }) =>
      isRefusal(type) || (type === "message" && blocksOf(inner).some((one) => isRefusal(one["type"]))),
  );

const isRefusal = (type: unknown): boolean => type === "refusal";

/** The text that is judged. */
export const textOf = ({ text, content }: PostedAnswer): string =>
  text ??
  textBlocks(content ?? [])
    .map((block) => block.text)
    .join("");

/** Without the members that are null, so that both are the same answer. */
export const postedOf = (sent: SentAnswer): PostedAnswer =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as PostedAnswer;
