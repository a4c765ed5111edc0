/** Who sees that there was something a caller may not see. Pure. */
import type { Caller } from "../caller.ts";
import type { StoredManifest } from "../store/manifest-store.ts";

/** That there was something a caller may not see is itself a thing that only the audit may see. */
export const mayAudit = ({ permissions }: Caller): boolean => permissions.has("audit");

export function withoutDenied({ inputs, ...rest }: StoredManifest): StoredManifest {
  const { denied: _, sources, ...shown } = inputs;
  // The digest of a folder covers what a caller may not see; `retrieval` has that of the rest.
  const open = sources.map((source) => (source.status === "corpus" ? { ...source, hash: null } : source));
  return { ...rest, inputs: { ...shown, sources: open } };
}
