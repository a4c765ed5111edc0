/** The finding about what is pinned and was said as well: it stands in the prompt twice. Pure but for the memo of texts. */
import { fingerprintOf } from "../../text/compare/fingerprint.ts";
import { knownTexts } from "../../text/compare/known-texts.ts";
import { textOfParts } from "../conversation/turn-text.ts";
import { byId } from "../duplicates/compared.ts";
import { listed, type Teller } from "./teller.ts";

/** A pin must go in, and a turn is never left out for being said again: only who sends both can tell which of them is meant. */
export const pinnedAndSaid: Teller = ({ assembly, included }) => {
  const pinned = assembly.rendered.base.items.filter(({ item }) => !item.replaced);
  if (pinned.length === 0) return [];
  const sent = new Set(included.map(({ id }) => id));
  const said = new Map<string, string>();
  for (const { id, content } of assembly.turns.flatMap(({ group }) => group.turns)) {
    const { normal } = fingerprintOf(knownTexts.find(textOfParts(content)));
    if (sent.has(id) && normal !== "" && !said.has(normal)) said.set(normal, id);
  }
  const twice = pinned
    .flatMap(({ item, tokens }) => {
      const turn = said.get(fingerprintOf(item.known).normal);
      return turn === undefined ? [] : [{ id: item.given.id, turn, tokens }];
    })
    .sort(byId);
  if (twice.length === 0) return [];
  const told = listed(twice.map(({ id, turn, tokens }) => `${id} (${tokens} tokens; ${turn} says the same)`));
  const message = `Pinned, and said in a turn as well, so the prompt has it twice: ${told}; take the pin away, or pin the turn instead.`;
  return [{ code: "pinned_said_twice", message, items: twice.map(({ id }) => id) }];
};
