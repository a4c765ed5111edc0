import { describe, expect, test } from "vitest";
import { readClaims, statedClaims } from "../../../src/text/values/claims.ts";
import { topicsFrom } from "../../support/topics.ts";

const TOPICS = topicsFrom({
  refund_window: {
    words: {
      en: ["refund window"],
      de: ["Rückgabefrist"],
      fr: ["délai de remboursement"],
      es: ["plazo de devolución"],
      it: ["periodo di rimborso"],
      nl: ["retourtermijn"],
      pt: ["prazo de devolução"],
      pl: ["okres zwrotu"],
      ru: ["срок возврата"],
      tr: ["iade süresi"],
      ja: ["返金期間"],
      zh: ["退款期限"],
      ko: ["환불 기간"],
      ar: ["مدة الاسترداد"],
    },
    value: "duration",
    resolve: "newest",
  },
  account_status: {
    words: { en: ["status"], de: ["Status"], fr: ["statut"], es: ["estado"] },
    value: { active: { de: ["aktiv"], fr: ["actif"], es: ["activa"] }, canceled: {}, "not verified": {} },
    resolve: "tool_over_text",
  },
  price: { words: { en: ["price"], de: ["Preis"] }, value: "money", resolve: "newest" },
  share: { words: { en: ["discount"] }, value: "percentage", resolve: "newest" },
  limit: { words: { en: ["limit"] }, value: "number", resolve: "newest" },
  delivery: { words: { en: ["delivery"] }, value: "date", resolve: "newest" },
  units: {
    value: { metric: { de: ["metrischen"] }, imperial: { de: ["imperialen"], fr: ["impériales"], es: ["imperiales"] } },
    resolve: "request_over_profile",
  },
});

const stated = (text: string): readonly string[] =>
  readClaims(text, TOPICS).map(({ topic, text: written }) => `${TOPICS.all[topic]?.name} <${written}>`);

describe("denied: nothing is stated", () => {
  test.each([
    "The refund window is no longer 14 days.",
    "The refund window is not 14 days.",
    "There is no refund window of 14 days.",
    "The refund window isn't 14 days.",
    "The refund window is not, however, 14 days.",
    "I don't know how the refund window could be 14 days",
    "The account status is not active any more.",
    "The account status is active no more.",
    "No imperial please, how far is it?",
    "I don't understand imperial units",
    "Please don't use imperial.",
    "I do not want\nimperial units.",
    "Anything other than imperial.",
    "The price is not $9.99.",
    "The discount is no longer 20 %.",
    "The limit is not 100.",
    "Delivery is not on 3 March 2026.",
    "Die Rückgabefrist beträgt nicht mehr 14 Tage.",
    "Die Rückgabefrist beträgt 14 Tage nicht.",
    "Es gibt keine Rückgabefrist von 14 Tagen.",
    "Der Preis ist nicht 9,99 €.",
    "Der Status ist nicht mehr aktiv.",
    "Keine imperialen Einheiten bitte, wie weit ist es?",
    "Le délai de remboursement n'est plus de 14 jours.",
    "Le délai de remboursement n'est pas de 14 jours.",
    "Le statut n'est pas actif.",
    "Pas d'unités impériales, c'est loin ?",
    "El plazo de devolución ya no es de 14 días.",
    "El estado no es activa.",
    "Sin unidades imperiales, por favor.",
    "Il periodo di rimborso non è di 14 giorni.",
    "De retourtermijn is niet 14 dagen.",
    "O prazo de devolução não é de 14 dias.",
    "Não quero imperial",
    "Okres zwrotu nie wynosi 14 dni.",
    "Срок возврата не 14 дней.",
    "İade süresi 14 gün değil.",
    "返金期間は14日ではありません。",
    "退款期限不是14天。",
    "환불 기간은 14일이 아닙니다.",
    "مدة الاسترداد ليست 14 يوما.",
  ])("%j", (text) => {
    expect(stated(text)).toEqual([]);
  });
});

describe("past: nothing is stated", () => {
  test.each([
    "The refund window was 14 days until May.",
    "The refund window used to be 14 days.",
    "The price was $9.99.",
    "Delivery was on 3 March 2026.",
    "Die Rückgabefrist betrug früher 14 Tage.",
    "Die Rückgabefrist war bis Mai 14 Tage.",
    "Früher galt eine Rückgabefrist von 14 Tagen.",
    "Le délai de remboursement était de 14 jours.",
    "El plazo de devolución era de 14 días.",
    "De retourtermijn was 14 dagen.",
    "Okres zwrotu wynosił 14 dni.",
    "Срок возврата был 14 дней.",
    "返金期間は14日間でした。",
    "退款期限以前是14天。",
    "환불 기간은 14일이었습니다.",
    "The old refund window is 14 days.",
  ])("%j", (text) => {
    expect(stated(text)).toEqual([]);
  });
});

