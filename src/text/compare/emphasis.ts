/** Takes emphasis and code marks away from around words: **a**, _a_, `a`. Pure; linear in the length of the text. */

const MAY_HOLD = /[*_`]/;
const RUN = /\*{1,3}|_{1,3}|`{1,3}|\n/g;
const OUTER = /[\s\p{P}\p{S}]/u;

/**
 * A mark before a word with the same mark behind a word of the same line. What has no partner stays: 5* has a footnote that 5 has not, and
 * 2 * 3 and snake_case say something.
 */
export function withoutEmphasis(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  const taken: (readonly [start: number, end: number])[] = [];
  let open = new Map<string, number>();
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run === "\n") open = new Map();
    else if (open.has(run) && isEdge(text, index + run.length) && !isBlank(text, index - 1)) {
      const start = open.get(run) as number;
      taken.push([start, start + run.length], [index, index + run.length]);
      open.delete(run);
    } else if (isEdge(text, index - 1) && !isBlank(text, index + run.length)) open.set(run, index);
  }
  return taken.length === 0 ? text : without(text, taken);
}

const isEdge = (text: string, at: number): boolean => at < 0 || at >= text.length || OUTER.test(text.charAt(at));
const isBlank = (text: string, at: number): boolean => at < 0 || at >= text.length || /\s/.test(text.charAt(at));

function without(text: string, taken: readonly (readonly [number, number])[]): string {
  let kept = "";
  let from = 0;
  for (const [start, end] of [...taken].sort(([a], [b]) => a - b)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}
