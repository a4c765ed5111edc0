/** Documents, sections and hits as they stand in the prompt, and their lines in the list of sections. Pure. */
import type { Item } from "../candidate.ts";
import { blockText, noteLine } from "./lines.ts";

/** A section stands under its heading, inside the mark of its number; everything else under its label. */
export function itemText({ kind, label, given: { found } }: Pick<Item, "kind" | "label" | "given">, text: string): string {
  if (found === null) return blockText(kind, label, text);
  return blockText(found.listed ? "section" : kind, label, found.heading === null ? text : `${found.heading}\n${text}`);
}

/** `- 4.2 Travel > Reimbursement deadlines`; null for what is not listed. */
export function listLine({ label, given: { found } }: Pick<Item, "label" | "given">): string | null {
  if (found === null || !found.listed) return null;
  return noteLine(found.heading === null ? label : `${label} ${found.heading}`);
}
