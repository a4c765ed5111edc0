/** Which policies a tenant may use and know of. Pure. */
import type { Policy, Snapshot } from "../policy/snapshot.ts";

/** In the order of their names. A policy of other tenants is as unknown as one that does not exist. */
export function visiblePolicies({ policies }: Snapshot, tenant: string): readonly Policy[] {
  return [...policies.values()].filter((policy) => isVisible(policy, tenant)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const isVisible = ({ tenants }: Pick<Policy, "tenants">, tenant: string): boolean =>
  tenants.includes("*") || tenants.includes(tenant);
