/** What two prompts have in common from their beginning, and when a lost beginning is worth telling. Pure. */
import type { Core, Finding, PromptBlock } from "../records/core.ts";
import { rounded } from "../rounded.ts";

/** A piece of a prompt by name. */
export type BlockName = Pick<PromptBlock, "id" | "kind">;

export interface PrefixRecord {
  /** The manifest of this conversation's prompt before; null without one that could be read, or where it went to another model or format. */
  readonly previous: string | null;
  /** What both begin with; null where there is nothing to compare with. */
  readonly common: { readonly blocks: number; readonly tokens: number } | null;
  /** What stands at the first place where they differ, now and before; null on a side that ended there. Null where they are equal. */
  readonly differs: { readonly now: BlockName | null; readonly before: BlockName | null } | null;
  /** Beside those of the core: they depend on what was asked before. */
  readonly findings: readonly Finding[];
}

export const NO_PREFIX: PrefixRecord = { previous: null, common: null, differs: null, findings: [] };

/** What of a manifest is compared. */
export type ComparedPrompt = Pick<Core, "blocks" | "format" | "model" | "policy" | "zones">;

/** `before` under its manifest's id. A record that was written without blocks has nothing to compare. */
export function prefixRecord(now: ComparedPrompt, before: ComparedPrompt, previous: string): PrefixRecord {
  // Older records have none, whatever their type says.
  const old = (before as Partial<ComparedPrompt>).blocks;
  if (old === undefined || before.format !== now.format || before.model !== now.model) return NO_PREFIX;
  let blocks = 0;
  let tokens = 0;
  for (const block of now.blocks) {
    if (block.hash !== old[blocks]?.hash) break;
    blocks += 1;
    tokens += block.tokens;
  }
  const [here, there] = [now.blocks[blocks], old[blocks]];
  const record: PrefixRecord = {
    previous,
    common: { blocks, tokens },
    differs: here === undefined && there === undefined ? null : { now: nameOf(here), before: nameOf(there) },
    findings: [],
  };
  return { ...record, findings: [...lostPrefix(record, { now, old: before }), ...outOfReach(blocks, { now, old: before })] };
}

const nameOf = (block: PromptBlock | undefined): BlockName | null =>
  block === undefined ? null : { id: block.id, kind: block.kind };

/**
 * Under one policy, prompts of one conversation begin alike: with the shared zone, and then, where the conversation comes first, with its
 * turns. A cut that moves, memory that was written and new evidence are no loss: they stand behind what is kept.
 */
function lostPrefix({ common, differs }: PrefixRecord, { now, old }: TwoPrompts): readonly Finding[] {
  if (differs === null || common === null || old.policy.digest !== now.policy.digest) return [];
  const name = differs.now ?? differs.before;
  const isShared = [now.blocks[common.blocks], old.blocks[common.blocks]].some((block) => block?.zone === "shared");
  const isTurn = differs.now?.kind === "turn" && differs.before?.kind === "turn" && differs.now.id === differs.before.id;
  const isCached = now.blocks.slice(0, common.blocks).every(({ zone, kind }) => zone !== "question" || kind === "turn");
  if (name === null || !(isShared || (isTurn && isCached))) return [];
  const message = `The prompt before in this conversation differs from here on at ${name.id}, though the policy is the same: ${common.tokens} tokens are in common, and the provider's cache ends there.`;
  return [{ code: "conversation_prefix_lost", message, items: [name.id] }];
}

interface TwoPrompts {
  readonly now: ComparedPrompt;
  readonly old: ComparedPrompt;
}

const turnMarkOf = ({ zones }: ComparedPrompt) => zones.find(({ name }) => name === "question")?.cache_mark.turns;

/** A mark of the prompt before is where both still agree, and no mark of this one is near enough for the provider to look there. */
function outOfReach(common: number, { now, old }: TwoPrompts): readonly Finding[] {
  const reaches = turnMarkOf(now)?.reaches;
  if (reaches === undefined || turnMarkOf(old) === undefined) return [];
  const first = old.blocks.findIndex(({ kind }) => kind === "turn");
  const behind = old.blocks.findIndex(({ kind }, at) => at >= first && kind !== "turn");
  const last = (behind < 0 ? old.blocks.length : behind) - 1;
  const nearest = now.blocks.findIndex(({ kind, id }) => kind === "turn" && id === reaches);
  if (last >= common || last >= nearest) return [];
  const { id } = old.blocks[last] as PromptBlock;
  const message = `So much was said since ${id} that the provider does not look back as far from any mark: what it cached of the prompt before is paid for again. Ask in between.`;
  return [{ code: "cache_out_of_reach", message, items: [id] }];
}

/** `before` and `now` are hashes of the shared zone under one snapshot, policy, format, model and set of tools. */
export function sharedZoneChange(before: string | undefined, now: string): readonly Finding[] {
  if (before === undefined || before === now) return [];
  const message =
    "The shared zone of the prompt changed although the policies, the format, the model and the tools did not: no provider's cache holds it any more, for anybody.";
  return [{ code: "shared_prefix_changed", message, items: [] }];
}

/** What a provider reported of one prompt. */
export interface CacheUsage {
  /** Tokens of the prompt, cached ones included. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
}

/** Answers that a share is taken over. */
export const USAGE_WINDOW = 20;
/** A smaller share before is nothing to lose, and a smaller loss may be chance. */
const LEAST_SHARE = 0.2;
const LOSS = 0.5;

/** Of the last two windows, oldest first; nothing until both are full. Tokens weigh, not answers. */
export function cachedShareFall(usage: readonly CacheUsage[]): readonly Finding[] {
  if (usage.length < 2 * USAGE_WINDOW) return [];
  const [before, now] = [usage.slice(-2 * USAGE_WINDOW, -USAGE_WINDOW), usage.slice(-USAGE_WINDOW)].map(cachedShare) as [
    number,
    number,
  ];
  if (before < LEAST_SHARE || now > before * LOSS) return [];
  const message = `The provider read ${percentOf(now)} of the last ${USAGE_WINDOW} prompts from its cache, of the ${USAGE_WINDOW} before ${percentOf(before)}.`;
  return [{ code: "cached_share_falling", message, items: [] }];
}

/** From 0 to 1; 0 where nothing was sent. */
export function cachedShare(usage: readonly CacheUsage[]): number {
  const sent = usage.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  return sent === 0 ? 0 : usage.reduce((sum, { cachedTokens }) => sum + cachedTokens, 0) / sent;
}

const percentOf = (share: number): string => `${rounded(share * 100, 1)} %`;
