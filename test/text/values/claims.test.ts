import { describe, expect, test } from "vitest";
import { claimsIn, readClaims, statedClaims } from "../../../src/text/values/claims.ts";
import { claimed, SUPPORT, topicsFrom } from "../../support/topics.ts";

const REFUND_14 = "refund_window: duration 0 1209600 <14 days>";

describe("a value belongs to the topic whose word is near", () => {
  test.each([
    ["The refund window is 14 days.", [REFUND_14]],
    ["Refund window: 14 days", [REFUND_14]],
    ["Refund window:\n\n- 14 days from delivery", [REFUND_14]],
    ["## Refund window\n\n14 days from delivery. Shipping takes 5 days.", [REFUND_14]],
    ["**Refund window**\n14 days", [REFUND_14]],
    ["| Refund window | 14 days |\n| Delivery | 5 days |", [REFUND_14]],
    ["Within 14 days you may return it. That is the refund window.", []],
    ["The refund window is\n14 days.", [REFUND_14]],
    ["Refund window: 14 days\nDelivery: 5 days", [REFUND_14]],
    ["The refund window is ca. 14 days.", [REFUND_14]],
    ["Die Rückgabefrist beträgt vierzehn (14) Tage, genauer: 14 Tage.", ["refund_window: duration 0 1209600 <14 Tage>"]],
    ["Es gilt eine Rückgabefrist von 14 Tagen.", ["refund_window: duration 0 1209600 <14 Tagen>"]],
    ['{"status":"canceled_pending","since":"2026-03-03"}', ["account_status: listed canceled pending <canceled_pending>"]],
    ["Account status: canceled pending", ["account_status: listed canceled pending <canceled pending>"]],
    ["Status: CANCELED", ["account_status: listed canceled <CANCELED>"]],
    ["The status is inactive.", []],
    ["The basic plan price is $9.99 per month.", ["price_basic: money 9.99 USD 1 0 <$9.99 per month>"]],
    ["Im Basistarif zahlen Sie 1.009,99 € im Monat.", ["price_basic: money 1009.99 EUR 1 0 <1.009,99 € im Monat>"]],
  ])("%j", (text, expected) => {
    expect(claimed(text, SUPPORT)).toEqual(expected);
  });

  test("of two topics with values of this kind, to the nearest, and to the one before it where both are as near", () => {
    const topics = topicsFrom({
      basic: { words: { en: ["basic plan"] }, value: "money", resolve: "newest" },
      pro: { words: { en: ["pro plan"] }, value: "money", resolve: "newest" },
    });
    expect(claimed("The basic plan costs $9.99 and the pro plan costs $19.99.", topics)).toEqual([
      "basic: money 9.99 USD  <$9.99>",
      "pro: money 19.99 USD  <$19.99>",
    ]);
    expect(claimed("Basic plan $9.99 pro plan $19.99", topics)).toEqual([
      "basic: money 9.99 USD  <$9.99>",
      "pro: money 19.99 USD  <$19.99>",
    ]);
  });

  test("not across twenty words", () => {
    const filler = (count: number): string => Array.from({ length: count }, () => "and").join(" ");
    expect(claimed(`The refund window ${filler(19)} 14 days`, SUPPORT)).toEqual([REFUND_14]);
    expect(claimed(`The refund window ${filler(20)} 14 days`, SUPPORT)).toEqual([]);
  });
});

describe("a text that states two values of a topic claims none", () => {
  test.each([
    "The refund window is 14 days, the refund window is 30 days.",
    "The refund window went from 14 to 30 days.",
    "| refund window | 14 days | 30 days |",
    "The basic plan price was $9.99 and is $12.99.",
  ])("%j", (text) => {
    expect(claimed(text, SUPPORT)).toEqual([]);
  });

  test("but the same value twice, or once in another unit, is one", () => {
    expect(claimed("The refund window is two weeks (14 days).", SUPPORT)).toEqual([
      "refund_window: duration 0 1209600 <two weeks>",
    ]);
    expect(claimed("The refund window is one month (30 days).", SUPPORT)).toEqual(["refund_window: duration 1 0 <one month>"]);
  });
});

