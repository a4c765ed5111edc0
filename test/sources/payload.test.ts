import fc from "fast-check";
import { expect, test } from "vitest";
import type { Source } from "../../src/policy/rules/sources.ts";
import { resolveParams } from "../../src/sources/params.ts";
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

test.each([
  ["a long id", '{"id":90071992547409931}', { id: "90071992547409931" }],
  ["a long number below nothing, in a list", '{"ids":[-90071992547409931,1]}', { ids: ["-90071992547409931", 1] }],
  ["the last whole number that every reader has", '{"id":9007199254740992}', { id: 9_007_199_254_740_992 }],
  ["the first that no double holds", '{"id":9007199254740993}', { id: "9007199254740993" }],
  ["a long one that a double holds", '{"id":90071992547409920}', { id: 90_071_992_547_409_920 }],
  ["digits of a text", '{"id":"90071992547409931","90071992547409931":1}', { id: "90071992547409931", "90071992547409931": 1 }],
  ["many decimals, which nobody reads digit by digit", '{"share":0.1234567890123456789}', { share: 0.123_456_789_012_345_68 }],
])("%s keeps the digits that it came with where rounding would change them", (_title, text, value) => {
  expect(parsePayload(text)).toStrictEqual(value);
  expect(resultOfText(text, null)).toMatchObject({ raw: text });
});

test("a whole number larger than any double is none", () => {
  expect([parsePayload(`{"id":1${"0".repeat(309)}}`), parsePayload(`{"id":${"9".repeat(400)}}`)]).toEqual([undefined, undefined]);
});

test("a parameter of an address has the digits of a long id", () => {
  const param = { name: "order", from: "profile", pointer: "/last_order", accepts: (text: string) => /^\d+$/.test(text) };
  const answer = resultOfText('{"last_order":90071992547409931}', null);
  const params = resolveParams({ params: [param] } as unknown as Source, () => answer);
  expect(params).toEqual(new Map([["order", "90071992547409931"]]));
});
