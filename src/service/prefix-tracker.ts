/** Remembers how prompts began and what providers read from their caches, to tell when that changes. Bounded state in memory, no IO. */
import { LRUCache } from "lru-cache";
import { type CacheUsage, cachedShareFall, sharedZoneChange, USAGE_WINDOW } from "../pipeline/prefix.ts";
import type { Core, Finding } from "../pipeline/records.ts";

/** What is heard of every prompt that is sent and of every usage that is reported; for metrics. Must not throw. */
export interface PrefixHooks {
  readonly onPrompt?: (prompt: PromptPrefix) => void;
  readonly onUsage?: (usage: CacheUsage & { readonly falling: boolean }) => void;
}

export interface PromptPrefix {
  /** The shared zone changed under the same policies, format, model and tools. */
  readonly changed: boolean;
  /** The conversation's prompt before began with what this one does not. */
  readonly lost: boolean;
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
        changed: changes.length > 0,
        lost: findings.some(({ code }) => code === "conversation_prefix_lost"),
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

/** Everything that the shared zone may depend on. */
function keyOf({ versions, policy, format, model, blocks }: Core): string {
  const tools = blocks.find(({ kind }) => kind === "tools")?.hash ?? "";
  return JSON.stringify([versions.snapshot, policy.name, policy.digest, format, model, tools]);
}
