/** A cache that behaves as Anthropic's: an entry for each mark, found from a mark 20 blocks back, the mark's own among them. */
import type { AnthropicPrompt } from "../../src/pipeline/records/prompt.ts";

const LOOKBACK = 20;

export interface PromptCache {
  /** Blocks of the prompt that an earlier one left, from its beginning; then what this one leaves is kept. */
  read(payload: AnthropicPrompt["payload"]): number;
}

export function promptCache(): PromptCache {
  const entries = new Set<string>();
  return {
    read(payload) {
      const blocks = blocksOf(payload);
      const prefixes = blocks.map((_, at) => JSON.stringify(blocks.slice(0, at + 1).map(({ text }) => text)));
      const marks = blocks.flatMap(({ marked }, at) => (marked ? [at] : []));
      const found = marks.flatMap((mark) => {
        const first = Math.max(0, mark - LOOKBACK + 1);
        return prefixes.flatMap((prefix, at) => (at >= first && at <= mark && entries.has(prefix) ? [at + 1] : []));
      });
      for (const mark of marks) entries.add(prefixes[mark] as string);
      return Math.max(0, ...found);
    },
  };
}

/** In the provider's order, without the tools, which stay the same. */
export function blocksOf({ system, messages }: AnthropicPrompt["payload"]): readonly { text: string; marked: boolean }[] {
  const all = [
    ...system.map((block) => ["system", block] as const),
    ...messages.flatMap(({ role, content }) => content.map((block) => [role, block] as const)),
  ];
  return all.map(([role, { cache_control: mark, ...block }]) => ({
    text: JSON.stringify([role, block]),
    marked: mark !== undefined,
  }));
}
