import { describe, expect, test } from "vitest";
import { differ, type Value, type ValueKind } from "../../../src/text/values/value.ts";
import { valueIn } from "../../support/topics.ts";

const DAY = 86_400;
const FORTNIGHT = `duration 0 ${14 * DAY}`;

describe("fourteen days in the languages of a policy", () => {
  test.each([
    ["en", "14 days"],
    ["en", "two weeks"],
    ["en", "14-day"],
    ["en", "14days"],
    ["en", "14d"],
    ["de", "14 Tage"],
    ["de", "innerhalb von 14 Tagen"],
    ["de", "zwei Wochen"],
    ["fr", "14 jours"],
    ["fr", "14 j"],
    ["fr", "deux semaines"],
    ["es", "14 días"],
    ["es", "dos semanas"],
    ["pt", "duas semanas"],
    ["it", "due settimane"],
    ["nl", "14 dagen"],
    ["sv", "14 dagar"],
    ["da", "14 dage"],
    ["fi", "14 päivän"],
    ["pl", "14 dni"],
    ["cs", "14 dnů"],
    ["ro", "două săptămâni"],
    ["ru", "14 дней"],
    ["ru", "две недели"],
    ["uk", "14 днів"],
    ["el", "14 ημέρες"],
    ["tr", "14 gün içinde"],
    ["ar", "14 يومًا"],
    ["ar", "١٤ يوما"],
    ["he", "14 ימים"],
    ["hi", "14 दिन"],
    ["hi", "१४ दिन"],
    ["th", "14 วัน"],
    ["vi", "hai tuần"],
    ["id", "14 hari"],
    ["ja", "14日間"],
    ["ja", "2週間"],
    ["ko", "14일"],
    ["ko", "2주"],
    ["zh", "14天"],
    ["zh", "两周"],
  ])("%s %s", (language, text) => {
    expect(valueIn(text, language, "duration")).toBe(FORTNIGHT);
  });
});

describe("durations", () => {
  test.each([
    ["en", "a month", "duration 1 0"],
    ["en", "1.5 years", "duration 18 0"],
    ["en", "1 year 6 months", "duration 18 0"],
    ["en", "2 hours 30 minutes", "duration 0 9000"],
    ["de", "ein Jahr", "duration 12 0"],
    ["ar", "يومان", `duration 0 ${2 * DAY}`],
    ["he", "יומיים", `duration 0 ${2 * DAY}`],
    ["vi", "hai năm", "duration 24 0"],
  ])("%s %s", (language, text, key) => {
    expect(valueIn(text, language, "duration")).toBe(key);
  });

  test.each([
    ["en", "a few days"],
    ["en", "forty-five days"],
    ["es", "treinta y cinco días"],
    ["zh", "十四天"],
    ["en", "14 to 30 days"],
    ["en", "14-30 days"],
    ["en", "14 business days"],
    ["en", "1.2.3 days"],
    ["en", "½ day"],
    ["en", "2½ days"],
    ["en", `${"9".repeat(40)} days`],
    ["en", `1${",000".repeat(200)} days`],
  ])("none that is sure: %s %s", (language, text) => {
    expect(valueIn(text, language, "duration")).toBeNull();
  });
});

describe("money", () => {
  test.each([
    ["en", "$9.99", "money 9.99 USD "],
    ["en", "US$9.99", "money 9.99 USD "],
    ["en", "12.99 dollars", "money 12.99 USD "],
    ["en", "five dollars", "money 5 USD "],
    ["en", "EUR 12.99", "money 12.99 EUR "],
    ["en", "12.99EUR", "money 12.99 EUR "],
    ["en-CA", "$9.99", "money 9.99 CAD "],
    ["es-MX", "$9.99", "money 9.99 MXN "],
    ["de", "9,99 €", "money 9.99 EUR "],
    ["de", "1.000 €", "money 1000 EUR "],
    ["en", "$1,000", "money 1000 USD "],
    ["fr", "12,99 dollars", "money 12.99 USD "],
    ["fr", "1 299,50 €", "money 1299.5 EUR "],
    ["pl", "12,99 zł", "money 12.99 PLN "],
    ["pl", "5 złotych", "money 5 PLN "],
    ["ru", "500 рублей", "money 500 RUB "],
    ["sv", "99 kr", "money 99 SEK "],
    ["da", "99 kroner", "money 99 DKK "],
    ["ja", "1,000円", "money 1000 JPY "],
    ["ja", "￥1,000", "money 1000 JPY "],
    ["ja", "3万円", "money 30000 JPY "],
    ["zh", "¥9.99", "money 9.99 CNY "],
    ["zh", "9.99元", "money 9.99 CNY "],
    ["ko", "9,900원", "money 9900 KRW "],
    ["hi", "₹ 1,00,000", "money 100000 INR "],
    ["en", "$1.5 million", "money 1500000 USD "],
    ["en", "$5M", "money 5000000 USD "],
    ["en", "$9.99 per month", "money 9.99 USD 1 0"],
    ["en", "$9.99 a month", "money 9.99 USD 1 0"],
    ["en", "$9.99/year", "money 9.99 USD 12 0"],
    ["de", "9,99 € pro Monat", "money 9.99 EUR 1 0"],
    ["en", "$9.99/seat", "money 9.99 USD seat"],
  ])("%s %s", (language, text, key) => {
    expect(valueIn(text, language, "money")).toBe(key);
  });

  test.each([
    ["en", "$10 to $15"],
    ["en", "€10-15"],
    ["en", "9.99"],
    ["en", "try 5"],
  ])("none that is sure: %s %s", (language, text) => {
    expect(valueIn(text, language, "money")).toBeNull();
  });
});

