import { expect, test } from "vitest";
import { knownValuesOf, parseKnownYaml } from "../../../src/policy/yaml/known-values.ts";
import { parseYaml } from "../../../src/policy/yaml/parse-yaml.ts";

const TEXT = `\uFEFF# words\r
title: "a\\ttab"\r
lists:\r
  one: [1, 2.5, yes, true, null, ~]\r
  "2": |\r
    two\r
    lines\r
empty:\r
url: '\${HOST:-x}'\r
`;

test("a known text gives the value, the places and the spelling that reading it gives", () => {
  const known = parseKnownYaml(TEXT, "a.yaml", knownValuesOf([TEXT]));
  const read = parseYaml(TEXT, "a.yaml");
  expect(known.problems).toEqual([]);
  expect(known.yaml).toMatchObject({ file: "a.yaml", poisoned: [] });
  expect(JSON.stringify(known.yaml?.value)).toBe(JSON.stringify(read.yaml?.value));
  for (const path of [[], ["title"], ["lists", "one", 3], ["lists", "2"], ["empty"], ["url"], ["absent", "below"]]) {
    for (const where of ["key", "value"] as const) expect(known.yaml?.at(path, where)).toEqual(read.yaml?.at(path, where));
    expect(known.yaml?.written(path)).toBe(read.yaml?.written(path));
  }
});

test("what is known of a text is taken as it is; of a text that differs in one character nothing is known", () => {
  const [[digest] = []] = knownValuesOf(["a: 1\n"]);
  const known = new Map([[digest as string, { a: "told" }]]);
  const saidBy = (text: string): unknown => parseKnownYaml(text, "a.yaml", known).yaml?.value;
  expect(saidBy("a: 1\n")).toEqual({ a: "told" });
  expect(["a: 1", "a: 1\r\n", "a: 2\n", "\uFEFFa: 1\n"].map(saidBy)).toEqual([{ a: 1 }, { a: 1 }, { a: 2 }, { a: 1 }]);
});

test("halves of surrogate pairs are not taken for the character that UTF-8 has in their place", () => {
  const known = knownValuesOf(["a: \uFFFD\n"]);
  expect(parseKnownYaml("a: \uD800\n", "a.yaml", known).problems).toMatchObject([{ code: "control-character" }]);
});

test.each(["a: 1\na: 2\n", "a: [1\n", "a: &x 1\nb: *x\n", "a: !!str 1\n", "", "a: .inf\n", "a: -0.0\n", "a: .nan\n"])(
  "of %j nothing is known: it has a fault, or JSON writes another value",
  (text) => {
    const known = knownValuesOf([text]);
    expect(known.size).toBe(0);
    expect(parseKnownYaml(text, "a.yaml", known).problems).toEqual(parseYaml(text, "a.yaml").problems);
  },
);
