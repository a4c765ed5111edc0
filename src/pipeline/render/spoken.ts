/** Parts as who says them, before any provider's form. Pure. */
import type { Said } from "../candidate.ts";
import type { Part } from "../parts.ts";

export interface Spoken {
  /** Policy text has the system role, fetched and sent text the user role, turns their own. */
  readonly role: "system" | Said["role"];
  /** Of each part; of a turn as it is counted. */
  readonly texts: readonly string[];
  /** Of each part: whether the prompt can be cached up to its end. */
  readonly marks: readonly boolean[];
  readonly said: Said | null;
  /** What the texts are of. */
  readonly parts: readonly Part[];
}

/** How many there are, without making them: asked for several times while room is given. */
export function spokenCount(parts: readonly Part[]): number {
  let count = 0;
  let last: string | null = null;
  for (const { message, text, said } of parts) {
    if (message === "tools" || (text === "" && said === null)) continue;
    if (said !== null || message !== last) count += 1;
    last = said === null ? message : null;
  }
  return count;
}

/** Neighbours of one message make one; a turn is always by itself. The tools are no message. */
export function spokenOf(parts: readonly Part[]): readonly Spoken[] {
  const all: Spoken[] = [];
  let last: { name: string; texts: string[]; marks: boolean[]; parts: Part[] } | null = null;
  for (const part of parts) {
    const { message, text, said, cacheMark = false } = part;
    if (message === "tools" || (text === "" && said === null)) continue;
    if (said !== null) {
      all.push({ role: said.role, texts: [text], marks: [cacheMark], said, parts: [part] });
      last = null;
    } else if (last !== null && message === last.name) {
      last.texts.push(text);
      last.marks.push(cacheMark);
      last.parts.push(part);
    } else {
      last = { name: message, texts: [text], marks: [cacheMark], parts: [part] };
      const { texts, marks, parts: own } = last;
      all.push({ role: message === "system" ? "system" : "user", texts, marks, said, parts: own });
    }
  }
  return all;
}
