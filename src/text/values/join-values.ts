/** What values that stand beside each other are together: a sum, a range, or one that is read by half. Pure. */
import { times } from "./locale-units.ts";
import type { Reading } from "./reading.ts";
import type { StatedValue } from "./stated-value.ts";
import type { Value } from "./value.ts";

/** Twelve euros fifty: a number without a unit directly behind a value may be a part of it. */
export function goesOn({ text }: Reading, { value, end }: StatedValue, next: StatedValue | undefined): boolean {
  if (next?.value.kind !== "number" || value.kind === "number" || value.kind === "date" || value.kind === "listed") return false;
  const gap = text.slice(end, next.start);
  return gap.length < LONGEST_AND && (/^[^\S\n\r]?$/.test(gap) || JOINING.test(gap.trim().toLowerCase()));
}

const LONGEST_AND = 8;
/** "And" between the parts of one amount. */
const JOINING = /^(and|&|und|et|y|e|en|og|och|i|oraz|si|și|ve|va|và|dan|ja|a|и|і|й|та|και|و|और|ו|と|和|又|และ)$/u;

const RANGE_SIGN = /^\s*[-–—~〜～/]\s*[$€£¥₹]?$/;
/** "To" and "or" between the ends of a range. */
const RANGE_WORDS =
  /^(to|or|and|bis|oder|und|à|ou|a|o|y|e|al|tot|of|til|till|eller|do|lub|или|до|ile|veya|から|到|至|または|或)$/u;

/** Adds a value. One directly after another: hours and minutes add up; a bare number takes the kind of the other end of its range. */
export function join(reading: Reading, values: StatedValue[], value: StatedValue): void {
  const before = values.at(-1);
  if (before === undefined) return void values.push(value);
  const sum = sumOf(reading, before, value);
  if (sum !== null) return void values.splice(-1, 1, sum);
  if (!isRange(reading, before, value)) return void values.push(value);
  if (before.value.kind === "number") values.splice(-1, 1, { ...before, value: likened(before.value.amount, value.value) });
  values.push(value.value.kind === "number" ? { ...value, value: likened(value.value.amount, before.value) } : value);
}

/** Of a larger unit and a smaller one: an hour and 30 minutes. */
function sumOf(
  reading: Reading,
  before: StatedValue,
  { value, last, start, end, unit = 0, unsure }: StatedValue,
): StatedValue | null {
  if (before.value.kind !== "duration" || value.kind !== "duration") return null;
  if (unit >= (before.unit ?? Number.POSITIVE_INFINITY) || start - before.end > LONGEST_AND) return null;
  const gap = reading.text.slice(before.end, start).trim().toLowerCase();
  if (gap !== "" && !JOINING.test(gap)) return null;
  const sum = { months: before.value.months + value.months, seconds: before.value.seconds + value.seconds };
  return { ...before, value: { kind: "duration", ...sum }, last, end, unit, unsure: before.unsure || unsure };
}

function isRange(reading: Reading, before: StatedValue, value: StatedValue): boolean {
  const between = reading.text.slice(before.end, value.start);
  return RANGE_SIGN.test(between.slice(0, 8)) || (between.length < 16 && RANGE_WORDS.test(between.trim().toLowerCase()));
}

/** A number as a value of the kind of another. */
function likened(amount: string, like: Value): Value {
  if (like.kind === "money" || like.kind === "percentage") return { ...like, amount };
  if (like.kind !== "duration") return { kind: "number", amount };
  // Whatever its unit, it is another amount: what matters is that the range does not state one value.
  return { kind: "duration", ...times(like, Number(amount) === 0 ? 0 : 1 / (1 + Number(amount))) };
}
