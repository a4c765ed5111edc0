/** What `--against` names: a range of time in the store, or a file with a set of recordings. Pure. */

export type Against = { readonly from: string; readonly to: string } | { readonly file: string };

const DATE = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?`;
const RANGE = new RegExp(`^(${DATE})\\.\\.(${DATE})$`);

/** `2026-11-01..2026-12-01`, the end not included; dates are days in UTC. Anything else is a path. Null: no real date. */
export function readAgainst(written: string): Against | null {
  const [, from, to] = RANGE.exec(written) ?? [];
  if (from === undefined || to === undefined) return { file: written };
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(start) || Number.isNaN(end) || start >= end) return null;
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}
