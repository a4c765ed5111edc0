/** The words of a turn, its images apart. Pure. */
import type { TurnPart } from "../given.ts";
import type { SaidPart } from "../render/images.ts";

export const textOfParts = (content: readonly (TurnPart | SaidPart)[]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
