/** The verified identity that every fetch, cache and store function requires. Pure. */

export const PERMISSIONS = ["assemble", "any_subject", "explain", "reveal", "audit", "memory", "erase", "admin"] as const;
export type Permission = (typeof PERMISSIONS)[number];

declare const verified: unique symbol;

/** Who asks, and about whom. Only `verifiedCaller` makes one; nothing widens it afterwards. */
export interface Caller {
  readonly [verified]: true;
  readonly tenant: string;
  /** The person the call is about, after the permission to ask about them was checked. */
  readonly subject: string;
  readonly groups: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
}

export interface Identity {
  readonly tenant: string;
  readonly groups: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
}

/** Binds a verified identity to one subject. Called by the service once it may ask about that subject, by `winnow test`, and by tests. */
export function verifiedCaller(identity: Identity, subject: string): Caller {
  const { tenant, groups, permissions } = identity;
  return { tenant, subject, groups, permissions } as Caller;
}
