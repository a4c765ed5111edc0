import { describe, expect, test } from "vitest";
import { toolText } from "../../src/pipeline/tool-result.ts";
import { smallPolicy } from "../support/small-policy.ts";

const { policy } = await smallPolicy("", {
  "sources.yaml": `tool_results:
  lookup: { keep: [/a, /b], line: "{{ a }} and {{ b }}", on_error: "lookup failed" }
  raw: { keep: [/a] }
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

test("members named like a prototype are members", () => {
  expect(textOf('{"__proto__":{"a":1},"b":2}', "raw")).toMatchObject({ replaced: true });
});
