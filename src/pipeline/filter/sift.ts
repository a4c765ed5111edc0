/** What the filters share: what they are given, and what each gives. Pure. */
import type { Policy } from "../../policy/snapshot.ts";
import type { Choice } from "../../routing/choose.ts";
import type { Item, TurnGroup } from "../candidate.ts";
import type { Drop } from "../drop.ts";
import type { Given, Moment, Outdated } from "../given.ts";
import type { ScoreContext } from "../score.ts";
import type { Viewer } from "./access.ts";
import type { Dated } from "./current.ts";

export interface ItemFilterInput {
  readonly policy: Pick<Policy, "filters" | "weights" | "toolRules">;
  readonly candidates: readonly Given[];
  /** Documents beside the candidates that may replace some of them. */
  readonly witnesses: readonly Dated[];
  /** By id: candidates that are outdated by the memory. They are no version of anything. */
  readonly outdated: ReadonlyMap<string, Outdated>;
  readonly conversation: readonly TurnGroup[];
  readonly viewer: Viewer;
  readonly person: ScoreContext["person"];
  readonly zone: string;
  readonly atMs: number;
  readonly asOf: Moment | null;
  /** Kinds that the routing withholds. */
  readonly withheldKinds: Choice["withheldKinds"];
}

/** One filter: what goes on, and the rest with its reason. */
export type Filter = (items: readonly Item[], input: ItemFilterInput) => Sifted;

export interface Sifted {
  readonly items: readonly Item[];
  readonly dropped: readonly Drop[];
}

/** Keeps what `test` says nothing against; the very list where that is all of it. */
export function split(items: readonly Item[], test: (item: Item) => Drop | null): Sifted {
  let kept: Item[] | null = null;
  const dropped: Drop[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as Item;
    const drop = test(item);
    if (drop === null) kept?.push(item);
    else {
      kept ??= items.slice(0, at);
      dropped.push(drop);
    }
  }
  return { items: kept ?? items, dropped };
}
