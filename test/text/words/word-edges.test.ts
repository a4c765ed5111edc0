/** Edges of words in scripts without spaces: the platform's, found a stretch at a time. */
import { describe, expect, test } from "vitest";
import { edgesOf, wordEdges } from "../../../src/text/words/word-edges.ts";

const UNIT = "我的膝盖很痛，今天能不能跑步？消防员用火药、吃药；ข้าวไทย (运动)";

function compare(text: string): void {
  const edges = wordEdges(text);
  const isWord = edgesOf(text);
  for (let at = 0; at < text.length; at += 1) {
    // One sign, a pair of two, and where one begins.
    for (const end of [at + 1, at + 2, at]) {
      if (end > text.length || /[\s\p{P}]/u.test(text.slice(at, Math.max(end, at + 1)))) continue;
      expect(isWord(at, end), `${at} ${text.slice(at - 5, at + 5)} ${end}`).toBe(edges.has(at) && edges.has(end));
    }
  }
}

describe("the same edges as of the text cut whole", () => {
  test.each([
    ["between marks", UNIT],
    ["between many marks", UNIT.repeat(20)],
    ["without a mark", "我的膝盖很痛今天能不能跑步消防员用火药吃药".repeat(100)],
    ["Japanese without a mark", "走ると膝が痛いので今日は走れません薬を飲む".repeat(100)],
    ["Thai without a mark", "วิ่งแล้วเข่าเจ็บวันนี้วิ่งได้ไหมกินยา".repeat(70)],
    ["with marks inside numbers", "跑3.5公里,药12:30吃".repeat(8)],
  ])("%s", (_, text) => compare(text));
});

test("in any order of asking", () => {
  const text = "吃药".repeat(1_000);
  const isWord = edgesOf(text);
  expect([isWord(1599, 1600), isWord(1, 2), isWord(511, 512), isWord(512, 513)]).toEqual(
    [[1599, 1600] as const, [1, 2] as const, [511, 512] as const, [512, 513] as const].map(
      ([start, end]) => wordEdges(text).has(start) && wordEdges(text).has(end),
    ),
  );
});
