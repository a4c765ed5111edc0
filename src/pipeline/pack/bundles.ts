/** What competes as one: an item, or items that disagree and that the policy wants side by side. Pure; decision 16. */
import type { BlockName } from "../../policy/schema/policy-file.ts";
import { BLOCK_OF, BLOCK_OF_LINES, TIER_OF } from "../candidate.ts";
import type { ChosenItem } from "../chosen.ts";
import type { RenderedItem } from "../count/entries.ts";
import { entryId } from "../count/entry-id.ts";
import { type Disagreement, type LineContext, lineAbout } from "../disagreement/disagreement.ts";
import { representatives } from "../disagreement/representatives.ts";
import { sectionsOf } from "../place/place.ts";
import { type BlockTokens, shareLimit, sumOf as sumOfBlocks } from "./budget.ts";
import type { Form } from "./knapsack/packing.ts";
import type { Entry, Packed, Refusal } from "./state.ts";

/** Items that go in together or not at all, but for the short form. */
export interface Bundle {
  readonly entry: Entry;
  readonly members: readonly RenderedItem[];
  /** What goes in of the short form: the same by their abstracts, or fewer of those that disagree; null without one. */
  readonly short: readonly ChosenItem[] | null;
  /** Of the lines about what they disagree on, and of their lines in the list of sections. */
  readonly lineTokens: number;
}

export const idsOf = ({ members }: Bundle): readonly string[] => members.map(({ item }) => item.given.id);

/** What of it goes in. */
export const chosenOf = ({ members, short }: Bundle, form: Form): readonly ChosenItem[] =>
  form === "short" && short !== null ? short : members.map(({ whole }) => whole);

/** Those that the short form leaves out. */
export function restOf({ members, short }: Bundle): readonly RenderedItem[] {
  if (short === null || short.length === members.length) return [];
  const spoken = new Set(short.map(({ item }) => item.given.id));
  return members.filter(({ item }) => !spoken.has(item.given.id));
}

/** Why the rest is not in where the short form is: what the whole would have cost more, and what is left. Null where nothing is left out. */
export function restRefusal(bundle: Bundle, { input, used, taken }: Packed): Refusal | null {
  const { entry, members, short } = bundle;
  if (entry.short === null || short?.length === members.length || taken.get(entry.id) !== "short") return null;
  const { id, block } = entry;
  const tokens = entry.tokens + entry.overhead - entry.short.tokens - entry.short.overhead;
  const left = input.limit - sumOfBlocks(used);
  if (tokens > left) return { id, reason: "over_budget", tokens, left };
  const share = shareLimit(input.policy, block, input.limit) ?? input.limit;
  return { id, reason: "over_block_share", tokens, left: Math.max(0, share - used[block]) };
}

/**
 * A line about a disagreement stands where all of it does, so its tokens count with one thing of it that competes: with items here, else
 * with the first turn or secondary fact of it. By the id of that turn or fact.
 */
export function linesBesideItems(
  disagreements: readonly Disagreement[],
  items: ReadonlySet<string>,
  others: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const { ids, tokens } of disagreements) {
    if (ids.some((id) => items.has(id))) continue;
    const first = ids.find((id) => others.has(id));
    if (first !== undefined) lines.set(first, (lines.get(first) ?? 0) + tokens);
  }
  return lines;
}

export interface BundlesInput {
  readonly items: readonly RenderedItem[];
  readonly disagreements: readonly Disagreement[];
  /** Ids of what is in whatever is chosen. */
  readonly always: ReadonlySet<string>;
  /** Tokens that are left for all that competes. */
  readonly room: number;
  readonly line: LineContext;
}

/** Items that disagree and are to be surfaced go in together; a line about what disagrees counts with the first of it that competes. */
export function bundlesOf(input: BundlesInput): readonly Bundle[] {
  const { items, disagreements } = input;
  if (disagreements.length === 0) return items.map(bundleOfOne);
  const groupOf = groupsOf(input);
  const charged = new Map<RenderedItem[], Disagreement[]>();
  for (const one of disagreements) {
    const group = one.ids.map((id) => groupOf.get(id)).find((members) => members !== undefined);
    if (group === undefined) continue;
    const others = charged.get(group);
    if (others === undefined) charged.set(group, [one]);
    else others.push(one);
  }
  const groups = new Set(items.map((one) => groupOf.get(one.item.given.id) as RenderedItem[]));
  return [...groups].map((members) => bundleOf(members, charged.get(members) ?? [], input));
}

