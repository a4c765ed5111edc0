/**
 * Which of a request's candidates go on, and why the others do not: the filters in their one order. Pure; policy.md, Filters.
 *
 * access → validity → current → exact duplicates → contained and near duplicates → stale → low relevance
 */
import type { KindName } from "../../policy/schema/kind-names.ts";
import type { Withheld } from "../../routing/records.ts";
import type { Item } from "../candidate.ts";
import type { Drop } from "../drop.ts";
import { withRepeatedAbstracts } from "../duplicates/repeated-abstracts.ts";
import { duplicates } from "../duplicates/repeated-items.ts";
import type { Given } from "../given.ts";
import { maySee } from "./access.ts";
import { current } from "./current-items.ts";
import { lowRelevance, stale } from "./floors.ts";
import type { Filter, ItemFilterInput } from "./sift.ts";
import { validItems } from "./valid-items.ts";

export interface FilteredItems {
  /** Some stand in something else among them, or their abstracts do: see `Item.containedIn` and `Item.abstractIn`. */
  readonly items: readonly Item[];
  readonly dropped: readonly Drop[];
  readonly withheld: readonly Withheld[];
  /** Ids that the viewer may not see, sorted; for the audit alone. */
  readonly denied: readonly string[];
  /** Scored as well, for the record. */
  readonly scored: readonly Item[];
}

/** Behind access and validity, which make the items. */
const FILTERS: readonly Filter[] = [current, duplicates, stale, lowRelevance];

/** Every candidate that may be seen ends in `items` or in `dropped`; nothing of the others leaves but their ids. */
export function filterItems(input: ItemFilterInput): FilteredItems {
  if (input.candidates.length === 0) return NONE;
  const seen: Given[] = [];
  const denied: string[] = [];
  for (const given of input.candidates) {
    if (maySee(given, input.viewer)) seen.push(given);
    else denied.push(given.id);
  }
  const { wanted, withheld } = routed(seen, input);
  const valid = validItems(wanted, input);
  const dropped: Drop[] = [...valid.dropped];
  let items = valid.items;
  for (const filter of FILTERS) {
    const sifted = filter(items, input);
    items = sifted.items;
    dropped.push(...sifted.dropped);
  }
  return {
    items: withRepeatedAbstracts(items, input.conversation),
    dropped,
    withheld,
    denied: denied.sort(),
    scored: valid.items,
  };
}

const KIND_NAME_OF: Partial<Record<Given["kind"], KindName>> = { memory: "memory", tool_result: "tool_results" };

/** What every intent in play excludes as a whole kind is withheld. */
function routed(
  seen: readonly Given[],
  { withheldKinds }: ItemFilterInput,
): { readonly wanted: readonly Given[]; readonly withheld: readonly Withheld[] } {
  if (withheldKinds.size === 0) return { wanted: seen, withheld: [] };
  const reasonOf = ({ kind }: Given) => {
    const name = KIND_NAME_OF[kind];
    return name === undefined ? undefined : withheldKinds.get(name);
  };
  return {
    wanted: seen.filter((given) => reasonOf(given) === undefined),
    withheld: seen
      .flatMap((given): readonly Withheld[] => {
        const reason = reasonOf(given);
        return reason === undefined ? [] : [{ id: given.id, ...reason }];
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

const NONE: FilteredItems = { items: [], dropped: [], withheld: [], denied: [], scored: [] };
