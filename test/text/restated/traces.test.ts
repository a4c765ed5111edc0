/** What is hashed of a statement today is what texts are compared with in a year. */
import { expect, test } from "vitest";
import { statementTraces, TRACE_VERSION } from "../../../src/text/restated/traces.ts";

test("the traces are those of version 1: who changes what any statement is known by raises TRACE_VERSION, and this number", () => {
  expect(TRACE_VERSION).toBe(1);
});

test.each([
  ["Lives at 12 Elm Street.", "lives at 12 elm street", ["12 elm street"]],
  ["At 12 Elm Street she lives. It is red!", "at 12 elm street she lives it is red", ["at 12 elm street", "12 elm street"]],
  ["**Works** at _Acme_, `since` 2019; likes (strong) tea.", "works at acme since 2019 likes strong tea", []],
  ["Sees Dr. Müller, e.g. on 3. Mai um 14:30 Uhr.", "sees dr müller e.g on 3 mai um 14:30 uhr", []],
  [
    "Calls from +44 20 7946 0018 or 0151 2345678.",
    "calls from + 44 20 7946 0018 or 0151 2345678",
    ["442079460018", "…079460018", "01512345678", "…512345678"],
  ],
  ["Writes from Anna.B@Example.org.", "writes from anna.b@example.org", ["anna.b@example.org"]],
  ["Card 4111-1111-1111-1111, flat B/2.", "card 4111-1111-1111-1111 flat b/2", ["4111111111111111"]],
  ["12\u00a0Elm\u200b Stre\u00adet, “home” – or not?", "12 elm street home or not ?", ["12 elm street"]],
  ["Ist am Ende der Straße 5 Tage lang allergisch.", "ist am ende der strasse 5 tage lang allergisch", ["strasse 5 tage"]],
  ["Живёт на улице Хрещатик, д. 1. Не ест мясо…", "живёт на улице хрещатик д 1 не ест мясо", []],
  ["Мешкає в Києві, вул. Хрещатик 1!", "мешкає в києві вул хрещатик 1", []],
  ["Ο Νίκος μένει στην ΟΔΟ Ερμού 12 Α.", "ο νίκοσ μένει στην οδο ερμού 12 α", ["οδο ερμου 12 α"]],
  ["İstanbul'da yaşıyor; ISPARTA'lı.", "i\u0307stanbul'da yaşıyor isparta'lı", []],
  ["住在北京市朝阳区12号。", "住 在 北 京 市 朝 阳 区 12 号", []],
  ["東京に住んでいます。ラーメンが好き！", "東 京 に 住 ん で い ま す ラ ー メ ン が 好 き", []],
  ["서울에 삽니다. 3시에 일어납니다.", "서울에 삽니다 3시에 일어납니다", []],
  ["อยู่กรุงเทพฯ มีแมว 2 ตัว", "อ ยู่ ก รุ ง เ ท พ ฯ มี แ ม ว 2 ตั ว", []],
  ["يسكن في القاهرة، شارع ١٢.", "يسكن في القاهرة شارع 12", []],
  ["दिल्ली में रहता है।", "दिल्ली में रहता है", []],
  ["- Takes 1,000.50 mg @ 5 °C\n- [x] Runs  5 km", "takes 1,000.50 mg 5 ° c x runs 5 km", []],
  ["N'aime pas l'École n° 12 Rue Cler; c'est \"loin\".", "n'aime pas l'école n ° 12 rue cler c'est loin", ["12 rue cler"]],
  ["?!", "?", []],
])("of version 1, as they are hashed in the stores: %j", (statement, words, values) => {
  expect(statementTraces(statement)).toEqual({ words: [words], values });
});
