/** Whether a sentence holds what leaving it out would turn into its opposite or lose for good: a number or a denial. Pure. */
import { splitWords } from "./words.ts";

/** Denials that are written into words, or between words without spaces. */
const WITHIN: Readonly<Record<string, RegExp>> = {
  en: /n['’]t\b/iu,
  fr: /(?<!\p{L})n['’]\p{L}/iu,
  cs: /(?<!\p{L})ne\p{L}{2,}/iu,
  tr: /\p{L}(?:m[ae](?:z|d[ıi]|m[ıi]ş|y|den|dan)|m[ıiuü]yor)/iu,
  ja: /ない|なく|なかっ|なけれ|なし|ません|ずに|[無不未非禁勿]/u,
  zh: /[不没沒無无非勿未莫否]|(?<![特分区區个個级級类類性辨识識差告])[别別](?![人的处處墅名称稱])/u,
  ko: /않|없|못|아니|아닌|아닙|말[고아라]|마세요|마십시오|(?<!\p{L})안(?!\p{L})|금지|불가/u,
  th: /ไม่|อย่า|ห้าม|มิ(?:ได้|ให้|ใช่)|ปราศจาก/u,
};
/** Letters that are written before a denial: "and not". */
const PROCLITIC = /^[وفבהוכלש](?=.{2})/u;

/** Digits of any script, fractions, and numerals of Han beside each other or before what is counted. */
const NUMBER =
  /\p{N}|[一二三四五六七八九十百千万萬億亿兆两兩]{2}|[二三四五六七八九十百千万萬两兩半一](?=[天日月年周週個个元円块回次名時时分秒度倍割%％公])/u;

/** A test for the sentences of one text. `negators` are the words that deny, and whatever else must stay: number words, "unless". */
export function mustStay(language: string, negators: ReadonlySet<string>): (sentence: string) => boolean {
  const main = language.toLowerCase().split("-", 1)[0] ?? "";
  const within = Object.hasOwn(WITHIN, main) ? WITHIN[main] : undefined;
  const phrases = phrasesOf(negators);
  return (sentence) => NUMBER.test(sentence) || within?.test(sentence) === true || holdsOneOf(phrases, sentence);
}

type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** By first word: a denial may be of several words, or of several characters of a script without spaces. */
function phrasesOf(texts: Iterable<string>): Phrases {
  const phrases = new Map<string, (readonly string[])[]>();
  for (const text of texts) {
    const [first, ...rest] = splitWords(text).map(({ folded }) => folded);
    if (first === undefined) continue;
    const known = phrases.get(first) ?? [];
    known.push(rest);
    phrases.set(first, known);
  }
  return phrases;
}

function holdsOneOf(phrases: Phrases, sentence: string): boolean {
  const words = splitWords(sentence);
  return words.some(({ folded }, place) =>
    [folded, folded.replace(PROCLITIC, "")].some((word) =>
      phrases.get(word)?.some((rest) => rest.every((further, index) => words[place + 1 + index]?.folded === further)),
    ),
  );
}
