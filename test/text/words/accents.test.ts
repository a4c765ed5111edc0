import { describe, expect, test } from "vitest";
import { accentsOf } from "../../../src/text/words/accents.ts";

describe("the accents of a word", () => {
  test.each([
    ["te", ""],
    ["TE", ""],
    ["tê", "\u0302"],
    ["tế", "\u0301\u0302"],
    ["TẾ", "\u0301\u0302"],
    ["đau", "đ"],
    ["ĐAU", "đ"],
    ["đầu", "đ\u0300\u0302"],
  ])("of %j are %j", (word, accents) => {
    expect(accentsOf(word)).toBe(accents);
  });

  test.each([
    ["hòa", "hoà"],
    ["khỏe", "khoẻ"],
    ["thuỷ", "thủy"],
    ["phục", "phu\u0323c"],
  ])("of %j are those of %j, whichever letter bears them and however it is encoded", (one, other) => {
    expect(accentsOf(one)).toBe(accentsOf(other));
    expect(accentsOf(one.normalize("NFD"))).toBe(accentsOf(one));
    expect(accentsOf(one)).not.toBe("");
  });

  test.each(["й", "ё", "ά", "गा", "が", "เจ็บ", "한"])(
    "are those of Latin letters alone: %j has none, in both encodings",
    (word) => {
      expect([accentsOf(word.normalize("NFC")), accentsOf(word.normalize("NFD"))]).toEqual(["", ""]);
    },
  );
});
