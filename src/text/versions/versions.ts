/** Orders versions as people write them: v2 before v10, 1.9 before 1.10, 2.0-beta before 2.0, dates with the year first or last. Pure. */
import { yearLast } from "./dates.ts";

export interface Version {
  /** Versions of different families have no order: "summer 2024" and "winter 2024", or two hashes. */
  readonly family: string;
  /** Compared place by place; a missing place is 0. */
  readonly numbers: readonly bigint[];
  /** 1.0a comes after 1.0; empty where there is none. */
  readonly letter: string;
  /** Place among the stages before a release; a release comes last. */
  readonly stage: number;
  readonly stageNumber: bigint;
}

/** Longer ones are no versions that somebody counts up; they are compared as a whole. */
const LONGEST = 64;
const STAGES = ["dev", "draft", "preview", "alpha", "beta", "rc"];
const RELEASE = STAGES.length;
/** Numbers with what stands between them in dates, times and quarters, then what may follow: 1.2, 2024-05-01T10:00Z, 2024-Q1, 1.0a, 2.0-rc.1. */
const NUMBERED = new RegExp(
  `^(?<words>\\p{L}[\\p{L} ._-]*?)?(?<numbers>\\d+(?:[ .:/_tqwhr-]+\\d+)*)z?(?:[ ._-]?(?<letter>[a-z]))?(?:[ ._-]?(?<stage>${STAGES.join("|")})[ ._-]?(?<count>\\d*))?$`,
  "u",
);
/** Rev A. */
const LETTERED = /^(?<words>\p{L}[\p{L} ._-]*[ ._-])?(?<letter>[a-z])$/u;
/** Letters between numbers that say what the numbers count: a quarter is no month. */
const COUNTED = /[qwhr]/gu;
/** What a version may begin with without being of another family. */
const CALLED = /^(?:v|ver|version)$/u;
const BUILD = /\+[\w.:-]*$/u;

/** What a version says. One that no order can be read from is a family of its own. */
export function readVersion(text: string): Version {
  const plain = text.normalize("NFKC").toLowerCase().trim();
  const whole: Version = { family: `=${plain}`, numbers: [], letter: "", stage: RELEASE, stageNumber: 0n };
  if (plain.length > LONGEST) return whole;
  const bare = plain.replace(BUILD, "");
  const parts = (NUMBERED.exec(bare) ?? LETTERED.exec(bare))?.groups;
  if (parts === undefined) return whole;
  const words = (parts["words"] ?? "").replace(/[ ._-]+/gu, " ").trim();
  const numbers = parts["numbers"] ?? "";
  const stage = STAGES.indexOf(parts["stage"] ?? "");
  const isCalled = words === "" || CALLED.test(words);
  const date = yearLast(numbers, words, isCalled);
  if (date === "unsure") return whole;
  const kind = date?.grain ?? (numbers === "" ? "letter" : (numbers.match(COUNTED) ?? []).join(""));
  return {
    family: `${isCalled ? "" : words}#${kind}`,
    numbers: date?.numbers ?? (numbers.match(/\d+/gu) ?? []).map(BigInt),
    letter: parts["letter"] ?? "",
    stage: stage === -1 ? RELEASE : stage,
    stageNumber: BigInt(parts["count"] || 0),
  };
}

/** Below 0 where `a` is older than `b`, 0 where they are equal. Only versions of one family may be compared. */
export function compareVersions(a: Version, b: Version): number {
  const places = Math.max(a.numbers.length, b.numbers.length);
  for (let place = 0; place < places; place += 1) {
    const order = compare(a.numbers[place] ?? 0n, b.numbers[place] ?? 0n);
    if (order !== 0) return order;
  }
  return compare(a.letter, b.letter) || compare(a.stage, b.stage) || compare(a.stageNumber, b.stageNumber);
}

/** Equal for versions that are equal: "1", "v1" and "1.0". */
export function versionKey({ family, numbers, letter, stage, stageNumber }: Version): string {
  const places = numbers.slice(0, numbers.findLastIndex((number) => number !== 0n) + 1);
  return `${family} ${places.join(".")} ${letter} ${stage} ${stageNumber}`;
}

function compare<T extends bigint | string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
