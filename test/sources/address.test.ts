import fc from "fast-check";
import { expect, test } from "vitest";
import { type AddressValues, fillAddress } from "../../src/sources/address.ts";
import { aSource } from "../upstream/build.ts";

const ORIGIN = "https://facts.example";

function fill(path: string, changes: Partial<AddressValues> = {}): string | null {
  const values = { subject: "athlete-1", tenant: "club", plan: "paid", params: new Map(), attributes: new Map() };
  return fillAddress(aSource(ORIGIN, path), { ...values, ...changes });
}

test("names are filled in wherever they stand, in path and query", () => {
  const attributes = new Map<string, string | number | boolean>([
    ["week", 7],
    ["live", true],
  ]);
  const params = new Map([["city", "zell am see"]]);
  const address = fill("/{tenant}/{subject}/{city}?plan={plan}&week={week}&live={live}", { attributes, params });
  expect(address).toBe(`${ORIGIN}/club/athlete-1/zell%20am%20see?plan=paid&week=7&live=true`);
});

test.each([
  ["", null],
  [".", null],
  ["..", null],
  ["x".repeat(201), null],
  ["a\nb", null],
  ["a\u0000b", null],
  ["a\u0085b", null],
  ["\ud800", null],
  ["x".repeat(200), "x".repeat(200)],
  ["...", "..."],
  ["%2e%2e", "%252e%252e"],
  ["../admin", "..%2Fadmin"],
  ["a/b?c#d&e", "a%2Fb%3Fc%23d%26e"],
  ["@evil.example", "%40evil.example"],
  ["Zoë", "Zo%C3%AB"],
])("a subject %j becomes %j", (subject, filled) => {
  expect(fill("/a/{subject}/b", { subject })).toBe(filled === null ? null : `${ORIGIN}/a/${filled}/b`);
});

test("a name without a value gives no address", () => {
  expect(fill("/{plan}", { plan: null })).toBeNull();
  expect(fill("/{city}")).toBeNull();
});

test("neither an attribute nor another source's answer stands in for the caller", () => {
  const foreign = new Map([
    ["subject", "someone-else"],
    ["tenant", "other"],
  ]);
  expect(fill("/{tenant}/{subject}", { params: foreign, attributes: foreign })).toBe(`${ORIGIN}/club/athlete-1`);
});

test("an address that would leave the origin of its source is refused", () => {
  const source = { ...aSource(ORIGIN, ""), urlParts: ["https://", "tenant", ".example/x"] };
  const values = { subject: "s", tenant: "evil", plan: null, params: new Map(), attributes: new Map() };
  expect(fillAddress(source, values)).toBeNull();
});

test("whatever the value, the address keeps its origin and its number of path parts", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("..", ".", "/", "//evil", "\\..", "?x", "#", ":80", "@h"),
  );
  fc.assert(
    fc.property(value, value, (subject, tenant) => {
      const address = fill("/v1/{tenant}/athletes/{subject}/readiness", { subject, tenant });
      if (address === null) return;
      const url = new URL(address);
      expect(url.origin).toBe(ORIGIN);
      expect(url.pathname.split("/")).toHaveLength(6);
      expect(url.search + url.hash).toBe("");
      expect(decodeURIComponent(url.pathname.split("/")[4] ?? "")).toBe(subject);
    }),
  );
});
