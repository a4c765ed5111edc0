/** What of a turn's content goes on: its words cleaned, a tool's result by the policy's rules, images as the format takes them. Pure. */
import { cleanText, hidesText, isBlank } from "../../policy/clean-value.ts";
import type { ToolRule } from "../../policy/rules/selection.ts";
import type { Said } from "../candidate.ts";
import type { Turn, TurnPart } from "../given.ts";
import { imagePart, type SaidPart, type TakenImages } from "../render/images.ts";
import { toolText } from "./tool-result.ts";
import { textOfParts } from "./turn-text.ts";

export interface ContentContext {
  readonly tools: ReadonlyMap<string, ToolRule>;
  readonly zone: string;
  /** Of the format. */
  readonly images: TakenImages;
}

export type SaidContent = Pick<Said, "content" | "replaced" | "whole" | "hidden">;

/** Whether anything of it is visible. */
export const hasContent = ({ content }: Turn): boolean => content.some(isVisible);

const isVisible = (part: TurnPart): boolean => part.type === "image" || !isBlank(cleanText(part.text));

/** Of a turn that no tool wrote. */
export function spokenContent(turn: Turn, { images }: ContentContext): SaidContent {
  const hidden = turn.content.some((part) => part.type === "text" && hidesText(part.text));
  return { content: partsOf(turn, images), replaced: false, whole: false, hidden };
}

/** A tool that gave an image has not failed. Where the policy names what to keep of a result, an image is nothing that it names. */
export function resultContent(turn: Turn, tool: string | null, { tools, zone, images }: ContentContext): SaidContent {
  const text = textOfParts(turn.content);
  const { text: kept, ...result } = toolText({ tool, text, status: "ok", zone }, tools);
  const pictures = turn.content.filter((part) => part.type === "image");
  const own: SaidPart = { type: "text", text: kept };
  if (pictures.length === 0) return { content: [own], ...result };
  const isKept = tool === null || tools.get(tool)?.keep == null;
  const says = isKept ? !result.replaced : !isBlank(cleanText(text));
  const lost = pictures.map((): SaidPart => ({ type: "lost", why: "not_kept" }));
  if (!says) return { content: isKept ? partsOf({ ...turn, content: pictures }, images) : lost, ...NOTHING_SAID };
  return { content: isKept ? partsOf(turn, images) : [own, ...lost], ...result };
}

const NOTHING_SAID = { replaced: false, whole: false, hidden: false };

const partsOf = ({ role, content }: Turn, images: TakenImages): readonly SaidPart[] =>
  content
    .filter(isVisible)
    .map((part) => (part.type === "image" ? imagePart(part.url, role, images) : { type: "text", text: cleanText(part.text) }));
