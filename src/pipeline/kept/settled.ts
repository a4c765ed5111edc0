/** A mark for what will be met again and never changes: whoever makes something of it, such as its JSON, may keep that beside it. Pure. */
import { deepFreeze } from "../../policy/deep-freeze.ts";

declare const settled: unique symbol;

/** Frozen all the way down, and the same object each time. Only `settle` makes one. */
export type Settled<T> = T & { readonly [settled]: true };

/** Freezes the value itself and gives it back marked. */
export const settle = <T extends object>(value: T): Settled<T> => deepFreeze(value) as Settled<T>;
