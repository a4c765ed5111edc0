/** Versions that are dates with the year last: 31.03.2025, 12/2024, Q4 2024, KW 52 2024. Pure. */

export interface DatedVersion {
  /** Dates of different grain have no order. */
  readonly grain: "day" | "part";
  /** The year first. */
  readonly numbers: readonly bigint[];
}

const YEAR = /^(?:19|20|21)\d\d$/;
/** 20 to 39, which may be a year without its century. */
const SHORT_YEAR = /^[23]\d$/;
const DAY_MONTH_YEAR = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?:[ t_](.*))?$/;
/** A month, a quarter or a week, and a year. */
const PART_YEAR = /^(\d{1,2})([ ./-])[ ]?(\d{4}|\d\d)$/;
const MONTHS = 12;
const WEEKS = 53;

/**
 * What numbers with their signs, such as "31.03.2025", say as a date with the year last: null where they are none, "unsure" where they may be
 * one and nobody can tell which, or whether. `word`: what stands before them; `isCalled`: that is "version" or "v", or nothing.
 */
export function yearLast(numbers: string, word: string, isCalled: boolean): DatedVersion | "unsure" | null {
  const day = DAY_MONTH_YEAR.exec(numbers);
  if (day !== null) return dayOf(day, word !== "" && isCalled);
  const part = PART_YEAR.exec(numbers);
  return part === null ? null : partOf(part, word, isCalled);
}

type Parts = RegExpExecArray;

/** With strokes and hyphens either may come first, day or month; "v1.2.2024" may be no date at all. */
function dayOf(
  [, first = "", sign = "", second = "", year = "", rest = ""]: Parts,
  isVersion: boolean,
): DatedVersion | "unsure" | null {
  const [one, two] = [Number(first), Number(second)];
  if (Math.min(one, two) < 1 || Math.max(one, two) > 31 || Math.min(one, two) > MONTHS) return sign === "/" ? "unsure" : null;
  if (!YEAR.test(year)) return mayBeShort(first, second, year) || sign === "/" ? "unsure" : null;
  if (isVersion) return "unsure";
  const isMonthSecond = two <= MONTHS && (sign === "." || one > MONTHS || one === two);
  const isMonthFirst = one <= MONTHS && two > MONTHS;
  if (!isMonthSecond && !isMonthFirst) return "unsure";
  const ordered = isMonthFirst ? [year, first, second] : [year, second, first];
  return { grain: "day", numbers: [...ordered, ...(rest.match(/\d+/g) ?? [])].map(BigInt) };
}

/** 31.12.24 and 24.12.31 look the same; 10.11.12 counts up. */
const mayBeShort = (first: string, second: string, year: string): boolean =>
  first.length === 2 && second.length === 2 && SHORT_YEAR.test(year);

function partOf([, part = "", sign = "", year = ""]: Parts, word: string, isCalled: boolean): DatedVersion | "unsure" | null {
  const count = Number(part);
  if (YEAR.test(year)) {
    if (count < 1 || count > WEEKS) return null;
    const isDate = isCalled ? word === "" && count <= MONTHS : true;
    return isDate ? { grain: "part", numbers: [BigInt(year), BigInt(part)] } : "unsure";
  }
  if (sign === "/") return "unsure";
  if (sign === ".") return part.startsWith("0") && part !== "0" ? "unsure" : null;
  return SHORT_YEAR.test(year) && count >= 1 && count <= WEEKS ? "unsure" : null;
}
