/** Superseded, expired and not yet effective items go, before anything is compared. Pure; product.md, promise 7. */
import type { Item, ItemFault } from "./candidate.ts";
import { type CurrencyFault, faultsOf } from "./current.ts";
import { outdatedDetail } from "./given.ts";
import type { Dropped } from "./records.ts";
import { dropOf, type Filter, split } from "./sift.ts";

/** What is not current at an instant, and why. */
export const faultsAt = (items: readonly Item[], asOf: number): ReadonlyMap<string, CurrencyFault> =>
  faultsOf(
    items.map(({ dated }) => dated),
    asOf,
  );

/** Superseded, expired or not yet in force at `as_of`; a failed tool result replaces nothing. */
export const current: Filter = (items) =>
  split(items, ({ given, scoring, fault }) =>
    fault === null ? null : dropOf(given, scoring.score, fault.reason, faultDetail(fault)),
  );

const faultDetail = (fault: ItemFault): Dropped["detail"] =>
  "rule" in fault
    ? outdatedDetail(fault)
    : fault.reason === "superseded"
      ? { by: fault.by }
      : { at: new Date(fault.at).toISOString() };
