/** The stem of a word in its language, for finding text by words. Pure. */
import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as armenian } from "@orama/stemmers/armenian";
import { stemmer as bulgarian } from "@orama/stemmers/bulgarian";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as indonesian } from "@orama/stemmers/indonesian";
import { stemmer as irish } from "@orama/stemmers/irish";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as lithuanian } from "@orama/stemmers/lithuanian";
import { stemmer as nepali } from "@orama/stemmers/nepali";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as serbian } from "@orama/stemmers/serbian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as tamil } from "@orama/stemmers/tamil";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { stemmer as ukrainian } from "@orama/stemmers/ukrainian";
import { foldWord } from "./fold.ts";

type Stem = (word: string) => string;

const STEMMERS: ReadonlyMap<string, Stem> = new Map<string, Stem>([
  ["ar", arabic],
  ["bg", bulgarian],
  ["da", danish],
  ["de", german],
  ["el", greek],
  ["en", english],
  ["es", spanish],
  ["fi", finnish],
  ["fr", french],
  ["ga", irish],
  ["hi", hindi],
  ["hu", hungarian],
  ["hy", armenian],
  ["id", indonesian],
  ["it", italian],
  ["lt", lithuanian],
  ["nb", norwegian],
  ["ne", nepali],
  ["nl", dutch],
  ["nn", norwegian],
  ["no", norwegian],
  ["pt", portuguese],
  ["ro", romanian],
  ["ru", russian],
  ["sr", serbian],
  ["sv", swedish],
  ["ta", tamil],
  ["tr", turkish],
  ["uk", ukrainian],
]);

/** Tones and vowels of Vietnamese are told by marks: without them eight words in ten have a double. */
const MARKS_MATTER: ReadonlySet<string> = new Set(["vi"]);

/** What an apostrophe joins to a word and no stemmer takes away: `company's`, `l'équipe`, `Allen'ın`. */
const JOINED: ReadonlyMap<string, RegExp> = new Map([
  ["en", /'s$|'$/u],
  ["fr", /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=.)/u],
  ["it", /^(?:[cdlmnstv]|un|all|dall|dell|nell|sull|quell)'(?=.)/u],
  ["tr", /(?<=.)'.*$/u],
]);

/** The stemmer knows the letters with a cedilla, which people no longer write. */
const CEDILLAS: Readonly<Record<string, string>> = { ș: "ş", ț: "ţ" };

/**
 * What a word shares with its other forms, folded; never empty. `word` as written, `folded` its comparing form, `language` as of
 * `primaryLanguage`. A word with digits in it has no other forms.
 */
export function wordForm(word: string, folded: string, language: string): string {
  const stem = STEMMERS.get(language);
  const kept = MARKS_MATTER.has(language);
  if ((stem === undefined && !kept) || /\p{N}/u.test(folded)) return folded;
  const lower = word
    .normalize("NFKC")
    .toLocaleLowerCase(language)
    .normalize("NFC")
    .replace(/[’ʼ´`‘′]/gu, "'");
  if (stem === undefined) return lower;
  const bare = lower.replace(JOINED.get(language) ?? "", "");
  const spelt = language === "ro" ? bare.replace(/[șț]/gu, (letter) => CEDILLAS[letter] ?? letter) : bare;
  const form = foldWord(stem(spelt));
  return form === "" ? folded : form;
}
