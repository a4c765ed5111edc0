import { describe, expect, test } from "vitest";
import { cutsSyllable } from "../../../src/text/words/unspaced.ts";

describe("a part of a text that ends within a syllable", () => {
  test.each([
    ["ไม่เกินสิบ", "กิน", true],
    ["ตลาดเกรนเจอร์", "กรน", true],
    ["อยากกินข้าว", "กิน", false],
    ["ปวดขามาก", "ปวดข", true],
    ["ปวดขามาก", "ปวดขา", false],
    ["ນອນກິນເຂົ້າ", "ຂົ້", true],
    ["吃药", "药", false],
    ["my knee", "knee", false],
  ])("in %j: %j, %j", (text, part, cuts) => {
    const start = text.indexOf(part);
    expect(cutsSyllable(text, start, start + part.length)).toBe(cuts);
  });
});
