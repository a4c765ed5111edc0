/** The finding about images of the conversation that the model does not see. Pure. */
import { listed, type Teller } from "./teller.ts";

/** Of turns that went in; of the others all is lost, and their decision says why. */
export const imageNotSent: Teller = ({ assembly, included }) => {
  const sent = new Set(included.map(({ id }) => id));
  const lost = assembly.turns
    .flatMap(({ group }) => group.turns)
    .filter(({ id }) => sent.has(id))
    .map(({ id, content }) => ({ id, why: new Set(content.flatMap((part) => (part.type === "lost" ? [part.why] : []))) }))
    .filter(({ why }) => why.size > 0);
  if (lost.length === 0) return [];
  const told = lost.map(({ id, why }) => `${id} (${listed([...why])})`);
  const message = `Images that the format ${assembly.request.format} cannot send were left out, and the prompt says so at their place: ${listed(told)}.`;
  return [{ code: "image_not_sent", message, items: lost.map(({ id }) => id) }];
};
