/** What did not fit is cut to whole sentences where the policy allows it: after packing, survivors only. Pure; policy.md. */
import type { Policy } from "../../policy/snapshot.ts";
import type { StayWords } from "../../text/must-stay.ts";
import type { ChosenItem } from "../chosen.ts";
import { framingOf, type RenderContext, type RenderedItem } from "../count/entries.ts";
import { formText } from "../count/rendered-text.ts";
import { documentOf, headTokens } from "../render/cited-item.ts";
import { shareLimit, sumOf } from "./budget.ts";
import type { Bundle } from "./bundles.ts";
import { shortenerOf } from "./compress.ts";
import { packMore } from "./pack.ts";
import type { Entry, Packed } from "./state.ts";

export interface Packing {
  readonly packed: Packed;
  /** By id, what stands in the place of the whole. */
  readonly compressed: ReadonlyMap<string, ChosenItem>;
}

export interface CompressContext {
  readonly bundles: readonly Bundle[];
  readonly rule: Policy["compress"];
  readonly context: RenderContext;
  /** Folded words of the question. */
  readonly question: ReadonlySet<string>;
  readonly language: string;
  readonly negators: ReadonlySet<string>;
  /** What denies, counts or makes an exception, in every language. */
  readonly stays: readonly StayWords[];
}

/** More are never worth the time: what is left over is small by then. */
const MOST_TRIED = 20;

/** The most valuable first. Declared counts say nothing about a shorter text, so under trust_tokens nothing is cut. */
export function compressMore(packed: Packed, input: CompressContext): Packing {
  const { rule } = input;
  const compressed = new Map<string, ChosenItem>();
  if (rule === null || input.context.policy.trustTokens) return { packed, compressed };
  const refused = new Map(packed.refused.map((one) => [one.id, one.reason]));
  const tried = input.bundles
    .filter(({ entry, members }) => {
      const reason = refused.get(entry.id);
      const [{ item }] = members as readonly [RenderedItem];
      return (
        (reason === "over_budget" || reason === "over_block_share") &&
        members.length === 1 &&
        !item.replaced &&
        rule.kinds.includes(item.kind)
      );
    })
    .sort((a, b) => b.entry.value - a.entry.value || (a.entry.id < b.entry.id ? -1 : 1));
  const shortening = { ...input, rule };
  let all = packed;
  for (const { entry, members, lineTokens } of tried.slice(0, MOST_TRIED)) {
    const [one] = members as readonly [RenderedItem];
    const { item, whole } = one;
    if (item.containedIn.some((id) => compressed.has(id)) || holdsWhatIsIn(entry.id, input.bundles, all)) continue;
    const shorter = shorten(one, roomFor(entry, all) - lineTokens, shortening);
    if (shorter === null) continue;
    all = packMore(all, [{ ...entry, tokens: shorter.tokens + lineTokens, short: null }]);
    if (all.taken.has(entry.id)) compressed.set(entry.id, { ...shorter, line: whole.line });
  }
  return { packed: all, compressed };
}

/** Whether a part of its text went in in its place: shortened, it would say that again. */
const holdsWhatIsIn = (id: string, bundles: readonly Bundle[], { taken }: Packed): boolean =>
  bundles.some(({ entry, members }) => taken.has(entry.id) && members.some(({ item }) => item.containedIn.includes(id)));

/** Tokens for the text itself, headings and messages that it would open set aside. */
function roomFor(entry: Entry, { input, used, open }: Packed): number {
  const opening = entry.opens.reduce(
    (sum, section) => sum + (open.has(section) ? 0 : (input.openings.get(section)?.tokens ?? 0)),
    0,
  );
  const left = input.limit - sumOf(used);
  const share = input.policy.shares === null || input.policy.borrow ? null : shareLimit(input.policy, entry.block, input.limit);
  const own = share === null ? left : Math.min(left, share - used[entry.block]);
  return own - opening - entry.overhead;
}

// An item is rendered for one question under one policy; where room is looked for, it is packed hundreds of times.
const known = new WeakMap<RenderedItem, (maxTokens: number) => ChosenItem | null>();

interface Shortening extends CompressContext {
  readonly rule: NonNullable<Policy["compress"]>;
}

function shorten(one: RenderedItem, maxTokens: number, input: Shortening): ChosenItem | null {
  if (maxTokens <= 0) return null;
  const shortener = known.get(one) ?? itemShortener(one.item, input);
  known.set(one, shortener);
  return shortener(maxTokens);
}

function itemShortener(item: RenderedItem["item"], input: Shortening): (maxTokens: number) => ChosenItem | null {
  const { counter, cites } = input.context;
  const form = { ...framingOf(item, input.context), cites };
  const render = (text: string): string => formText(item, text, form);
  const document = documentOf(item, form);
  const heads = document === null ? 0 : headTokens(document, counter.count);
  const { rule, language, question, negators, stays } = input;
  const count = (text: string): number => heads + counter.count(render(text));
  const shortened = shortenerOf({ text: item.text, language, count, question, negators, stays, minShare: rule.minShare });
  const original = { text: render(item.text), tokens: count(item.text) };
  return (maxTokens) => {
    const result = shortened(maxTokens);
    if (result === null) return null;
    return { item, text: render(result.text), tokens: result.tokens, reason: "compressed", original, document, line: null };
  };
}
