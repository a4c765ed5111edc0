import { describe, expect, test } from "vitest";
import { readFingerprint } from "../../../src/text/compare/fingerprint.ts";
import { knownTexts } from "../../../src/text/compare/known-texts.ts";
import { areWhole, saysAll, wholeSentencesOf } from "../../../src/text/compare/whole-sentences.ts";
import { cpuWatch } from "../../support/cpu-watch.ts";

function cut(text: string): readonly string[] {
  const { normal, starts } = wholeSentencesOf(knownTexts.find(text));
  return [...starts.slice(0, -1)].map((start, at) => normal.slice(start, (starts[at + 1] as number) - 1));
}

describe("the sentences of a text, as it is compared", () => {
  test.each([
    ["Refunds are paid. Ask us! Really? Yes.", ["refunds are paid .", "ask us !", "really ?", "yes"]],
    ["It costs 5.90 e.g. Monday, approx. ten. Fine.", ["it costs 5.90 e.g . monday , approx . ten .", "fine"]],
    ["Der Preis ist inkl. Versand nie höher. Gut.", ["der preis ist inkl . versand nie höher .", "gut"]],
    ["Das gilt ggf. Dienstag nicht. Gut.", ["das gilt ggf . dienstag nicht .", "gut"]],
    ["Viz např. Praha. Dobře.", ["viz např . praha .", "dobře"]],
    ["You can return it\nnever.", ["you can return it never"]],
    ["You can return it.\nnever.", ["you can return it .", "never"]],
    ["# Refunds\nThey are paid.\n\nAsk us", ["refunds", "they are paid .", "ask us"]],
    ["You wrote:\n> They are\n> paid.\nIs it so?", ["you wrote :", "they are paid .", "is it so ?"]],
    ["> > Deep.\n> Less deep.", ["deep .", "less deep"]],
    ["Not taken back:\n- shoes\n- hats\n\nAll else is.", ["not taken back : shoes hats", "all else is"]],
    ["| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd.", ["| a | b | | --- | --- | | 1 | 2 |", "end"]],
    ["可以退款。请联系我们！好", ["可 以 退 款 。", "请 联 系 我 们 !", "好"]],
    ["คืนได้ เสมอ\nติดต่อเรา", ["คื น ไ ด้ เ ส ม อ", "ติ ด ต่ อ เ ร า"]],
    ["هل يمكن؟ نعم.", ["هل يمكن ?", "نعم"]],
    ["no end", ["no end"]],
    ["", [""]],
    ["!!!", ["!!!"]],
    ["---\n\nText.\n\n***\n\nMore.", ["text .", "more"]],
    ["One > two.\n>5 is more", ["one > two .", "> 5 is more"]],
  ])("%j are %j", (text, sentences) => {
    expect(cut(text)).toEqual(sentences);
    expect(cut(text).join(" ")).toBe(readFingerprint(text).normal);
  });
});

test("what stands between two edges is whole", () => {
  const text = "Yes. You can return it. Never before noon.";
  const sentences = wholeSentencesOf(knownTexts.find(text));
  const at = (part: string) => sentences.normal.indexOf(part);
  expect(areWhole(sentences, at("you"), at("never"))).toBe(true);
  expect(areWhole(sentences, 0, sentences.normal.length + 1)).toBe(true);
  expect(areWhole(sentences, at("you"), at("before"))).toBe(false);
  expect(areWhole(sentences, at("can"), at("never"))).toBe(false);
});

test.each([
  ["A bit more. It is so. And so on.", "It is so.", true],
  ["A bit more. It is so. And so on.", "A bit more. And so on.", true],
  ["A bit more. It is so. And so on.", "And so on. A bit more.", false],
  ["A bit more. It is so.", "It is so. It is so.", false],
  ["A bit more. It is so.", "A bit.", false],
  ["A bit more. It is so, not.", "It is so.", false],
])("%j says all that %j says: %j", (outer, inner, says) =>
  expect(saysAll(wholeSentencesOf(knownTexts.find(outer)), wholeSentencesOf(knownTexts.find(inner)))).toBe(says),
);

test.each([
  ["stops", ". ".repeat(100_000)],
  ["quotations", `${"> ".repeat(50)}a\nb\n`.repeat(1500)],
  ["blanks before a mark", `${" ".repeat(100_000)}>`],
  ["one sentence", "word ".repeat(40_000)],
])("a hostile text of %s is read in time that follows its length", (_, text) => {
  const took = cpuWatch();
  wholeSentencesOf(knownTexts.find(text));
  // In quadratic time over 20 s.
  expect(took()).toBeLessThan(8000);
});
