/** A file becomes sections with number, path and anchor; what it says about itself becomes its head. */
import { describe, expect, test } from "vitest";
import { type CutOptions, cutDocument } from "../../src/documents/cut-document.ts";
import type { Document } from "../../src/documents/document.ts";

const OPTIONS: CutOptions = { language: "en", longest: 0, attributes: new Map(), plans: new Set(["free", "paid"]) };
const SHOWN = "policies/support/documents/travel.md";

const cut = (text: string, options: Partial<CutOptions> = {}, path = "travel.md") =>
  cutDocument(path, text, SHOWN, { ...OPTIONS, ...options });

function read(text: string, options: Partial<CutOptions> = {}, path = "travel.md"): Document {
  const { document, problems } = cut(text, options, path);
  expect(problems).toEqual([]);
  if (document === null) throw new Error("left out");
  return document;
}

const outline = (document: Document): readonly string[] =>
  document.sections.map(({ number, headings, id }) => `${number} ${headings.join(" > ")} ${id}`);

const places = (text: string, options: Partial<CutOptions> = {}, path = "travel.md"): readonly string[] =>
  cut(text, options, path).problems.map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`);

describe("headings", () => {
  test("sections are numbered by their place; the title heading numbers none of them", () => {
    const document = read("# Travel\nIntro\n## Booking\nText\n### Trains\nText\n### Planes\nText\n## Per diem\nText\n");
    expect(document.head.title).toBe("Travel");
    expect(outline(document)).toEqual([
      "0 Travel travel.md#travel",
      "1 Travel > Booking travel.md#booking",
      "1.1 Travel > Booking > Trains travel.md#trains",
      "1.2 Travel > Booking > Planes travel.md#planes",
      "2 Travel > Per diem travel.md#per-diem",
    ]);
  });

  test("a heading's own number is its number, and leaves its text", () => {
    const document = read(
      "# T\n## 4.2 Deadlines\na\n### Abroad\nb\n## § 7 Costs\nc\n## 第3条 目的\nd\n## 5) Fees\ne\n## 30 days' notice\nf",
    );
    expect(outline(document)).toEqual([
      "4.2 T > Deadlines travel.md#42-deadlines",
      "4.2.1 T > Deadlines > Abroad travel.md#abroad",
      "§ 7 T > Costs travel.md#-7-costs",
      "第3条 T > 目的 travel.md#第3条-目的",
      "5 T > Fees travel.md#5-fees",
      "6 T > 30 days' notice travel.md#30-days-notice",
    ]);
  });

  test("text before the first heading stands under the document's title", () => {
    expect(outline(read("Intro\n\n# A\na\n# B\nb", {}, "a/travel.md"))).toEqual([
      "0 travel a/travel.md#top",
      "1 A a/travel.md#a",
      "2 B a/travel.md#b",
    ]);
  });

  test("a heading inside code, a quote or a list is none", () => {
    const text = "# A\n```\n# code\n```\n> # quote\n\n- # item\n\n    # indented\n";
    expect(outline(read(text))).toEqual(["0 A travel.md#a"]);
  });

  test("an explicit anchor is kept and leaves the heading; two alike name both lines", () => {
    expect(outline(read("# A {#per-diem}\na\n# **B** [c](d)\nb"))).toEqual(["1 A travel.md#per-diem", "2 B c travel.md#b-c"]);
    expect(places("# A {#x}\na\n\n# B {#x}\nb")).toEqual([
      "4:1 duplicate-anchor: the anchor {#x} stands in line 1 and again in line 4; give one of them another",
    ]);
  });

  test("implied anchors that repeat are told apart, with a warning", () => {
    const { document, warnings } = cut("# A\na\n# A\nb\n# A\nc");
    expect(document?.sections.map(({ anchor }) => anchor)).toEqual(["a", "a-1", "a-2"]);
    expect(warnings.map(({ line, code }) => `${line} ${code}`)).toEqual(["3 repeated-anchor", "5 repeated-anchor"]);
  });

  test("a section without text is none, and stays in the path of those below", () => {
    expect(outline(read("# A\n## B\n### C\ntext\n# D\n"))).toEqual(["1.1.1 A > B > C travel.md#c"]);
  });
});

describe("front matter", () => {
  test("a fault has the line of the whole file", () => {
    const text =
      '---\r\ntitle: "A"\r\nversion: 1.10\r\nefective_from: 2026-01-01\r\nacl: { plans: [fre] }\r\napplies_to: { plan: gold }\r\n---\r\n# A\r\n';
    expect(places(text)).toEqual([
      "3:10 wrong-type: expected text, got the number 1.1 (written 1.10); put it in quotes",
      '4:1 unknown-key: "efective_from" is not a key here; did you mean "effective_from"?',
      '5:16 unknown-plan: "fre" is no plan of this policy; did you mean "free"?',
      '6:21 unknown-plan: "gold" is no plan of this policy; the plans: free, paid',
    ]);
  });

  test("a rule at the start that nothing closes is text", () => {
    expect(read("---\n# A\ntext").sections.map(({ headings, text }) => [headings, text])).toEqual([
      [["A"], "---"],
      [["A"], "text"],
    ]);
  });
});

describe("HTML", () => {
  test("headings, head and places are those of the file", () => {
    const text =
      '<!doctype html>\n<html lang="de">\n<head><title>Reisen</title>\n<meta name="winnow:key" content="travel">\n<meta name="winnow:acl" content="{ plans: [free] }"></head>\n<body><div><h1 id="start">Reise</h1><p>Text <b>fett</b></p>\n<h2>2.1 Zug</h2><table><tr><th>a</th></tr><tr><td>1</td></tr></table></div></body></html>';
    const document = read(text, {}, "travel.html");
    expect(document.head).toMatchObject({ title: "Reisen", language: "de", key: "travel", acl: { plans: ["free"] } });
    expect(document.sections.map(({ number, line, text: own, anchor }) => [number, line, anchor, own])).toEqual([
      ["0", 6, "start", "Text **fett**"],
      ["2.1", 7, "21-zug", "| a |\n| - |\n| 1 |"],
    ]);
  });
});

test("a file with NUL characters is no text", () => {
  expect(places("a\nb\0c")[0]).toMatch(/^2:2 binary-document: a NUL/);
});
