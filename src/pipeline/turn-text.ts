/** The words of a turn, its images apart. Pure. */
import type { TurnPart } from "./given.ts";

export const textOfParts = (content: readonly TurnPart[]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
