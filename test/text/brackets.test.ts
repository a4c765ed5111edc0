/** What counts as a pair of brackets in a text, and what of it is code, a link or a box to tick. */
import { describe, expect, test } from "vitest";
import { bracketsIn, foldLabel } from "../../src/text/brackets.ts";
import { cpuWatch } from "../support/cpu-watch.ts";

const inners = (text: string): readonly string[] => bracketsIn(text).map(({ inner }) => inner);

describe("brackets", () => {
  test.each([
    ["Rest. [Injury readiness]", ["Injury readiness"]],
    ["a[1]b [2,3] [^4] [5][6]", ["1", "2,3", "^4", "5", "6"]],
    ["[[inner]] [a [b] c]", ["inner", "b"]],
    ["【4.2】 ［准备］ 〔表〕", ["4.2", "准备", "表"]],
    ["[open [closed] ] [never", ["closed"]],
    ["[over \r\n two lines] [one]", ["over two lines", "one"]],
    ["[over\nthree\nlines] [over a\n\nparagraph] [one]", ["one"]],
    ["［mixed] [mixed］", []],
    ["`[code]` ``a ` [b]`` [c]", ["c"]],
    ["```\n[fence]\n``` [after]", ["after"]],
    ["```\n[fence]\n```\n[after]\n~~~js\na[0]\n```\nb[1]\n~~~~\n[then]", ["after", "then"]],
    ["````\n[a]\n```\n[b]\n````\n[c]", ["c"]],
    ["[before]\n```js\na[0] = b[1];\n\n[cut]", ["before"]],
    ["a ```` b [in a line] and ~~~ [too]", ["in a line", "too"]],
    ["a lone ` before [this]", ["this"]],
    ["[`code`] [see `a[0]` there]", ["`code`", "see `a[0]` there"]],
    ["- [ ] to do\n- [x] done\n[]", []],
    ["![picture](u) [^1]: a footnote\n[^1]: its text\n[ref]: https://a.example", ["^1"]],
    ["[Returns]: thirty days\n  [Sleep]: short\n[a]: <www.b.example>\n[b]: /c\n[c]: #d", ["Returns", "Sleep"]],
    [`[${"a".repeat(401)}] [${"a".repeat(400)}]`, ["a".repeat(400)]],
  ])("of %j", (text, expected) => {
    expect(inners(text)).toEqual(expected);
  });

  test("have their places in the text, and links and formulas are told apart", () => {
    const loose = (text: string) => bracketsIn(text).map((one) => one.loose);
    expect([loose("[a]: b"), loose("So [a]: b"), loose("[`a`]")]).toEqual([[true], [false], [true]]);
    expect(bracketsIn("So [this](u) or \\[E\\] or [that] [a\nb]")).toEqual([
      { start: 3, end: 9, inner: "this", loose: true },
      { start: 17, end: 21, inner: "E", loose: true },
      { start: 25, end: 31, inner: "that", loose: false },
      { start: 32, end: 37, inner: "a b", loose: true },
    ]);
  });

  test("are found in time that grows with the text", () => {
    for (const part of ["[", "]", "[a]", "`", "` ``", "[^1]: ", "![", "](", "\n[", "```\n", "\n~~~a", "`a` "]) {
      const took = cpuWatch();
      bracketsIn(part.repeat(200_000));
      expect(took()).toBeLessThan(2_000);
    }
  });
});

test("a label is compared without case, width, accents, quotes and emphasis", () => {
  for (const spelled of [
    "Injury readiness",
    "INJURY  READINESS",
    "“Injury readiness”",
    "**Injury readiness**",
    "Ｉnjury readiness",
    "`Injury readiness`",
    "Injury\u200B readi\u00ADness\uFEFF",
  ]) {
    expect(foldLabel(spelled)).toBe("injury readiness");
  }
  expect(foldLabel("Préparation")).toBe(foldLabel("preparation"));
  expect(foldLabel("गाना")).not.toBe(foldLabel("गन"));
});
