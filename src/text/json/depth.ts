/** How deep the containers of a JSON text stand. Pure. */
import { endOfString } from "./string-end.ts";

/** Containers inside one another, the outermost included: the most that an answer of a service, or a sample of one, may have. */
export const MAX_DEPTH = 32;

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Whether containers stand more than `MAX_DEPTH` deep. Read off the text, because parsing a megabyte of brackets
 * holds the process for a second.
 */
export function isDeep(raw: string): boolean {
  let depth = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const code = raw.charCodeAt(index);
    if (code === QUOTE) index = endOfString(raw, index);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth += 1;
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
