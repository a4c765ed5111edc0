import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePayload, resultOfText } from "../../src/sources/payload.ts";

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;

test("every JSON object comes back equal, and frozen to the last container", () => {
  const key = fc.string().filter((name) => name !== "__proto__" && name !== "constructor");
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const well = fc.object({
    key,
    maxDepth: 3,
    values: [fc.string({ unit: "grapheme" }), fc.integer(), number, fc.constant(null)],
  });
  fc.assert(
    fc.property(well, (value) => {
      const text = JSON.stringify(value);
      const payload = parsePayload(text);
      const isFrozen = (node: unknown): boolean =>
        !isNested(node) || (Object.isFrozen(node) && Object.values(node).every(isFrozen));
      expect(JSON.stringify(payload)).toBe(JSON.stringify(JSON.parse(text)));
      expect(isFrozen(payload)).toBe(true);
    }),
  );
});

test.each([
  ["a string full of brackets is not deep", JSON.stringify({ a: '[{"'.repeat(100) }), true],
  ["a string that ends in a backslash ends where it ends", `{"a":"\\\\","b":${"[".repeat(31)}${"]".repeat(31)}}`, true],
  ["32 containers are the limit", `${'{"a":'.repeat(32)}1${"}".repeat(32)}`, true],
  ["33 containers are too many", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, false],
  ["an open string is no JSON", '{"a', false],
  ["two values are no JSON", "{}{}", false],
])("%s", (_title, text, accepted) => {
  expect(parsePayload(text) !== undefined).toBe(accepted);
});

test("a byte order mark is kept in the text and absent from the value", () => {
  expect(resultOfText('\ufeff{"a":1}', null)).toEqual({ status: "facts", payload: { a: 1 }, raw: '\ufeff{"a":1}', stale: false });
});

test("a member whose name would have to be repaired is gone, so that no repair makes a prototype of it", () => {
  expect(parsePayload('{"__pro\\u0000to__":{"admin":true},"\\udfff":1,"b":2}')).toStrictEqual({ b: 2 });
});

test.each(['{"\\u005f_proto__":{"admin":true},"b":2}', '{"__proto__":1,"b":2}', '{"b":2,"c":{"__proto__":[]}}'])(
  "%s has no member that reaches a prototype",
  (text) => {
    const payload = parsePayload(text);
    expect(JSON.stringify(payload)).not.toContain("proto__");
    expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
  },
);
