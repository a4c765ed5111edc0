import { expect, test } from "vitest";
import { compilePointer, readPointer } from "../../src/sources/json-pointer.ts";

/** The example of RFC 6901, section 5, and a list. */
const DOCUMENT = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
  "~1": 9,
  nothing: null,
};

test.each([
  ["", DOCUMENT],
  ["/foo", ["bar", "baz"]],
  ["/foo/0", "bar"],
  ["/", 0],
  ["/a~1b", 1],
  ["/c%d", 2],
  ["/e^f", 3],
  ["/g|h", 4],
  ["/i\\j", 5],
  ['/k"l', 6],
  ["/ ", 7],
  ["/m~0n", 8],
  ["/~01", 9],
  ["/nothing", null],
])("%j reads what RFC 6901 says", (pointer, value) => {
  expect(readPointer(DOCUMENT, pointer)).toEqual(value);
  expect(compilePointer(pointer)(DOCUMENT)).toEqual(value);
});

test.each(["/absent", "/foo/2", "/foo/-", "/foo/00", "/foo/1e0", "/foo/length", "/nothing/x", "/foo/0/0", "/foo/0/length"])(
  "%j is a place that does not exist",
  (pointer) => {
    expect(readPointer(DOCUMENT, pointer)).toBeUndefined();
  },
);

test.each(["/constructor", "/__proto__", "/toString", "/foo/map", "/constructor/name"])(
  "%j reaches no inherited member",
  (pointer) => {
    expect(readPointer(DOCUMENT, pointer)).toBeUndefined();
  },
);

test("a text that is no pointer is a programming error", () => {
  expect(() => compilePointer("foo")).toThrow(TypeError);
});
