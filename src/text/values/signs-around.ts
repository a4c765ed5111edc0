/** What signs directly around a value make of it: a negative one, or none that can be told for sure. Pure. */
import type { StatedValue } from "./stated-value.ts";
import type { Value } from "./value.ts";

const NEAR = 6;
/** Where a value may begin: not behind a letter or a digit, which a hyphen joins to it. */
const MINUS = /(?:^|[\s([{|:=;,"'“„«])[-−﹣－][ \u00A0]?$/u;
const BARE_MINUS = /[-−﹣－]$/u;
/** A dash that may be a minus, a sign of change or of about, a bound, a factor, a fraction; a quotation's mark at the start of a line is none. */
const UNSURE_BEFORE = /(?:(?:^|[\s(|:=])[–—‒]|>|[+±∓~≈≅∼<≤≥≦≧×÷][ \u00A0]?|\d ?\* ?|[^\s>] *> |[\d%][:'’/.,·]|\d ?[xX/] ?)$/u;
const UNSURE_AFTER = /^(?:[-−–—﹣－](?=$|[\s|)\]])|[ \u00A0]?[+±×÷½¼¾\u2150-\u215E](?!\p{L})| ?[xX*] ?\d|[:'’]\d| ?\/ ?\d)/u;
const CELL_BEFORE = /(?:^|[\n|\t,;:=])\s*\($/u;
const CELL_AFTER = /^\)\s*(?:$|[\n|\t,;.])/u;

/**
 * The value with its sign. `unsure` where nobody knows what the signs beside it say: accountants write ($5) for a negative amount, others
 * put a remark in brackets.
 */
export function withSigns(text: string, value: StatedValue): StatedValue {
  const before = text.slice(Math.max(0, value.start - NEAR), value.start);
  const after = text.slice(value.end, value.end + NEAR);
  const isUnsure = UNSURE_BEFORE.test(before) || UNSURE_AFTER.test(after) || isAccounted(value.value, before, after);
  if (isUnsure) return { ...value, unsure: true };
  if (!BARE_MINUS.test(before)) return value;
  const minus = MINUS.exec(before)?.[0];
  if (minus === undefined || /\s$/.test(minus)) return { ...value, unsure: minus === undefined && isAmount(value.value) };
  return isAmount(value.value) ? { ...value, value: negated(value.value), start: value.start - 1 } : { ...value, unsure: true };
}

const isAccounted = ({ kind }: Value, before: string, after: string): boolean =>
  (kind === "money" || kind === "number") && CELL_BEFORE.test(before) && CELL_AFTER.test(after);

type Amount = Extract<Value, { amount: string }>;

const isAmount = (value: Value): value is Amount => "amount" in value;

const negated = (value: Amount): Amount => ({ ...value, amount: value.amount === "0" ? "0" : `-${value.amount}` });
