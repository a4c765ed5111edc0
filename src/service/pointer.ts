/** JSON Pointers (RFC 6901) for error replies. Pure. */

/** A key in an error reply is cut here: it came from outside. */
const LONGEST_KEY = 100;
const LONGEST = 1_000;

export type Path = readonly (string | number)[];

/** `["a/b", 3]` to `/a~1b/3`. A pointer too long to be read is cut and ends in an ellipsis. */
export function pointerTo(path: readonly PropertyKey[]): string {
  const pointer = path.map((step) => `/${escapeStep(String(step))}`).join("");
  return pointer.length <= LONGEST ? pointer : `${pointer.slice(0, LONGEST).toWellFormed()}…`;
}

function escapeStep(step: string): string {
  const cut = step.length <= LONGEST_KEY ? step : `${step.slice(0, LONGEST_KEY).toWellFormed()}…`;
  return cut.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
}
