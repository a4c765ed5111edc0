/** Images that a provider refuses for the length of a side become words. Pure. */
import type { Format } from "../../policy/schema/policy-file.ts";
import { IMAGE_SIDES, sidesFit } from "../../tokens/image-sides.ts";
import { imagesIn, type SaidPart } from "../render/images.ts";
import type { Conversation } from "./turns.ts";

/**
 * The conversation with what can be sent. Decided once, before anything is chosen: by the images of all its turns, so that a turn costs the
 * same and says the same whichever others go in. What stands behind an address nobody can know.
 */
export function withinSides(conversation: Conversation, format: Format): Conversation {
  const sides = IMAGE_SIDES[format];
  if (sides === null) return conversation;
  const contents = conversation.groups.flatMap(({ turns }) => turns.map(({ content }) => content));
  const count = contents.reduce((sum, content) => sum + imagesIn(content).length, 0);
  if (count === 0) return conversation;
  const sendable = (part: SaidPart): SaidPart => {
    if (part.type !== "image" || part.image.kind === "address") return part;
    return sidesFit(sides, part.image.size, count) ? part : { type: "lost", why: "too_large" };
  };
  const groups = conversation.groups.map((group) => {
    return { ...group, turns: group.turns.map((said) => ({ ...said, content: said.content.map(sendable) })) };
  });
  return { ...conversation, groups };
}
