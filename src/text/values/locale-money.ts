/** Symbols, codes and names of currencies, from the platform's own locale data. Pure but for that data. */
import { primaryLanguage } from "../primary-language.ts";
import { foldWord } from "../words/fold.ts";
import type { ValueCue } from "./value-cue.ts";

// Of currencies that share a symbol or a noun, the first is meant where the language's own country has none of them.
const CURRENCIES =
  "USD EUR GBP JPY CNY CHF CAD AUD NZD SEK DKK NOK ISK PLN CZK HUF RON BGN RUB UAH TRY ILS SAR AED EGP INR PKR KRW THB VND IDR MYR SGD PHP HKD TWD BRL MXN ARS CLP ZAR NGN KES XAF".split(
    " ",
  );
/** Codes that are ordinary words in small letters. */
const WORDS: ReadonlySet<string> = new Set(["TRY", "RON", "PHP", "SEK"]);
/** Currencies that share a noun: dollars, pounds, francs, rupees, pesos, crowns. */
const FAMILIES: readonly (readonly [string, ...string[]])[] = [
  ["USD", "CAD", "AUD"],
  ["GBP", "EGP"],
  ["CHF", "XAF"],
  ["INR", "PKR"],
  ["MXN", "ARS", "CLP"],
  ["SEK", "DKK", "NOK", "ISK"],
];
const NUMBERS = [1, 2, 5, 11, 0.5];

/** Nouns that stand in no name, for languages that write names without spaces. */
const NOUNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ja: { 円: "JPY", ドル: "USD" },
  zh: { 元: "CNY", 块: "CNY", 美金: "USD" },
  ko: { 원: "KRW", 달러: "USD" },
};

export interface MoneyNames {
  /** Names, codes and symbols made of letters. */
  readonly names: readonly (readonly [string, ValueCue])[];
  /** Symbols with another sign, by symbol. */
  readonly symbols: ReadonlyMap<string, string>;
}

/** Of one language: in Japanese ¥ is the yen, in Chinese the yuan. */
export function moneyNames(language: string): MoneyNames {
  if (Intl.NumberFormat.supportedLocalesOf(language).length === 0) return { names: [], symbols: new Map() };
  const more = NOUNS[primaryLanguage(language)] ?? {};
  const symbols = symbolsOf(language);
  const byName = new Map([...nouns(language), ...fullNames(language), ...Object.entries(more)]);
  for (const [symbol, code] of symbols) if (/^\p{L}+\.?$/u.test(symbol)) byName.set(symbol, code);
  return {
    names: [...byName].map(([name, code]) => [name, { kind: "currency", code, capitals: false }]),
    symbols: new Map([...symbols].filter(([symbol]) => /[^\p{L}.]/u.test(symbol))),
  };
}

/** The codes, which are those of every language. */
export const CURRENCY_CODES: readonly (readonly [string, ValueCue])[] = CURRENCIES.map((code) => [
  code,
  { kind: "currency", code, capitals: WORDS.has(code) },
]);

const symbolOf = (language: string, currency: string, currencyDisplay: "symbol" | "narrowSymbol"): string =>
  new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? "";

/** Whole numbers, which some languages decline otherwise than decimals. */
const NAMED = { style: "currency", currencyDisplay: "name", minimumFractionDigits: 0, maximumFractionDigits: 1 } as const;

/** In its plural forms. */
function formsOf(language: string, currency: string): ReadonlySet<string> {
  const format = new Intl.NumberFormat(language, { ...NAMED, currency });
  return new Set(
    NUMBERS.map((number) => format.formatToParts(number).find(({ type }) => type === "currency")?.value ?? currency),
  );
}

/** A symbol is that of the currency which the language writes so, else of the first that it may be written for. */
function symbolsOf(language: string): ReadonlyMap<string, string> {
  const symbols = new Map<string, string>();
  for (const display of ["symbol", "narrowSymbol"] as const) {
    for (const code of CURRENCIES) {
      const symbol = symbolOf(language, code, display);
      for (const form of [symbol, symbol.normalize("NFKC")]) {
        if (form !== "" && form !== code && !symbols.has(form)) symbols.set(form, code);
      }
    }
  }
  return symbols;
}

function fullNames(language: string): readonly (readonly [string, string])[] {
  return CURRENCIES.flatMap((code) => [...formsOf(language, code)].map((name) => [name, code] as const));
}

/** The words that the names of a family share, and those of the language's own currency: "złotych polskich". */
function nouns(language: string): readonly (readonly [string, string])[] {
  const region = new Intl.Locale(language).maximize().region ?? "";
  const own = CURRENCIES.find((code) => code.startsWith(region));
  const country = wordsOf(region === "" ? "" : (new Intl.DisplayNames(language, { type: "region" }).of(region) ?? ""));
  const ofOwn =
    own === undefined || region === ""
      ? []
      : nounsOf(language, own)
          .filter((word) => !country.includes(word))
          .map((word) => [word, own] as const);
  const shared = FAMILIES.flatMap(([first, ...others]) => {
    const words = new Set(others.flatMap((code) => nounsOf(language, code)));
    return nounsOf(language, first)
      .filter((word) => words.has(word))
      .map((word) => [word, first] as const);
  });
  return [...shared, ...ofOwn];
}

const SHORTEST_NOUN = 3;

const nounsOf = (language: string, code: string): readonly string[] =>
  [...formsOf(language, code)].flatMap(wordsOf).filter(({ length }) => length >= SHORTEST_NOUN);

const wordsOf = (name: string): readonly string[] => name.split(/[\s-]+/u).map(foldWord);
