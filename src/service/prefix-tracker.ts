/** Remembers how prompts began and what providers read from their caches, to tell when that changes. Bounded state in memory, no IO. */
import { LRUCache } from "lru-cache";
import { type CacheUsage, cachedShareFall, sharedZoneChange, USAGE_WINDOW } from "../pipeline/cache/prefix.ts";
import type { Core, Finding } from "../pipeline/records/core.ts";
import type { PrefixChange } from "./meter.ts";

/** What is heard of every prompt that is sent and of every usage that is reported; for metrics. Must not throw. */
export interface PrefixHooks {
  readonly onPrompt?: (prompt: PromptPrefix) => void;
  readonly onUsage?: (usage: CacheUsage & { readonly falling: boolean }) => void;
}

export interface PromptPrefix {
  /** What of the prompt before a provider's cache does not serve. */
  readonly changes: readonly PrefixChange[];
  /** Tokens of the shared zone. */
  readonly sharedTokens: number;
  /** Tokens in common with the conversation's prompt before; null where there is none to compare with. */
  readonly commonTokens: number | null;
}

export interface PrefixTracker {
  /** The findings about a prompt that is sent, and what the hooks hear. */
  sent(core: Core, conversation: ConversationPrefix): readonly Finding[];
  /** The findings about what a provider reported of a prompt under this core. */
  reported(core: Pick<Core, "policy" | "format" | "model">, usage: CacheUsage): readonly Finding[];
}

/** How the prompt begins against the one before. */
export interface ConversationPrefix {
  readonly common: { readonly tokens: number } | null;
  readonly findings: readonly Finding[];
}

/** Kinds of prompts remembered; the least recently sent are forgotten. */
const MOST_KEYS = 1_000;

export function createPrefixTracker({ onPrompt, onUsage }: PrefixHooks = {}): PrefixTracker {
  const shared = new LRUCache<string, string>({ max: MOST_KEYS });
  const usages = new LRUCache<string, CacheUsage[]>({ max: MOST_KEYS });
  return {
    sent(core, { common, findings }) {
      const key = keyOf(core);
      const zone = core.zones.find(({ name }) => name === "shared");
      const hash = zone?.hash ?? "";
      const changes = sharedZoneChange(shared.get(key), hash);
      shared.set(key, hash);
      onPrompt?.({
        changes: [...changes, ...findings].flatMap(({ code }) => CHANGE_OF.get(code) ?? []),
        sharedTokens: zone?.tokens ?? 0,
        commonTokens: common?.tokens ?? null,
      });
      return changes;
    },
    reported({ policy, format, model }, usage) {
      const key = JSON.stringify([policy.name, policy.digest, format, model]);
      const all = [...(usages.get(key) ?? []), usage].slice(-2 * USAGE_WINDOW);
      const falls = cachedShareFall(all);
      // Told once: the next fall is one from here.
      usages.set(key, falls.length > 0 ? all.slice(-USAGE_WINDOW) : all);
      onUsage?.({ ...usage, falling: falls.length > 0 });
      return falls;
    },
  };
}

const CHANGE_OF: ReadonlyMap<Finding["code"], PrefixChange> = new Map([
  ["shared_prefix_changed", "shared"],
  ["conversation_prefix_lost", "conversation"],
  ["cache_out_of_reach", "out_of_reach"],
]);

/** Everything that the shared zone may depend on. */
function keyOf({ versions, policy, format, model, blocks }: Core): string {
  const tools = blocks.find(({ kind }) => kind === "tools")?.hash ?? "";
  return JSON.stringify([versions.snapshot, policy.name, policy.digest, format, model, tools]);
}
