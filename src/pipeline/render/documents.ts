/** Documents, sections and hits as they stand in the prompt, and their lines in the list of sections. Pure. */
import type { Item } from "../candidate.ts";
import { blockText, type Frame, noteLine } from "./lines.ts";

/** What a policy and a tenant add to every text. */
export type Framing = Pick<Frame, "trust" | "marker">;

/** A section stands under its heading, inside the mark of its number; everything else under its label. */
export function itemText(
  { kind, label, given: { found } }: Pick<Item, "kind" | "label" | "given">,
  text: string,
  framing: Framing,
): string {
  if (found === null) return blockText(text, { kind, label, ...framing });
  const own = found.heading === null ? text : `${found.heading}\n${text}`;
  return blockText(own, { kind: found.listed ? "section" : kind, label, ...framing });
}

/** `- 4.2 Travel > Reimbursement deadlines`; null for what is not listed. */
export function listLine({ label, given: { found } }: Pick<Item, "label" | "given">): string | null {
  if (found === null || !found.listed) return null;
  return noteLine(found.heading === null ? label : `${label} ${found.heading}`);
}