describe("lists", () => {
  const german = topicsFrom(
    {
      status: {
        words: { any: ["status"], de: ["Vertrag"] },
        value: {
          active: { de: ["aktiv", "läuft"] },
          "canceled pending": { de: ["Kündigung vorgemerkt"], en: ["pending cancellation"] },
          canceled: { de: ["gekündigt"] },
        },
        resolve: "tool_over_text",
      },
      units: { value: ["metric", "imperial"], resolve: "request_over_profile" },
    },
    "de",
  );

  test("a value has words in each language, and its name in all", () => {
    expect(claimed("Der Vertrag läuft.", german)).toEqual(["status: listed active <läuft>"]);
    expect(claimed("Status: Kündigung vorgemerkt", german)).toEqual(["status: listed canceled pending <Kündigung vorgemerkt>"]);
    expect(claimed("status=active", german)).toEqual(["status: listed active <active>"]);
    expect(claimed("Der Vertrag ist GEKÜNDIGT.", german)).toEqual(["status: listed canceled <GEKÜNDIGT>"]);
  });

  test("without words, the values tell of it by themselves", () => {
    expect(claimed("Please use metric.", german)).toEqual(["units: listed metric <metric>"]);
  });
});

test("scripts without spaces", () => {
  const topics = topicsFrom(
    { refund: { words: { ja: ["返金期間"], zh: ["退款期限"], th: ["ระยะเวลาคืนเงิน"] }, value: "duration", resolve: "newest" } },
    "ja",
  );
  expect(claimed("返金期間は14日間です。配送は5日かかります。", topics)).toEqual(["refund: duration 0 1209600 <14日間>"]);
  expect(claimed("退款期限为14天。", topics)).toEqual(["refund: duration 0 1209600 <14天>"]);
  expect(claimed("ระยะเวลาคืนเงินคือ 14 วัน", topics)).toEqual(["refund: duration 0 1209600 <14 วัน>"]);
});

test("a claim that a candidate brings is read like text, and must be one value", () => {
  expect(statedClaims("14 days", 0, SUPPORT).map(({ value }) => value)).toEqual([
    { kind: "duration", months: 0, seconds: 1_209_600 },
  ]);
  expect(statedClaims(" canceled pending ", 1, SUPPORT)).toMatchObject([
    { text: "canceled pending", value: { name: "canceled pending" } },
  ]);
  expect(statedClaims("soon", 0, SUPPORT)).toEqual([]);
  expect(statedClaims("14 days or 30 days", 0, SUPPORT)).toEqual([]);
});

test("the same text is read once", () => {
  const text = "The refund window is 14 days.";
  expect(claimsIn(text, SUPPORT)).toBe(claimsIn(text, SUPPORT));
  expect(claimsIn(text, SUPPORT)).toEqual(readClaims(text, SUPPORT));
});

describe("hostile texts take time in proportion to their length", () => {
  const repeated = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const SHAPES: readonly (readonly [string, string])[] = [
    ["letters without spaces", "a"],
    ["digits", "7"],
    ["numbers", "1 "],
    ["groups of digits", "1.000."],
    ["years and dashes", "2026-03-"],
    ["units", "days "],
    ["durations", "14 days "],
    ["currency signs", "$"],
    ["prices", "$1 "],
    ["topic words", "refund window "],
    ["topic words and values", "refund window 14 days "],
    ["values of a list", "canceled "],
    ["status and values", "status canceled pending "],
    ["full stops", ". "],
    ["line breaks", "#\n"],
    ["stars", "**"],
    ["number words", "five "],
    ["month names", "march "],
    ["signs without spaces", "日"],
    ["denials", "not "],
    ["denied values", "not 14 days "],
    ["denials within a clause of values", "isn't 14 days and "],
    ["questions", "is it 14 days? "],
    ["qualifiers", "basic plus "],
    ["qualifiers and values in turns", "price basic $1, price plus $2 "],
  ];
  const topics = topicsFrom({
    price: { words: { en: ["price"] }, value: "money", qualifier: ["basic", "plus"], resolve: "newest" },
    refund_window: { words: { en: ["refund window"] }, value: "duration", resolve: "newest" },
    account_status: {
      words: { en: ["account status", "status"] },
      value: ["active", "canceled", "canceled pending"],
      resolve: "tool_over_text",
    },
  });
  const TWICE = 2;

  test.each(SHAPES)("%s", (_name, part) => {
    const head = "The refund window of the account status: ";
    const time = (length: number): number => {
      const text = head + repeated(part, length);
      const start = process.hrtime.bigint();
      readClaims(text, topics);
      return Number(process.hrtime.bigint() - start) / 1e6;
    };
    time(2_000);
    const short = Math.max(5, Math.min(time(50_000), time(50_000)));
    const long = Math.min(time(100_000), time(100_000), time(100_000));
    // Quadratic would be four times as long; the rest is room for a busy machine.
    expect(long).toBeLessThan(short * TWICE * 2.5 + 100);
  });
});
