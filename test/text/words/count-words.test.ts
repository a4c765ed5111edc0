/** Words are counted as people count them, in every script. */
import { expect, test } from "vitest";
import { countWords } from "../../../src/text/words/count-words.ts";
import { cpuWatch } from "../../support/cpu-watch.ts";

test.each([
  ["", 0],
  ["  \n — … 🙂 **", 0],
  ["Rest today.", 2],
  ["It's 10:30, and 1,200.50 km in l'eau", 7],
  ["well-known", 2],
  ["Größe ändert nichts", 3],
  ["Сегодня лучше отдохнуть", 3],
  ["오늘은 쉬는 것이 좋습니다", 4],
  ["训练之前的恢复指数是六十二分，今天可以轻松跑步。", 12],
  ["私は学生です", 4],
  ["ฉันรักคุณ", 3],
  ["今天跑 10 km 就好", 5],
])("%j has %i", (text, words) => {
  expect(countWords(text)).toBe(words);
});

test("a long text without spaces takes bounded time, and is estimated by its length", () => {
  const sentence = "训练之前的恢复指数是六十二分，";
  const took = cpuWatch();
  const words = countWords(sentence.repeat(15_000));
  expect(took()).toBeLessThan(5_000);
  const each = countWords(sentence);
  expect(Math.abs(words / (each * 15_000) - 1)).toBeLessThan(0.05);
});
