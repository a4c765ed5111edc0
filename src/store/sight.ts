/** Who may see which record, and until when. Pure. */
import type { Caller } from "../caller.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { type Cutoffs, cutoffsOf, type Retention } from "./retention.ts";

/** Who may see a record: everybody of the tenant (null), or only the person of this hash. */
export interface Viewer {
  readonly tenant: string;
  readonly onlyOf: string | null;
}

/** Whom the caller's reads are narrowed to; the hash of nobody for credentials of no person. */
export function viewerOf({ hash }: { readonly hash: KeyedHash }, { tenant, subject, permissions }: Caller): Viewer {
  if (permissions.has("any_subject")) return { tenant, onlyOf: null };
  return { tenant, onlyOf: subject === null ? "" : hash.subject(tenant, subject).toString("hex") };
}

/** A manifest about somebody else is as unknown as one that does not exist. */
export const maySee = ({ onlyOf }: Viewer, about: Buffer): boolean => onlyOf === null || about.toString("hex") === onlyOf;

export interface Clocked {
  readonly retention: Retention;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const cutoffsNow = ({ retention, now }: Clocked): Cutoffs => cutoffsOf(retention, now());
