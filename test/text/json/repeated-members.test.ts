/** Members that stand twice in a JSON text: found wherever they are, and nothing else is. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatedMembers } from "../../../src/text/json/repeated-members.ts";

const found = (json: string) =>
  repeatedMembers(json, JSON.parse(json)).map(({ path, first, again }) => [`/${path.join("/")}`, first, again]);

describe("repeated members", () => {
  it.each([
    ["at the top", '{"a":1,"a":2}', [["/a", 1, 7]]],
    ["in an object in a list", '[0,{"a":[1,{"b":1,"b":2}]}]', [["/1/a/1/b", 12, 18]]],
    ["after a list and an object of the same object", '{"a":[{"a":1},"a"],"b":{"a":1},"a":2}', [["/a", 1, 31]]],
    ["with blanks before the colon", '{"a"\n\t : 1, "a" :2}', [["/a", 1, 12]]],
    ["under an escape", '{"a":1,"\\u0061":2}', [["/a", 1, 7]]],
    ["with a quote in the name", '{"\\"":1,"\\"":2}', [['/"', 1, 8]]],
    ["with a backslash at the end of the name", '{"\\\\":1,"\\\\":2}', [["/\\", 1, 8]]],
    ["with an empty name", '{"":1,"":2}', [["/", 1, 6]]],
    [
      "three times",
      '{"a":1,"a":2,"a":3}',
      [
        ["/a", 1, 7],
        ["/a", 1, 13],
      ],
    ],
    [
      "inside what is there twice itself",
      '{"a":{"b":1,"b":2},"a":0}',
      [
        ["/a/b", 6, 12],
        ["/a", 1, 19],
      ],
    ],
  ])("%s", (_where, json, expected) => {
    expect(found(json)).toEqual(expected);
  });

  it.each([
    ["one name in two objects", '[{"a":1},{"a":1}]'],
    ["a name as a value", '{"a":"a","b":["a","a"]}'],
    ["JSON inside a string", '{"a":"{\\"b\\":1,\\"b\\":2}"}'],
    ["a colon after a value in a string", '{"a":"x\\\\","b":"\\": "}'],
    ["a bare text", '"a"'],
    ["names that differ in case", '{"a":1,"A":2}'],
    ["names of an object's own", '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
  ])("not: %s", (_what, json) => {
    expect(found(json)).toEqual([]);
  });

  it("lists 100 at the most", () => {
    expect(found(`{"a":1${',"a":1'.repeat(1_000)}}`)).toHaveLength(100);
  });

  it("looks at any depth", () => {
    const deep = 1_000;
    expect(found(`${"[".repeat(deep)}{"a":1,"a":2}${"]".repeat(deep)}`)).toHaveLength(1);
  });

  it("finds none in what a serializer wrote, and the one that is put in", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: "binary" }), fc.boolean(), (value, name, blanks) => {
        const inner = JSON.stringify(value, null, blanks ? 1 : 0);
        expect(found(inner)).toEqual([]);
        const key = JSON.stringify(name);
        const prefix = `[${inner},{${key}:${inner},`;
        expect(found(`${prefix}${key}:0}]`)).toEqual([[`/1/${name}`, inner.length + 3, prefix.length]]);
      }),
    );
  });
});
