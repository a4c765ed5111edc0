/** The decisions of everything that was selected or not, in a stable order, with the numbers of each. Pure. */
import type { Policy } from "../../policy/snapshot.ts";
import type { Item } from "../candidate.ts";
import { type EntryId, entryId, turnsEntryId } from "../count/entry-id.ts";
import type { Drop } from "../drop.ts";
import { dropContained, dropNear, dropRefused } from "../drops.ts";
import { type Bundle, restOf, restRefusal } from "../pack/bundles.ts";
import type { Packed, Refusal } from "../pack/state.ts";
import type { Part } from "../parts.ts";
import { type Included, KINDS } from "../records/core.ts";
import type { ScoreRecord } from "../records/selection.ts";
import { rounded } from "../rounded.ts";
import { SIGNALS, signalOf } from "../score.ts";
import type { Selected } from "../select.ts";

/** Every part that is an item or one of the policy's own, in the order of the prompt. */
export function includedOf({ parts, disagreements, citations }: Selected, keyed: (text: string) => string): readonly Included[] {
  const surfaced = new Set(disagreements.flatMap(({ ids }) => ids));
  return parts.filter(isListed).map((part, at) => {
    const citation = citations.get(part);
    const included = { ...includedPart(part, at + 1, surfaced.has(part.id)), ...(citation !== undefined && { citation }) };
    const { original } = part;
    if (original === null) return included;
    return { ...included, shortened: { tokens: original.tokens, hash: keyed(original.text), sent_hash: keyed(part.text) } };
  });
}

const isListed = (part: Part): part is Part & { readonly kind: Included["kind"] } =>
  (KINDS as readonly string[]).includes(part.kind);

function includedPart(part: Part & { readonly kind: Included["kind"] }, position: number, surfaced: boolean): Included {
  const { fact, item, said } = part;
  const ofTurn = said?.hidden === true ? (["hidden_removed"] as const) : [];
  const notes = [...(fact?.notes ?? []), ...(item?.notes ?? []), ...ofTurn];
  return {
    id: part.id,
    kind: part.kind,
    reason: part.reason,
    role: fact?.role ?? null,
    label: fact?.label ?? item?.label ?? null,
    source: fact?.piece.source ?? item?.given.found?.source ?? null,
    block: part.block,
    tier: part.tier,
    tokens: part.tokens,
    score: item === null ? null : rounded(item.scoring.score, 2),
    position,
    notes: surfaced ? [...notes, "surfaced"] : notes,
    merged: item?.copies.map(({ given }) => given.id) ?? [],
  };
}

/** Pieces in the order of the table, turns as sent, then candidates by stage and id. */
export function droppedOf(selected: Selected): readonly Drop[] {
  const { filtered, conversation, items, retrieved, resolved, packed } = selected;
  const refused = new Map(packed.refused.map((one) => [one.id, one]));
  const facts = packed.input.secondary.flatMap((fact): readonly Drop[] => {
    const refusal = refused.get(entryId(fact.piece.id));
    return refusal === undefined ? [] : [dropRefused({ id: fact.piece.id, kind: "fact", role: fact.role }, refusal)];
  });
  const factConflicts = resolved.dropped.filter((one) => one.kind === "fact");
  const candidates = [
    ...items.dropped,
    ...retrieved.flatMap((one) => one.dropped),
    ...resolved.dropped.filter((one) => one.kind !== "fact"),
    ...refusedItems(selected, refused),
  ];
  const order = (one: Drop): number => STAGE_ORDER[one.stage];
  return [
    ...filtered.dropped,
    ...factConflicts,
    ...facts,
    ...conversation.dropped,
    ...refusedTurns(selected, refused),
    ...candidates.sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1)),
  ];
}

const STAGE_ORDER = { filter: 0, conflict: 1, pack: 2 } as const;

function refusedTurns({ turns }: Selected, refused: ReadonlyMap<EntryId, Refusal>): readonly Drop[] {
  return turns.flatMap(({ group }) => {
    const refusal = refused.get(turnsEntryId(group));
    return refusal === undefined ? [] : group.turns.map(({ id }) => dropRefused({ id, kind: "turn" }, refusal));
  });
}

function refusedItems({ bundles, packed, parts }: Selected, refused: ReadonlyMap<EntryId, Refusal>): readonly Drop[] {
  const present = new Set(parts.filter(({ reason }) => reason !== "abstract" && reason !== "compressed").map(({ id }) => id));
  return bundles.flatMap((bundle): readonly Drop[] => {
    const { entry, members } = bundle;
    if (packed.taken.has(entry.id)) return leftOut(bundle, packed);
    const refusal = refused.get(entry.id);
    return members.map(({ item }) => {
      if (refusal !== undefined) return refusedItem(item, refusal);
      if (item.near !== null) return dropNear(item, item.near);
      return dropContained(item, item.containedIn.find((id) => present.has(id)) ?? null);
    });
  });
}

/** Of what disagrees and did not all fit: those that nobody took to speak for a side. */
function leftOut(bundle: Bundle, packed: Packed): readonly Drop[] {
  const refusal = restRefusal(bundle, packed);
  if (refusal === null) return [];
  return restOf(bundle).map(({ item }) => refusedItem(item, refusal));
}

const refusedItem = ({ given, kind, scoring }: Item, refusal: Refusal): Drop =>
  dropRefused({ id: given.id, kind, score: rounded(scoring.score, 2) }, refusal);

/** Everything that was scored, by id, with the score it ended with: conflicts change some. */
export const latestItems = ({ items, resolved }: Pick<Selected, "items" | "resolved">): ReadonlyMap<string, Item> =>
  new Map([...items.scored, ...resolved.scored].map((item) => [item.given.id, item]));

/** Of everything that was scored, by id. */
export function scoringOf({ items, resolved }: Selected, { weights }: Pick<Policy, "weights">): readonly ScoreRecord[] {
  return [...latestItems({ items, resolved }).values()]
    .map(({ given, scoring }) => ({
      id: given.id,
      score: scoring.score,
      value: scoring.value,
      value_from: scoring.value_from,
      signals: Object.fromEntries(
        SIGNALS.map((name) => [
          name,
          { value: signalOf(scoring.signals, name), weight: weights[name], defaulted: scoring.signals[name] === null },
        ]),
      ) as ScoreRecord["signals"],
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
