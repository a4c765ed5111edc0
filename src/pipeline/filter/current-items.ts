/** Superseded, expired and not yet effective items go, before anything is compared. Pure; product.md, promise 7. */
import type { Item } from "../candidate.ts";
import { dropOutdated } from "../drops.ts";
import { type CurrencyFault, faultsOf } from "./current.ts";
import { type Filter, split } from "./sift.ts";

/** What is not current at an instant, and why. */
export const faultsAt = (items: readonly Item[], asOf: number): ReadonlyMap<string, CurrencyFault> =>
  faultsOf(
    items.map(({ dated }) => dated),
    asOf,
  );

/** Superseded, expired or not yet in force at `as_of`; a failed tool result replaces nothing. */
export const current: Filter = (items) => split(items, (item) => (item.fault === null ? null : dropOutdated(item, item.fault)));