describe("asked or left open: nothing is stated", () => {
  test.each([
    "Is the refund window 14 days?",
    "The refund window might be 14 days.",
    "If the refund window is 14 days, you are lucky.",
    "It is unclear whether the refund window is 14 days.",
    "Is it in imperial?",
    "Why is it in imperial?",
    "Beträgt die Rückgabefrist 14 Tage?",
    "Est-ce que le délai de remboursement est de 14 jours ?",
    "¿Es el plazo de devolución de 14 días?",
    "返金期間は14日ですか？",
    "退款期限是14天吗？",
    "What are imperial units?",
  ])("%j", (text) => {
    expect(stated(text)).toEqual([]);
  });
});

describe("a bound or a range: nothing is stated", () => {
  test.each([
    "The refund window is at least 14 days.",
    "The refund window is 14 days or more.",
    "The refund window is up to 14 days.",
    "The price is from $9.99.",
    "The discount is up to 20 %.",
    "The limit is more than 100.",
    "Delivery is after 3 March 2026.",
    "Die Rückgabefrist beträgt mindestens 14 Tage.",
    "Der Preis beginnt ab 9,99 €.",
    "Le délai de remboursement est d'au moins 14 jours.",
    "El plazo de devolución es de al menos 14 días.",
    "İade süresi en az 14 gün.",
    "返金期間は14日以上です。",
    "退款期限至少14天。",
    "The refund window went from 14 to 30 days.",
    "The refund window is between 14 and 30 days.",
  ])("%j", (text) => {
    expect(stated(text)).toEqual([]);
  });
});

describe("a value is stated beside all of that", () => {
  test.each([
    ["The refund window is 14 days.", "refund_window <14 days>"],
    ["The refund window is ca. 14 days.", "refund_window <14 days>"],
    ["No, the refund window is 14 days.", "refund_window <14 days>"],
    ["The refund window is 14 days, not 30 days.", "refund_window <14 days>"],
    ["The refund window was 14 days. Now the refund window is 30 days.", "refund_window <30 days>"],
    ["The refund window is 14 days and cannot be extended.", "refund_window <14 days>"],
    ["The refund window is 14 days, no questions asked.", "refund_window <14 days>"],
    ["The refund window is 14 days if you bought online.", "refund_window <14 days>"],
    ["Refund window? I read it. The refund window is 14 days.", "refund_window <14 days>"],
    ["I use metric, how far is it?", "units <metric>"],
    ["I'm on imperial units, can I run today?", "units <imperial>"],
    ["How far, in metric units?", "units <metric>"],
    ["And the distance in metric units?", "units <metric>"],
    ["Can you use metric, please?", "units <metric>"],
    ["Metric instead of imperial.", "units <Metric>"],
    ["Your status is active, how can I help?", "account_status <active>"],
    ["The price is $9.99 without tax.", "price <$9.99>"],
    ["Delivery on 3 March 2026.", "delivery <3 March 2026>"],
    ["The discount is 20 %.", "share <20 %>"],
    ["The limit is 100.", "limit <100>"],
    ['{"status":"active","auto_renew":"no"}', "account_status <active>"],
    ["Die Rückgabefrist beträgt 14 Tage und kann nicht verlängert werden.", "refund_window <14 Tage>"],
    ["Wie weit, in metrischen Einheiten?", "units <metrischen>"],
    ["Le délai de remboursement est de 14 jours.", "refund_window <14 jours>"],
    ["El plazo de devolución es de 14 días.", "refund_window <14 días>"],
    ["返金期間は14日です。", "refund_window <14日>"],
    ["退款期限为14天。", "refund_window <14天>"],
    ["İade süresi 14 gün.", "refund_window <14 gün>"],
    ["환불 기간은 14일입니다.", "refund_window <14일입니다>"],
    ["Okres zwrotu wynosi 14 dni.", "refund_window <14 dni>"],
    ["Срок возврата 14 дней.", "refund_window <14 дней>"],
  ])("%j", (text, expected) => {
    expect(stated(text)).toEqual([expected]);
  });
});

test("a value or a word of the topic that holds a denial is meant as it stands", () => {
  expect(stated("The status is not verified.")).toEqual(["account_status <not verified>"]);
  const topics = topicsFrom({ fee: { words: { en: ["no-show fee"] }, value: "money", resolve: "newest" } });
  expect(readClaims("The no-show fee is $5.", topics).map(({ text }) => text)).toEqual(["$5"]);
  expect(readClaims("The no-show fee is not $5.", topics)).toEqual([]);
});

test("a word denies only in the languages that the text shows: Finnish en is Spanish for in", () => {
  const topics = topicsFrom({ window: { words: { es: ["plazo"] }, value: "duration", resolve: "newest" } }, "es");
  expect(readClaims("En España el plazo es en total de 14 días.", topics).map(({ text }) => text)).toEqual(["14 días"]);
});

test("a claim that is denied or a bound is none", () => {
  expect(statedClaims("no longer 14 days", 0, TOPICS)).toEqual([]);
  expect(statedClaims("at least 14 days", 0, TOPICS)).toEqual([]);
  expect(statedClaims("14 days", 0, TOPICS)).toHaveLength(1);
});
