/** The conversation as groups that go in together or not at all. Pure; policy.md, Budget. */
import type { Withheld } from "../../routing/records.ts";
import type { Said, TurnGroup } from "../candidate.ts";
import type { Drop } from "../drop.ts";
import { dropTurn } from "../drops.ts";
import type { Outdated, ToolCall, Turn } from "../given.ts";
import { type ContentContext, hasContent, resultContent, spokenContent } from "./turn-content.ts";
import { cleanArguments, hidesInArguments } from "./written-arguments.ts";

export interface Conversation {
  /** Oldest first. */
  readonly groups: readonly TurnGroup[];
  readonly dropped: readonly Drop[];
  readonly withheld: readonly Withheld[];
}

export interface TurnContext extends ContentContext {
  /** Why the routing withholds the whole conversation, where it does. */
  readonly withheld: Omit<Withheld, "id"> | undefined;
  /** By id: turns that say what is outdated by the memory. Their group does not go in, whatever else it says. */
  readonly outdated: ReadonlyMap<string, Outdated>;
}

/** Worth of the newest turn, and what is left of it with each newer one. */
const NEWEST = 0.9;
const FADING = 0.8;

/**
 * A call and all its results are one group; a call without one of its results, a result without its call and a turn without
 * content are left out, because a provider refuses them. The policy's rules for tool results hold here too.
 */
export function conversationOf(turns: readonly Turn[], context: TurnContext): Conversation {
  const { withheld } = context;
  if (withheld !== undefined) return { groups: [], dropped: [], withheld: turns.map(({ id }) => ({ id, ...withheld })) };
  const groups: TurnGroup[] = [];
  const dropped: Drop[] = [];
  for (let at = 0; at < turns.length; ) {
    const first = turns[at] as Turn;
    const end = endOf(turns, at);
    const members = turns.slice(at, end);
    const outdated = members.flatMap(({ id }) => context.outdated.get(id) ?? [])[0];
    const fault = outdated ?? faultOf(members);
    if (fault === null) groups.push(groupOf(members, { at, first, count: turns.length, ...context }));
    else dropped.push(...members.map(({ id }) => dropTurn(id, fault)));
    at = end;
  }
  return { groups, dropped, withheld: [] };
}

/** The index behind the group that begins at `at`. */
function endOf(turns: readonly Turn[], at: number): number {
  if ((turns[at]?.toolCalls.length ?? 0) === 0) return at + 1;
  let end = at + 1;
  while (turns[end]?.role === "tool") end += 1;
  return end;
}

type Fault = "group_incomplete" | "invalid";

function faultOf(members: readonly Turn[]): Fault | null {
  const [first, ...results] = members as [Turn, ...Turn[]];
  if (first.role === "tool") return "group_incomplete";
  if (first.toolCalls.length === 0) return hasContent(first) ? null : "invalid";
  const calls = new Set(first.toolCalls.map((call) => call.id));
  const answered = new Set(results.map((turn) => turn.toolCallId));
  const paired = calls.size === first.toolCalls.length && answered.size === results.length && answered.size === calls.size;
  return paired && results.every((turn) => turn.toolCallId !== null && calls.has(turn.toolCallId)) ? null : "group_incomplete";
}

interface GroupContext extends TurnContext {
  readonly at: number;
  readonly first: Turn;
  readonly count: number;
}

function groupOf(members: readonly Turn[], { at, first, count, ...context }: GroupContext): TurnGroup {
  const nameOf = new Map(first.toolCalls.map((call) => [call.id, call.name]));
  const turns = members.map((turn, index) => {
    const value = turn.value ?? NEWEST * FADING ** (count - 1 - (at + index));
    return saidOf(turn, value, turn.toolCallId === null ? null : (nameOf.get(turn.toolCallId) ?? null), context);
  });
  return { turns, at, pinned: turns.some((turn) => turn.pinned), value: Math.max(...turns.map((turn) => turn.value)) };
}

function saidOf(turn: Turn, value: number, tool: string | null, context: ContentContext): Said {
  const { id, role, toolCalls, toolCallId, pinned, tokens } = turn;
  const content = role === "tool" ? resultContent(turn, tool, context) : spokenContent(turn, context);
  return {
    ...{ id, role, toolCalls: toolCalls.map(cleanCall), toolCallId, pinned, value, tool, declared: tokens },
    ...content,
    hidden: content.hidden || toolCalls.some(hidesCall),
  };
}

/** What a model wrote may be what a hostile page told it to write. */
const cleanCall = (call: ToolCall): ToolCall => ({ ...call, arguments: cleanArguments(call.arguments) });
const hidesCall = (call: ToolCall): boolean => hidesInArguments(call.arguments);
