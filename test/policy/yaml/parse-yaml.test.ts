/** YAML: what is refused, and the places of what is read. */
import { describe, expect, test } from "vitest";
import { parseYaml } from "../../../src/policy/yaml/parse-yaml.ts";

const codes = (text: string): readonly string[] =>
  parseYaml(text, "x.yaml").problems.map(({ line, column, code }) => `${line}:${column} ${code}`);

describe("refused, with the place", () => {
  test.each([
    ["a: !secret\nb: 1\n", ["1:4 tag"]],
    ["a: !!str\n", ["1:4 tag"]],
    ["a: !!omap [b: 1]\n", ["1:4 tag"]],
    ["a: !!set {b, c}\n", ["1:4 tag"]],
    ["a: !!binary aGk=\n", ["1:4 tag"]],
    ["a: !!timestamp 2020-01-01\n", ["1:4 tag"]],
    ["a: !<tag:yaml.org,2002:str> 1\n", ["1:4 tag"]],
    ["!x\na: 1\n", ["1:1 tag"]],
    ["a: &x\nb: 1\n", ["1:4 alias"]],
    ["a: [&x 1, *x]\n", ["1:5 alias"]],
    ["? &k a\n: b\n", ["1:3 alias"]],
    ["a: { <<: { b: 1 } }\n", ["1:6 alias"]],
    ['"<<": { b: 1 }\n', ["1:1 alias"]],
    ["a: 1\nb: 2\na: 3\na: 4\n", ["3:1 duplicate-key", "4:1 duplicate-key"]],
    ['a: 1\n"a": 2\n', ["2:1 duplicate-key"]],
    ["a: { b: 1, b: 2 }\n", ["1:12 duplicate-key"]],
    ["1: a\n1: b\n", ["2:1 duplicate-key"]],
    ["a:\n  __proto__: { b: 1 }\n", ["2:3 forbidden-key"]],
    ['"constructor": 1\nprototype: 2\n', ["1:1 forbidden-key", "2:1 forbidden-key"]],
    ["? [a, b]\n: c\n", ["1:3 yaml-syntax"]],
    ["a: {{ b }}\n", ["1:4 yaml-syntax"]],
    ["a: 1\n---\nb: 2\n", ["2:1 several-documents"]],
    ["a: 1\n...\nb: 2\n", ["3:1 several-documents"]],
    ["%YAML 1.1\n---\na: no\n", ["1:1 directive"]],
    ["%FOO\n---\na: 1\n", ["1:1 directive"]],
    ["a:\n\tb: 1\n", ["2:1 tab"]],
    ["a:\n  - b\n\t- c\n", ["3:1 tab"]],
    ["a: [1,\n\t2]\n", ["2:1 tab"]],
    ["a: 1\rb: 2\r", ["1:5 control-character"]],
    ["a: \u0000\n", ["1:4 control-character"]],
    ["a: \uD800\n", ["1:4 control-character"]],
    ["\uFEFF\uFEFFa: 1\n", ["1:1 control-character"]],
    ["", ["1:1 empty-file"]],
    ["# nothing\n\n", ["1:1 empty-file"]],
    ["---\n", ["1:1 empty-file"]],
  ])("%j", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

describe("read as YAML 1.2", () => {
  test.each([
    ["a: no\nb: on\nc: yes\n", { a: "no", b: "on", c: "yes" }],
    ["a: 2026-03-14\nb: 12:30:45\nc: 1_000\n", { a: "2026-03-14", b: "12:30:45", c: "1_000" }],
    ["a: 010\nb: 0o10\nc: 0x10\n", { a: 10, b: 8, c: 16 }],
    ["a: true\nb: null\nc: ~\nd:\n", { a: true, b: null, c: null, d: null }],
    ["2: x\n1.50: y\ntrue: z\n", { "2": "x", "1.50": "y", true: "z" }],
    ["\uFEFFa: 1\r\nb: |\r\n  x\r\n  y\r\n", { a: 1, b: "x\ny\n" }],
    ["---\na: 1\n...\n", { a: 1 }],
    ["a:\t1\t# tabs between words are fine\n", { a: 1 }],
    ['a: "\\u202E"\n', { a: "\u202E" }],
    ["toString: 1\nhasOwnProperty: 2\n", { toString: 1, hasOwnProperty: 2 }],
  ])("%j", (text, value) => {
    const { yaml, problems } = parseYaml(text, "x.yaml");
    expect(problems).toEqual([]);
    expect(yaml?.value).toEqual(value);
  });
});

describe("places", () => {
  const TEXT = '\uFEFF# x\r\na:\r\n  - b: 1\r\n    "c": { d: 007, e: }\r\n  -\r\n    - "🏃 f"\r\ng: |\r\n  text\r\n';
  const { yaml } = parseYaml(TEXT, "x.yaml");
  test.each([
    [[], "value", "2:1"],
    [["a"], "key", "2:1"],
    [["a"], "value", "3:3"],
    [["a", 0, "b"], "value", "3:8"],
    [["a", 0, "c"], "key", "4:5"],
    [["a", 0, "c", "d"], "key", "4:12"],
    [["a", 0, "c", "d"], "value", "4:15"],
    [["a", 0, "c", "e"], "value", "4:20"],
    [["a", 1, 0], "value", "6:7"],
    [["g"], "value", "7:4"],
    [["a", 0, "nowhere"], "value", "3:5"],
    [["nowhere", "at", "all"], "key", "1:1"],
  ] as const)("%j %s", (path, where, expected) => {
    const place = yaml?.at(path, where);
    expect(`${place?.line}:${place?.column}`).toBe(expected);
  });

  test("a scalar is known as it is written", () => {
    expect(yaml?.written(["a", 0, "c", "d"])).toBe("007");
    expect(yaml?.written(["a"])).toBeNull();
    expect(yaml?.written(["nowhere"])).toBeNull();
  });
});
