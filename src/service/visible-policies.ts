/** Which policies a tenant may use and know of. Pure. */
import type { Policy, Snapshot } from "../policy/snapshot.ts";

/** In the order of their names. A policy of other tenants is as unknown as one that does not exist. */
export function visiblePolicies({ policies }: Snapshot, tenant: string): readonly Policy[] {
  return [...policies.values()]
    .filter(({ tenants }) => tenants.includes("*") || tenants.includes(tenant))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
