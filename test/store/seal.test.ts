/** What is sealed opens with its own key, at its own place, as it was, and in no other way. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { open, openText, seal, seals } from "../../src/store/seal.ts";

const own = seals("a-key-of-the-tests-0123456789abcdef");
const other = seals("another-key-of-tests-0123456789abcd");
const SUBJECT = Buffer.alloc(32, 1);
const HASH = Buffer.alloc(32, 2);

test("a person's key opens under its tenant, person and master key alone", () => {
  const { key, wrapped } = own.newSubjectKey("north", SUBJECT);
  expect(own.openSubjectKey("north", SUBJECT, wrapped)).toEqual(key);
  expect(own.openSubjectKey("south", SUBJECT, wrapped)).toBeNull();
  expect(own.openSubjectKey("north", HASH, wrapped)).toBeNull();
  expect(other.openSubjectKey("north", SUBJECT, wrapped)).toBeNull();
  expect(own.newSubjectKey("north", SUBJECT).key).not.toEqual(key);
});

test("any text is read as it was; equal texts are equal bytes within a tenant only", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const { key, sealed } = own.sealText("north", HASH, text);
      expect(openText(key, HASH, sealed)?.toString("utf8")).toBe(text);
      expect(own.sealText("north", HASH, text)).toEqual({ key, sealed });
      expect(own.sealText("south", HASH, text).key).not.toEqual(key);
      expect(own.sealText("north", HASH, `${text}.`).key).not.toEqual(key);
      expect(sealed.length).toBe(Buffer.byteLength(text) + 28);
    }),
  );
});

test("a changed or missing byte, another key and another place open nothing", () => {
  const key = Buffer.alloc(32, 3);
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (text, at, change) => {
      const sealed = seal(key, text, "here");
      expect(open(key, sealed, "here")?.toString("utf8")).toBe(Buffer.from(text).toString("utf8"));
      const changed = Buffer.from(sealed);
      changed[at % sealed.length] = (changed[at % sealed.length] as number) ^ change;
      expect(open(key, changed, "here")).toBeNull();
      expect(open(key, sealed.subarray(0, at % sealed.length), "here")).toBeNull();
      expect(open(Buffer.alloc(32, 4), sealed, "here")).toBeNull();
      expect(open(key, sealed, "there")).toBeNull();
    }),
  );
});

test("equal texts under one person's key are different bytes", () => {
  const key = Buffer.alloc(32, 3);
  expect(seal(key, "knee", "here")).not.toEqual(seal(key, "knee", "here"));
});

test("what records are found by differs by tenant, kind and value, and is the same every time", () => {
  const found = [
    own.lookup("north", "conversation", "a"),
    own.lookup("south", "conversation", "a"),
    own.lookup("north", "request", "a"),
    own.lookup("north", "conversation", "b"),
    other.lookup("north", "conversation", "a"),
  ].map((bytes) => bytes.toString("hex"));
  expect(new Set(found).size).toBe(found.length);
  expect(own.lookup("north", "conversation", "a").toString("hex")).toBe(found[0]);
});
