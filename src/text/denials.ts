/**
 * Denials, and the past, that are written into words or between words without spaces. Pure.
 *
 * Denials are any negative sign here: a sentence that is kept for one too many costs room. What denies a value is values/value-denials.ts.
 */
import { primaryLanguage } from "./primary-language.ts";

const WITHIN: Readonly<Record<string, RegExp>> = {
  en: /n['’]t\b|cannot/iu,
  fr: /(?<!\p{L})n['’]\p{L}/iu,
  cs: /(?<!\p{L})ne\p{L}{2,}/iu,
  tr: /\p{L}(?:m[ae](?:z|d[ıi]|m[ıi]ş|y|den|dan)|m[ıiuü]yor)|(?<!\p{L})(?:değil|yok(?:tur|sa)?(?!\p{L}))/iu,
  ja: /ない|なく|なかっ|なけれ|なし|ません|ずに|[無不未非禁勿]/u,
  zh: /[不没沒無无非勿未莫否]|(?<![特分区區个個级級类類性辨识識差告])[别別](?![人的处處墅名称稱])/u,
  ko: /않|없|못|아니|아닌|아닙|말[고아라]|마세요|마십시오|(?<!\p{L})안(?!\p{L})|금지|불가/u,
  th: /ไม่|อย่า|ห้าม|มิ(?:ได้|ให้|ใช่)|ปราศจาก/u,
};

/** By language. */
export const DENIALS_WITHIN: readonly (readonly [language: string, pattern: RegExp])[] = Object.entries(WITHIN);

/** Of those the ones in a script of their own: nobody else writes so. */
export const OWN_SCRIPT: ReadonlySet<string> = new Set(["ja", "ko", "th", "zh"]);

/** At the end of a noun that is what something was. */
const PAST: Readonly<Record<string, RegExp>> = {
  ko: /[었였]/u,
  tr: /[dt][ıiuü]$/u,
};

/** What finds such a denial in a text of a language; null where the language writes none. */
export const denialWithin = (language: string): RegExp | null => ofLanguage(WITHIN, language);

/** What finds the past in a word of a language that is not a verb; null where the language does not write it there. */
export const pastWithin = (language: string): RegExp | null => ofLanguage(PAST, language);

function ofLanguage(patterns: Readonly<Record<string, RegExp>>, language: string): RegExp | null {
  const main = primaryLanguage(language);
  return Object.hasOwn(patterns, main) ? (patterns[main] ?? null) : null;
}
