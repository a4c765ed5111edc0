import { describe, expect, test } from "vitest";
import { toolText } from "../../../src/pipeline/conversation/tool-result.ts";
import { smallPolicy } from "../../support/small-policy.ts";

const { policy } = await smallPolicy("", {
  "sources.yaml": `tool_results:
  lookup: { keep: [/a, /b], line: "{{ a }} and {{ b }}", on_error: "lookup failed" }
  raw: { keep: [/a] }
  total: { keep: [/a], line: "{{ a | number }} in all" }
`,
});

const textOf = (text: string, tool: string | null = "lookup") =>
  toolText({ tool, text, status: "ok", zone: "UTC" }, policy.toolRules);
const nested = (depth: number, inner = "1"): string => `${'{"a":'.repeat(depth)}${inner}${"}".repeat(depth)}`;

describe("JSON that nests deeper than any answer", () => {
  test.each([33, 5_000, 100_000])("%d containers: nothing can be kept of it, and nothing else of it goes on", (depth) => {
    for (const tool of ["lookup", "raw"]) {
      expect(textOf(nested(depth), tool)).toMatchObject({ replaced: true });
      expect(textOf(`  ${nested(depth)}`, tool)).toMatchObject({ replaced: true });
    }
  });

  test("32 are read", () => {
    expect(textOf(nested(32), "raw")).toEqual({ text: `{"a":${nested(31)}}`, replaced: false, whole: false, hidden: false });
  });

  test("where nothing says what to keep it goes on as the text that it is", () => {
    expect(textOf(nested(5_000), null)).toEqual({ text: nested(5_000), replaced: false, whole: true, hidden: false });
  });
});

test("brackets inside of texts do not count", () => {
  expect(textOf(JSON.stringify({ a: "[".repeat(100), b: 2 })).text).toBe(`${"[".repeat(100)} and 2`);
});

test.each(["", "\n", " \t ", "\u200b", "\u00a0\r\n"])("of a text of nothing, %j, goes on the line", (text) => {
  expect(textOf(text)).toEqual({ text: "lookup failed", replaced: true, whole: false, hidden: false });
  expect(textOf(text, null).text).toBe("tool failed");
});

describe("numbers that double precision would change", () => {
  test.each([
    ['{"a":90071992547409931,"b":-90071992547409931}', "90071992547409931 and -90071992547409931"],
    [
      '{"a":[12345678901234567890],"b":{"id":12345678901234567890}}',
      '{"a":["12345678901234567890"],"b":{"id":"12345678901234567890"}}',
    ],
    ['{"a":0.12345678901234567891,"b":1e400}', "0.12345678901234567891 and 1e400"],
    ['{"a":9007199254740991,"b":0.1}', "9,007,199,254,740,991 and 0.1"],
    ['{"a":"90071992547409931","b":"no 90071992547409931"}', "90071992547409931 and no 90071992547409931"],
  ])("stand as written: %s", (text, told) => expect(textOf(text).text).toBe(told));

  test("are a number to a line that asks for one, in its groups", () => {
    expect(textOf('{"a":90071992547409931}', "total").text).toBe("90,071,992,547,409,931 in all");
    expect(textOf('{"a":"9007"}', "total").text).toBe('{"a":"9007"}');
  });

  test("stand so without a line too", () => {
    expect(textOf('{"a":12345678901234567890}', "raw").text).toBe('{"a":"12345678901234567890"}');
  });
});

test("members named like a prototype are members", () => {
  expect(textOf('{"__proto__":{"a":1},"b":2}', "raw")).toMatchObject({ replaced: true });
});

describe("a value that its place in the line cannot take", () => {
  test.each([
    ['{"a":{"x":1},"b":2}', '{"a":{"x":1},"b":2}'],
    ['{"a":1,"b":[2]}', '{"a":1,"b":[2]}'],
    ['{"a":1,"b":"two"}', "1 and two"],
    ['{"a":false,"b":0}', "false and 0"],
  ])("of %s: JSON in place of the line", (text, told) => {
    expect(textOf(text)).toMatchObject({ text: told, replaced: false });
  });

  test.each([
    ['{"on":"2026-03-03","n":1500}', "3 Mar 2026, 1,500"],
    ['{"on":"soon","n":1500}', '{"on":"soon","n":1500}'],
    ['{"on":true,"n":1500}', '{"on":true,"n":1500}'],
    ['{"on":"2026-03-03","n":"1500"}', '{"on":"2026-03-03","n":"1500"}'],
  ])("of a filter, %s", async (text, told) => {
    const dated = await smallPolicy("language: en-GB\n", {
      "sources.yaml": 'tool_results:\n  order: { keep: [/on, /n], line: "{{ on | date }}, {{ n | number }}" }\n',
    });
    expect(toolText({ tool: "order", text, status: "ok", zone: "UTC" }, dated.policy.toolRules).text).toBe(told);
  });
});

test("a result that is no JSON has no places to keep: the policy's line stands for it, where a rule keeps places", () => {
  for (const text of ["<html>login</html>", "Error: timed out", '{"a":', "42", '"text"'])
    expect(textOf(text)).toEqual({ text: "lookup failed", replaced: true, whole: false, hidden: false });
  expect(textOf("<html>login</html>", null)).toMatchObject({ replaced: false, whole: true });
});

test("a JSON text of nothing is as empty as a list, an object or null of nothing", () => {
  for (const text of ['""', ' "  " ', "[]", "{}", "null", ""])
    for (const tool of ["lookup", null]) expect(textOf(text, tool)).toMatchObject({ replaced: true });
});
