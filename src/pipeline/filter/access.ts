/** Who may see a candidate: the first filter, before anything is counted, compared or scored. Pure; product.md, promise 6. */
import type { Access } from "../../policy/schema/document-source.ts";
import type { Given } from "../given.ts";

/** The verified caller, and the person and plan the question is about. */
export interface Viewer {
  readonly subject: string;
  readonly groups: readonly string[];
  readonly plan: string | null;
}

/** Without an allow-list a candidate of the request is the caller's own; with one, an entry of it must fit. */
export function maySee({ acl }: Pick<Given, "acl">, { subject, groups, plan }: Viewer): boolean {
  if (acl === null) return true;
  return (
    acl.subjects.includes(subject) ||
    acl.groups.some((group) => groups.includes(group)) ||
    (plan !== null && acl.plans.includes(plan))
  );
}

/** A document or hit that names nobody is everybody's of the tenant, or nobody's, as its source says. */
export const maySeeDocument = (document: Pick<Given, "acl">, access: Access, viewer: Viewer): boolean =>
  document.acl === null ? access === "tenant" : maySee(document, viewer);
