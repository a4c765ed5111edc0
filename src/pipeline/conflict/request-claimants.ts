/** Everything in a request that claims something: items, facts, turns, the question. Pure. */
import { QUESTION_ID } from "../../policy/fixed-parts.ts";
import type { Claim } from "../../text/values/claims.ts";
import type { Topics } from "../../text/values/topics.ts";
import { valueKey } from "../../text/values/value.ts";
import type { Fact, Item } from "../candidate.ts";
import { textOfParts } from "../conversation/turn-text.ts";
import type { Conversation } from "../conversation/turns.ts";
import { momentMs } from "../filter/moments.ts";
import type { AssemblyRequest } from "../request.ts";
import { signalOf } from "../score.ts";
import { type Claimant, claimsOf } from "./claimant.ts";

export interface ClaimantsInput {
  readonly request: AssemblyRequest;
  readonly items: readonly Item[];
  readonly facts: readonly Fact[];
  readonly conversation: Conversation;
  readonly zone: string;
}

/**
 * An item that claims nothing but what another claims which holds its text, and that is no newer, more trusted or more of a tool: it goes
 * where that goes, and no conflict names it.
 */
export interface Repeating {
  readonly id: string;
  /** Names of those it claims something about. */
  readonly topics: readonly string[];
  readonly containedIn: readonly string[];
}

export interface Claimants {
  readonly claimants: readonly Claimant[];
  readonly repeating: readonly Repeating[];
}

export const NOBODY: Claimants = { claimants: [], repeating: [] };

/** Everything that states something. The line of a failed tool states nothing. */
export function claimantsOf(input: ClaimantsInput): Claimants {
  const { items, request, zone } = input;
  const stating = items.filter(({ replaced }) => !replaced);
  const own = new Map(stating.map((item) => [item.given.id, itemClaimant(item, zone)]));
  const repeating = repeatingOf(stating, own, request.policy.topics);
  for (const { id } of repeating) own.delete(id);
  return { claimants: [...own.values(), ...factClaimants(input), ...saidClaimants(input)], repeating };
}

function repeatingOf(items: readonly Item[], own: ReadonlyMap<string, Claimant>, topics: Topics): readonly Repeating[] {
  const known = new Map<string, readonly Claim[]>();
  const claimed = (id: string): readonly Claim[] => {
    const one = own.get(id);
    const claims = known.get(id) ?? (one === undefined ? [] : claimsOf(one, topics));
    known.set(id, claims);
    return claims;
  };
  return items.flatMap(({ given: { id, pinned }, containedIn }) => {
    const claims = pinned || containedIn.length === 0 ? [] : claimed(id);
    if (claims.length === 0) return [];
    const part = own.get(id) as Claimant;
    const isHeldBy = (holder: string): boolean => {
      const whole = own.get(holder);
      return (
        whole !== undefined &&
        addsNothing(part, whole) &&
        claims.every((claim) => claimed(holder).some((one) => covers(one, claim)))
      );
    };
    return containedIn.some(isHeldBy)
      ? [{ id, topics: claims.map(({ topic }) => topics.all[topic]?.name ?? ""), containedIn }]
      : [];
  });
}

/** A part of a text may have lost the words that say what its value is of. */
const covers = (whole: Claim, part: Claim): boolean =>
  whole.topic === part.topic &&
  valueKey(whole.value) === valueKey(part.value) &&
  (part.qualifier === null || part.qualifier === whole.qualifier);

const FOR_ALL: Claimant["meantFor"] = new Map();

const factClaimants = ({ facts, request: { policy } }: ClaimantsInput): readonly Claimant[] =>
  facts.map(({ piece, line, label, role }) => {
    const trust = policy.sources.get(piece.source)?.trust ?? 0;
    return {
      id: piece.id,
      text: line,
      label,
      claims: null,
      about: null,
      side: "profile",
      trust,
      recency: null,
      fixed: role === "primary",
      meantFor: FOR_ALL,
    };
  });

/** Turns of the person and of tools, in their order, and the question behind them. */
function saidClaimants({ conversation, request }: ClaimantsInput): readonly Claimant[] {
  const said = (id: string, text: string, side: Claimant["side"], at: number): Claimant => {
    // When a turn was said is not known; its place tells which wish is the last, and to that the earlier ones give way.
    const isWish = side === "request";
    return {
      id,
      text,
      label: null,
      claims: null,
      about: null,
      side,
      trust: 1,
      recency: isWish ? at : null,
      fixed: !isWish || id === QUESTION_ID,
      meantFor: FOR_ALL,
    };
  };
  return [
    ...conversation.groups.flatMap(({ turns, at }) =>
      turns
        .filter(({ role }) => role !== "assistant")
        .map(({ id, role, content }) => {
          const text = textOfParts(content);
          return said(id, text, role === "tool" ? "tool" : "request", at);
        }),
    ),
    said(QUESTION_ID, request.question, "request", Number.MAX_SAFE_INTEGER),
  ];
}

const SIDE_OF = { memory: "profile", tool_result: "tool", document: "text", example: "text", hint: "text" } as const;

function itemClaimant(item: Item, zone: string): Claimant {
  const { given, text, label, copies } = item;
  const own: Claimant = {
    id: given.id,
    text,
    label: given.found?.heading ?? label,
    claims: given.claims,
    about: given.topic,
    ...evidenceOf(item, zone),
    fixed: given.pinned,
    meantFor: given.appliesTo,
  };
  return copies.length === 0 ? own : copies.reduce((claimant, copy) => vouchedFor(claimant, copy, zone), own);
}

type Evidence = Pick<Claimant, "side" | "trust" | "recency">;

const evidenceOf = ({ given, kind, scoring }: Item, zone: string): Evidence => ({
  side: SIDE_OF[kind],
  trust: signalOf(scoring.signals, "trust"),
  recency: momentMs(given.effectiveFrom ?? given.publishedAt, zone),
});

/** The text is as new, as trusted and as much a tool's as the best of its copies; what is claimed in one of them is claimed of the text. */
function vouchedFor(claimant: Claimant, copy: Item, zone: string): Claimant {
  const { side, trust, recency } = evidenceOf(copy, zone);
  return {
    ...claimant,
    claims: copy.given.claims === null ? claimant.claims : { ...copy.given.claims, ...claimant.claims },
    about: claimant.about ?? copy.given.topic,
    side: SIDE_ORDER.indexOf(side) < SIDE_ORDER.indexOf(claimant.side) ? side : claimant.side,
    trust: Math.max(trust, claimant.trust),
    recency: laterOf(recency, claimant.recency),
  };
}

const SIDE_ORDER: readonly Claimant["side"][] = ["tool", "profile", "text"];

const laterOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.max(a, b));

/** Whether it vouches for nothing that its holder is not as good for. */
const addsNothing = (part: Evidence, holder: Evidence): boolean =>
  part.trust <= holder.trust &&
  laterOf(part.recency, holder.recency) === holder.recency &&
  (part.side === holder.side || part.side === "text");
