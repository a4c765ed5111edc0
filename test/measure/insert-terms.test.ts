/** Terms put into the text of a vocabulary file: the value gets them, and every other line stays as it was written. */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { unifiedDiff } from "../../src/cli/print/unified-diff.ts";
import { insertTerms } from "../../src/measure/insert-terms.ts";

const TERMS = [
  { text: "kombucha", comment: "3 of 4" },
  { text: "no", comment: "2: of 4" },
];
const PATH = ["intents", "food", "1"];

describe("inserting", () => {
  test.each<[string, string, readonly string[], string]>([
    [
      "into a list goes before its first item",
      "intents:\n  food:\n    1:\n      # old\n      - tea\n",
      PATH,
      'intents:\n  food:\n    1:\n      # old\n      - kombucha # 3 of 4\n      - "no" # 2: of 4\n      - tea\n',
    ],
    [
      "into a list in brackets breaks its line",
      "intents:\n  food:\n    1: [tea, milk]\n",
      PATH,
      'intents:\n  food:\n    1: [\n      kombucha, # 3 of 4\n      "no", # 2: of 4\n      tea, milk]\n',
    ],
    [
      "into a list in brackets of several lines breaks none",
      "intents:\n  food:\n    1:\n      [\n        tea]\n",
      PATH,
      'intents:\n  food:\n    1:\n      [\n        kombucha, # 3 of 4\n        "no", # 2: of 4\n        tea]\n',
    ],
    [
      "without the weight goes before the first lower one",
      "intents:\n  food:\n    2: [tea]\n    0.5: [milk]\n",
      PATH,
      'intents:\n  food:\n    2: [tea]\n    1:\n      - kombucha # 3 of 4\n      - "no" # 2: of 4\n    0.5: [milk]\n',
    ],
    [
      "without the language and the intent writes both",
      "# words\nintents:\n  sport:\n    terms: { en: { 2: [run] } }\n",
      ["intents", "food", "terms", "en", "1"],
      '# words\nintents:\n  food:\n    terms:\n      en:\n        1:\n          - kombucha # 3 of 4\n          - "no" # 2: of 4\n  sport:\n    terms: { en: { 2: [run] } }\n',
    ],
    [
      "without any key writes all of them at the end",
      "language: en",
      PATH,
      'language: en\nintents:\n  food:\n    1:\n      - kombucha # 3 of 4\n      - "no" # 2: of 4\n',
    ],
    [
      "keeps the line ends of Windows",
      "intents:\r\n  food:\r\n    1:\r\n      - tea\r\n",
      PATH,
      'intents:\r\n  food:\r\n    1:\r\n      - kombucha # 3 of 4\r\n      - "no" # 2: of 4\r\n      - tea\r\n',
    ],
  ])("%s", (_title, text, path, expected) => {
    expect(insertTerms(text, path, TERMS)).toBe(expected);
  });

  test.each([
    ["intents: { food: { 1: [tea], 2: [cake] } }\n", { food: { 1: ["kombucha", "no", "tea"], 2: ["cake"] } }],
    ["intents: { food: { 2: [cake] } }\n", { food: { 1: ["kombucha", "no"], 2: ["cake"] } }],
    ["intents: { sport: { 2: [run] } }\n", { food: { 1: ["kombucha", "no"] }, sport: { 2: ["run"] } }],
    ["intents:\n  food:\n    1.0: [tea]\n", { food: { 1: ["kombucha", "no", "tea"] } }],
  ])("into %j gives a file that holds both", (text, intents) => {
    expect(parse(insertTerms(text, PATH, TERMS))).toEqual({ intents });
  });
});

describe("a diff", () => {
  test("is empty where nothing changed, and from nowhere for a new file", () => {
    expect(unifiedDiff("a.yaml", "x\n", "x\n")).toEqual([]);
    expect(unifiedDiff("a.yaml", null, "x\ny\n")).toEqual(["--- /dev/null", "+++ b/a.yaml", "@@ -0,0 +1,2 @@", "+x", "+y"]);
  });

  test("has three lines around each change, and one hunk where they touch", () => {
    const before = Array.from({ length: 20 }, (_, at) => at + 1).join("\n");
    const after = before.replace("4\n", "4\nnew\n").replace("8\n", "eight\n").replace("20", "twenty");
    const NO_END = "\n\\ No newline at end of file";
    expect(unifiedDiff("p/a", before, after).join("|")).toBe(
      "--- a/p/a|+++ b/p/a|@@ -2,10 +2,11 @@| 2| 3| 4|+new| 5| 6| 7|-8|+eight| 9| 10| 11" +
        `|@@ -17,4 +18,4 @@| 17| 18| 19|-20${NO_END}|+twenty${NO_END}`,
    );
  });
});
