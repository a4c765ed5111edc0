/** How far an item is believed, in the policy's words. Pure. */
import type { Policy } from "../../policy/snapshot.ts";

/** The first of the policy's words whose least trust is not above this one; null where the policy has none that fits. */
export function trustWord({ prompt }: Pick<Policy, "prompt">, language: string, trust: number): string | null {
  return prompt.trustLabels.find(({ from }) => trust >= from)?.label(language) ?? null;
}
