import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutUnits } from "../../../src/text/sentences/sentences.ts";
import { cpuWatch } from "../../support/cpu-watch.ts";

const textsOf = (text: string, language = "en") => cutUnits(text, language).map((unit) => unit.text.trim());
const groupsOf = (text: string, language = "en") => cutUnits(text, language).map(({ kind, group }) => `${kind} ${group}`);

describe("sentences", () => {
  test.each([
    ["en", ["Use tools, e.g. a hammer.", "See Dr. Smith.", "He has a Ph.D. in it.", "No. 5 is ready.", "It costs 3.5 euros."]],
    [
      "en",
      ["Fig. 3 shows it.", "The U.S. Army came.", "J. K. Rowling wrote.", "“Stop!” he said.", "Is it?", "(Yes.)", "Then go."],
    ],
    ["en", ["Is it allowed?", "No.", "The rest is."]],
    ["de", ["Nimm z. B. Wasser.", "Am 3. Mai 2024 kam Dr. Meier.", "Es gilt Art. 5 Abs. 2 DSGVO."]],
    ["de", ["Im 19. Jahrhundert war es bzw. Wurde es.", "Das war 2024.", "Dann kam er."]],
    ["fr", ["M. Dupont est là.", "Voir p. ex. Paris.", "C’est fini !"]],
    ["ja", ["これは文です。", "「はい。」と言った。", "（注。）", "次です！"]],
    ["zh", ["今天很好。", "明天呢？", "一共3.5公里。"]],
    ["ar", ["هذا نص.", "هل تفهم؟", "نعم."]],
    ["hi", ["डॉ. राम आए।", "वह है।"]],
    ["th", ["สวัสดีครับ", "ไม่มีอาการ"]],
  ])("of %s are cut at their ends: %j", (language, sentences) => {
    const blank = language === "ja" || language === "zh" ? "" : language === "th" ? "\n" : " ";
    expect(textsOf(sentences.join(blank), language)).toEqual(sentences);
  });

  test("go on over a line break inside them, and end at one behind their end", () => {
    expect(textsOf("We refund the whole\nPrice of it. no more\nthan that.\nask us.")).toEqual([
      "We refund the whole\nPrice of it. no more\nthan that.",
      "ask us.",
    ]);
    expect(textsOf("On the\n3. of May we open, e.g.\nAt noon.")).toEqual(["On the\n3. of May we open, e.g.\nAt noon."]);
  });

  test("are the lines where lines have labels", () => {
    expect(textsOf("Name: Ann Bell\nPlan: gold")).toEqual(["Name: Ann Bell", "Plan: gold"]);
  });
});

describe("structure", () => {
  test("a list belongs to the line that leads to it", () => {
    expect(groupsOf("First. You need:\n- a\n- b\n  more\nlazy\n\nThen go.")).toEqual([
      "sentence 0",
      "sentence 1",
      "item 1",
      "item 1",
      "sentence 2",
    ]);
    expect(groupsOf("You need:\n\n1. a\n\n2. b")).toEqual(["sentence 0", "item 0", "item 0"]);
    expect(groupsOf("It is over.\n\n* a\n* b")).toEqual(["sentence 0", "item 1", "item 1"]);
    expect(groupsOf("必要：\n・水\n・塩", "ja")).toEqual(["sentence 0", "item 0", "item 0"]);
  });

  test("the rows of a table are one group with their heads", () => {
    const rows = Array.from({ length: 60 }, (_, row) => `| plan ${row} | ${row} |\n`).join("");
    const units = cutUnits(`Prices:\n| Plan | Price |\n|---|---|\n${rows}\nAfter it.`, "en");
    expect(units.filter(({ kind }) => kind === "row")).toHaveLength(62);
    expect(new Set(units.slice(0, -1).map(({ group }) => group)).size).toBe(1);
    expect(units.at(-1)).toMatchObject({ kind: "sentence", group: 1 });
    expect(groupsOf("a\tb\nc\td")).toEqual(["row 0", "row 0"]);
  });

  test("code is one unit, whatever stands in it and whether or not somebody closes it", () => {
    expect(groupsOf("```\n# no\n- no. No.\n\n```\nYes.")).toEqual(["code 0", "sentence 1"]);
    expect(groupsOf("~~~\n```\nOne. Two.")).toEqual(["code 0"]);
    expect(groupsOf("- run\n  ```\n  # no\n  ```\n- b")).toEqual(["item 0", "item 0"]);
  });

  test("headings have their level", () => {
    const levels = (text: string) => cutUnits(text, "en").map(({ level }) => level);
    expect(levels("# A\nB.\n## C\nD\n=\n**E**\n#no\n")).toEqual([1, 0, 2, 1, 7, 0]);
  });
});

const piece = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "\n",
    "\r\n",
    "\n\n",
    "- ",
    "1. ",
    "# ",
    "| a | b |\n",
    "|---|---|\n",
    "```\n",
    "---\n",
    "Dr. ",
    "z. B. ",
    "A cat. ",
    "次。",
    "：\n",
  ),
);

describe("for any text", () => {
  test("the units make up the text, have something in them, and groups are runs", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom("en", "de", "ja", "th", "x", ""), (pieces, language) => {
        const text = pieces.join("");
        const units = cutUnits(text, language);
        expect(units.map((unit) => unit.text).join("")).toBe(text);
        for (const [place, { group, text: own }] of units.entries()) {
          expect(own).not.toBe("");
          expect(group - (units[place - 1]?.group ?? -1)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a long text is cut like its parts, in time that grows with its length", () => {
    const sentence = "あ This is a sentence that holds words. ";
    const took = cpuWatch();
    expect(cutUnits(sentence.repeat(5_000), "en").map((unit) => unit.text)).toEqual(Array(5_000).fill(sentence));
    for (const line of ["- x\n", "|a|\n\n", "```\n", "A: b\n\n", "\n \n", "x "]) cutUnits(line.repeat(5_000), "en");
    expect(took()).toBeLessThan(40_000);
  });
});
