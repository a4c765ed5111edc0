/** Whose abstract something else says as well, so that it would stand in the prompt twice. Pure. */
import { cleanText } from "../../policy/clean-value.ts";
import { knownTexts } from "../../text/compare/known-texts.ts";
import type { Item, TurnGroup } from "../candidate.ts";
import type { Compared } from "./compared.ts";
import { findDuplicates } from "./duplicates.ts";
import { saidText } from "./repeated-items.ts";

/**
 * The items, each with the ids of what says its abstract. Which of the two goes in is settled with the room. Two abstracts that say the
 * same compete as they are: neither is known to go in.
 */
export function withRepeatedAbstracts(items: readonly Item[], conversation: readonly TurnGroup[]): readonly Item[] {
  const abstracts = items.flatMap(abstractOf);
  if (abstracts.length === 0) return items;
  const said = conversation.flatMap((group) => group.turns).map(saidText);
  const { exact, contained } = findDuplicates([...items.map(wholeText), ...said, ...abstracts], null);
  if (contained.length === 0) return items;
  const holders = new Map(contained.map((one) => [one.id, one.in]));
  const own = new Set(abstracts.map(({ id }) => id));
  for (const { id, of } of exact) holders.set(id, holders.get(of) ?? []);
  return items.map((item): Item => {
    const { id } = item.given;
    const abstractIn = (holders.get(idOfAbstract(id)) ?? []).filter((other) => other !== id && !own.has(other));
    return abstractIn.length === 0 ? item : { ...item, abstractIn };
  });
}

/** Among the ids of candidates and turns, in none of which a blank stands first. */
const idOfAbstract = (id: string): string => ` ${id}`;

const UNRANKED = { pinned: false, underFloor: false, value: null, relevance: null, trust: 0 };

function abstractOf({ given, replaced }: Item): readonly Compared[] {
  if (given.abstract === null || given.pinned || replaced) return [];
  return [{ ...UNRANKED, id: idOfAbstract(given.id), known: knownTexts.find(cleanText(given.abstract)), fixed: false }];
}

const wholeText = ({ given, known }: Item): Compared => ({ ...UNRANKED, id: given.id, known, fixed: true });