describe("percentages, numbers and dates", () => {
  test.each<[string, ValueKind, string, string]>([
    ["en", "percentage", "14%", "percentage 14"],
    ["fr", "percentage", "14,5 %", "percentage 14.5"],
    ["de", "percentage", "14 Prozent", "percentage 14"],
    ["tr", "percentage", "%14", "percentage 14"],
    ["tr", "percentage", "yüzde 14", "percentage 14"],
    ["en", "number", "1,000.50", "number 1000.5"],
    ["de", "number", "1.000,50", "number 1000.5"],
    ["de", "number", "1.000", "number 1000"],
    ["en", "number", "1.000", "number 1"],
    ["de", "number", "1'000", "number 1000"],
    ["en", "number", "-5", "number -5"],
    ["en", "number", "three", "number 3"],
    ["en", "date", "2026-03-03", "date 2026-03-03"],
    ["en", "date", "3 March 2026", "date 2026-03-03"],
    ["en", "date", "March 3rd, 2026", "date 2026-03-03"],
    ["en", "date", "3/13/2026", "date 2026-03-13"],
    ["en-GB", "date", "3/4/2026", "date 2026-04-03"],
    ["en-US", "date", "3/4/2026", "date 2026-03-04"],
    ["de", "date", "03.03.2026", "date 2026-03-03"],
    ["de", "date", "3. März 2026", "date 2026-03-03"],
    ["fr", "date", "3 mars 2026", "date 2026-03-03"],
    ["es", "date", "3 de marzo de 2026", "date 2026-03-03"],
    ["ru", "date", "3 марта 2026 г.", "date 2026-03-03"],
    ["ar", "date", "٣ مارس ٢٠٢٦", "date 2026-03-03"],
    ["hi", "date", "3 मार्च 2026", "date 2026-03-03"],
    ["th", "date", "3 มีนาคม 2569", "date 2026-03-03"],
    ["vi", "date", "3 tháng 3, 2026", "date 2026-03-03"],
    ["ja", "date", "2026年3月3日", "date 2026-03-03"],
    ["ko", "date", "2026년 3월 3일", "date 2026-03-03"],
    ["en", "date", "13 March", "date --03-13"],
    ["en", "date", "March 2026", "date 2026-03"],
  ])("%s %s %s", (language, kind, text, key) => {
    expect(valueIn(text, language, kind)).toBe(key);
  });

  test.each<[string, ValueKind, string]>([
    ["en", "date", "3/4/2026"],
    ["en", "date", "2026-13-40"],
    ["en", "date", "You may 14 days later"],
    ["en", "number", "1.2.3"],
    ["en", "number", "at 10:30"],
    ["en", "number", "2fa"],
  ])("none that is sure: %s %s %s", (language, kind, text) => {
    expect(valueIn(text, language, kind)).toBeNull();
  });
});

describe("what differs, and what may mean the same", () => {
  const days = (count: number): Value => ({ kind: "duration", months: 0, seconds: count * DAY });
  const months = (count: number): Value => ({ kind: "duration", months: count, seconds: 0 });
  const money = (amount: string, currency = "USD", per: string | null = null): Value => ({
    kind: "money",
    amount,
    currency,
    per,
  });
  const date = (written: string): Value => ({ kind: "date", date: written });

  test.each<[string, Value, Value, boolean]>([
    ["14 and 30 days", days(14), days(30), true],
    ["a month and 30 days", months(1), days(30), false],
    ["a month and 28 days", months(1), days(28), false],
    ["a month and 14 days", months(1), days(14), true],
    ["a month and 60 days", months(1), days(60), true],
    ["a year and 365 days", months(12), days(365), false],
    ["a year and 300 days", months(12), days(300), true],
    ["one month and two", months(1), months(2), true],
    ["dollars", money("9.99"), money("12.99"), true],
    ["dollars and euros", money("12.99"), money("12.99", "EUR"), false],
    ["other amounts of other currencies", money("9.99"), money("12.99", "EUR"), false],
    ["a month's price and a year's", money("9.99", "USD", "1 0"), money("99", "USD", "12 0"), false],
    ["a month's price and one without", money("9.99", "USD", "1 0"), money("12.99"), true],
    ["3 and 13 March", date("--03-03"), date("--03-13"), true],
    ["3 March with and without a year", date("--03-03"), date("2026-03-03"), false],
    ["a day and its month", date("2026-03"), date("2026-03-03"), false],
    ["1000 and 10000", { kind: "number", amount: "1000" }, { kind: "number", amount: "10000" }, true],
    ["a number and a percentage", { kind: "number", amount: "10" }, { kind: "percentage", amount: "15" }, false],
  ])("%s", (_what, one, other, expected) => {
    expect(differ(one, other)).toBe(expected);
    expect(differ(other, one)).toBe(expected);
    expect(differ(one, one)).toBe(false);
  });
});
