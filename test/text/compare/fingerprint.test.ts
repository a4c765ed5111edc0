import { describe, expect, test } from "vitest";
import { createFingerprints, readFingerprint } from "../../../src/text/compare/fingerprint.ts";
import { compareWords } from "../../../src/text/compare/words.ts";
import { cpuWatch } from "../../support/cpu-watch.ts";

const normal = (text: string) => readFingerprint(text).normal;
const claims = (text: string) => readFingerprint(text).claims;

describe("the normal form", () => {
  test.each([
    ["Refunds  within\n14 days.", "refunds within 14 days"],
    ["> Refunds within\n> 14 days", "refunds within 14 days"],
    ["> > - **Refunds** within\n  * `14` days", "refunds within 14 days"],
    ["## Refunds\n=====\n\n• within 14 days", "refunds within 14 days"],
    ["Re\u200Bfunds within\u00A014 da\u00ADys", "refunds within 14 days"],
    ["Ｒｅｆｕｎｄｓ within １４ days", "refunds within 14 days"],
    ["don’t — “stop”!", 'don\'t - " stop "'],
    ["_Free_ **of** `charge`, 5* 2 * 3 a_b", "free of charge , 5 * 2 * 3 a_b"],
    ["14-day and/or e.g. example.com...", "14-day and/or e.g . example.com ..."],
    ["| a | | 5 |", "| a | | 5 |"],
    ["a,,5 ,5", "a , , 5 ,5"],
    ["خلال ٣ أيام", "خلال 3 أيام"],
    ["३ दिन में", "3 दिन में"],
    ["3月退款。", "3 月 退 款"],
    ["ภายใน 3 วัน", "ภ า ย ใ น 3 วั น"],
    ["-5 °C, 1,000.50 12:30", "-5 ° c , 1,000.50 12:30"],
    ["a * b", "a * b"],
    ["!!!", "!!!"],
  ])("of %j is %j", (text, form) => expect(normal(text)).toBe(form));

  test.each([
    ["$5", "€5"],
    ["5", "-5"],
    ["> 5 days".slice(2), ">5 days"],
    ["10²", "102"],
    ["2½", "21/2"],
    ["a != b", "a = b"],
    ["price * 2", "price / 2"],
    ["ok ✅", "ok ❌"],
    ["año", "ano"],
    ["Allowed?", "Allowed."],
    ["a".repeat(100), `${"a".repeat(99)}b`],
    [".5mg", "5mg"],
    ["0.5% or .5%", "0.5% or 5%"],
    ["Costs. 5 mg", "Costs .5 mg"],
    ["$.50", "$50"],
    [".50 EUR", "50 EUR"],
    [",5 %", "5 %"],
    ["-$50", "$50"],
    ["–$50", "$50"],
    ["−$50", "$50"],
    ["-€50", "€50"],
    ["$-50", "$50"],
    ["10,00- €", "10,00 €"],
    ["($5)", "$5"],
    ["(5)", "5"],
    ["[5]", "5"],
    ["| Devices | | 5 |", "| Devices | 5 | |"],
    ["a,,5", "a,5,"],
    ["a;;5", "a;5;"],
    ["No refunds after May.", "No. Refunds after May."],
    ["No refunds after May.", "No, refunds after May."],
    ["No: refunds after May", "No refunds after May"],
    ["No - refunds after May", "No refunds after May"],
    ["No… refunds after May", "No refunds after May"],
    ["It is “free”.", "It is free."],
    ["The dogs' food", "The dogs food"],
    ["re-sign", "resign"],
    ["re-cover", "re cover"],
    ["5*", "5"],
    ["a/b", "a b"],
    ["不，可以。", "不可以。"],
    ["不。可以。", "不可以。"],
    ["لا، يمكن", "لا يمكن"],
  ])("tells %j and %j apart", (one, other) => expect(normal(one)).not.toBe(normal(other)));
});

test.each([
  ["Refunds within 14 days", "refunds\n within  14 days."],
  ["It is “free” – don’t pay", 'It is "free" — don\'t pay!'],
  ["**Free** of charge", "Free of charge"],
  ["|a|b|", "| a | b |"],
  ["one\n\n---\n\ntwo", "one\n***\ntwo"],
  ["«oui»", '"oui"'],
])("%j and %j are the same text", (one, other) => expect(normal(one)).toBe(normal(other)));

test.each([
  ["Delivery on 3 March", "Delivery on 13 March"],
  ["limit 1000", "limit 10000"],
  ["take 5 mg daily", "take 5 g daily"],
  ["costs $5 now", "costs €5 now"],
  ["USD 5 a day", "EUR 5 a day"],
  ["at 5 °C", "at 5 °F"],
  ["重3公里内", "重3公尺内"],
  ["三天内退款", "五天内退款"],
  ["หนัก 5 กิโลกรัม", "หนัก 5 กิโลเมตร"],
  ["خلال ٣ أيام", "خلال ٤ أيام"],
])("%j and %j claim different things", (one, other) => expect(claims(one)).not.toBe(claims(other)));

test("a shared run of eight words shares an anchor, wherever it stands", () => {
  const run = "one two three four five six seven eight";
  for (let before = 0; before < 40; before += 1) {
    const left = Array.from({ length: before }, (_, index) => `l${index}x`).join(" ");
    const right = Array.from({ length: 50 - before }, (_, index) => `r${index}y`).join(" ");
    const other = readFingerprint(`${left} ${run} ${right}`);
    expect(readFingerprint(run).anchors.every((anchor) => other.anchors.includes(anchor))).toBe(true);
  }
});

test("anchors begin where they say", () => {
  const {
    anchors,
    anchorsAt,
    normal: form,
  } = readFingerprint("The quick 用docker部署 brown fox, jumps over 13 lazy dogs today again");
  anchors.forEach((anchor, index) => {
    const words = form.slice(anchorsAt[index]).split(" ").slice(0, 3).join(" ");
    expect(readFingerprint(words).shingles).toEqual(Uint32Array.of(anchor));
  });
});

test("texts under three words have their words as shingles", () => {
  expect(readFingerprint("is allowed").shingles).toHaveLength(2);
  expect(readFingerprint("is not allowed").shingles).toHaveLength(1);
});

test.each([
  ["one word", "x".repeat(200_000)],
  ["marks out of order", `a${"\u0301\u0316".repeat(100_000)}`],
  ["quote marks", ">".repeat(200_000)],
  ["blanks", " ".repeat(200_000)],
  ["no spaces", "部".repeat(200_000)],
  ["signs", "$".repeat(200_000)],
  ["numbers", "1 ".repeat(100_000)],
  ["lines", "> - # \n".repeat(30_000)],
])("a hostile text of %s is read in time that follows its length", (_, text) => {
  const took = cpuWatch();
  readFingerprint(text);
  // Marks in quadratic time take over 20 s.
  expect(took()).toBeLessThan(8000);
});

test("the words of a text have a kind each", () => {
  const { words, kinds } = compareWords("5kg 三 天 $ word, more.");
  expect(words).toHaveLength(kinds.length);
  expect(kinds).toEqual([2, 3, 1, 4, 0, 5, 0]);
});

test("the claim of one number is no shingle of its text: salted with it, all such texts would share one", () => {
  const print = readFingerprint("Note 77921 plan month return order");
  expect(print.shingles).not.toContain(print.claims);
});

test("what is kept is the same object, and nothing is kept at 0", () => {
  const kept = createFingerprints(100_000);
  expect(kept("some text")).toBe(kept("some text"));
  const none = createFingerprints(0);
  expect(none("some text")).not.toBe(none("some text"));
});