/** By id, everything that an item goes in with, itself included. */
function groupsOf({ items, disagreements }: BundlesInput): ReadonlyMap<string, RenderedItem[]> {
  const groupOf = new Map<string, RenderedItem[]>(items.map((one) => [one.item.given.id, [one]]));
  for (const { ids, together } of disagreements) {
    if (!together) continue;
    // Groups first: each of a thousand items may name the same group of a thousand.
    const groups = new Set(ids.flatMap((id) => (groupOf.has(id) ? [groupOf.get(id) as RenderedItem[]] : [])));
    if (groups.size < 2) continue;
    const members = [...groups].flat();
    for (const one of members) groupOf.set(one.item.given.id, members);
  }
  return groupOf;
}

/** Mostly all there is: an item that competes by itself, with its line in the list of sections. */
function bundleOfOne(one: RenderedItem): Bundle {
  const { item, whole, short, overhead } = one;
  const lineTokens = whole.line?.tokens ?? 0;
  const entry: Entry = {
    id: entryId(item.given.id),
    tells: [item.given.id],
    block: BLOCK_OF[item.kind],
    tier: TIER_OF[item.kind],
    tokens: whole.tokens + lineTokens,
    overhead,
    value: item.scoring.value,
    elsewhere: null,
    short: short === null ? null : { tokens: short.tokens + lineTokens, overhead, elsewhere: null },
    opens: sectionsOf(item),
  };
  return { entry, members: [one], short: short === null ? null : [short], lineTokens };
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

const leanest = ({ whole, short }: RenderedItem): ChosenItem => short ?? whole;
const listed = ({ whole }: RenderedItem): number => whole.line?.tokens ?? 0;

function bundleOf(members: readonly RenderedItem[], charged: readonly Disagreement[], input: BundlesInput): Bundle {
  const [only] = members;
  if (members.length === 1 && only !== undefined && charged.length === 0) return bundleOfOne(only);
  const lineTokens = sumOf(charged, ({ tokens }) => tokens) + sumOf(members, listed);
  const fewer = members.length === 1 ? members : representatives({ ...input, members, disagreements: charged });
  const shortens = fewer.length < members.length || members.some(({ short }) => short !== null);
  const shortLines = fewer.length < members.length ? linesAmong(fewer, members, charged, input.line) : lineTokens;
  const ordered = [...members].sort((a, b) => TIER_OF[a.item.kind] - TIER_OF[b.item.kind]);
  const [first] = ordered as [RenderedItem];
  const { kind } = first.item;
  const short = {
    tokens: sumOf(fewer, (one) => leanest(one).tokens) + shortLines,
    overhead: sumOf(fewer, ({ overhead }) => overhead),
    elsewhere: elsewhereOf(fewer.map(leanest), shortLines, BLOCK_OF[kind]),
  };
  const entry: Entry = {
    id: entryId(first.item.given.id),
    tells: ordered.map(({ item }) => item.given.id),
    block: BLOCK_OF[kind],
    tier: TIER_OF[kind],
    tokens: sumOf(members, ({ whole }) => whole.tokens) + lineTokens,
    overhead: sumOf(members, ({ overhead }) => overhead),
    elsewhere: elsewhereOf(
      members.map(({ whole }) => whole),
      lineTokens,
      BLOCK_OF[kind],
    ),
    value: members.reduce((most, { item }) => Math.max(most, item.scoring.value), 0),
    short: shortens ? short : null,
    opens: [...new Set(members.flatMap(({ item }) => sectionsOf(item)))],
  };
  return { entry, members, short: shortens ? fewer.map(leanest) : null, lineTokens };
}

function elsewhereOf(chosen: readonly ChosenItem[], lineTokens: number, own: BlockName): Entry["elsewhere"] {
  const tokens: Partial<BlockTokens> = lineTokens > 0 && own !== BLOCK_OF_LINES ? { [BLOCK_OF_LINES]: lineTokens } : {};
  for (const { item, tokens: part } of chosen) {
    const block = BLOCK_OF[item.kind];
    if (block !== own) tokens[block] = (tokens[block] ?? 0) + part;
  }
  return Object.keys(tokens).length === 0 ? null : tokens;
}

/** Tokens of the lines where the others of the bundle are left out; whatever else may be in is named. */
function linesAmong(
  fewer: readonly RenderedItem[],
  members: readonly RenderedItem[],
  charged: readonly Disagreement[],
  line: LineContext,
): number {
  const out = new Set(members.map(({ item }) => item.given.id));
  for (const { item } of fewer) out.delete(item.given.id);
  const tokensOf = ({ sides, topic }: Disagreement): number =>
    lineAbout({ sides: sides.filter(({ id }) => !out.has(id)), topic }, line)?.tokens ?? 0;
  return sumOf(charged, tokensOf) + sumOf(fewer, listed);
}
