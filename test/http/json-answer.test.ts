import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { jsonSerializer } from "../../src/http/json-answer.ts";
import { deepFreeze } from "../../src/policy/deep-freeze.ts";

const write = jsonSerializer(false)({ schema: z.unknown(), method: "GET", url: "/" } as never);
const written = (answer: unknown): string => (write(answer) as unknown as Buffer).toString("utf8");

test("writes what JSON.stringify writes, whatever of it is frozen, the first time and every time after", () => {
  const member = fc.tuple(fc.jsonValue(), fc.boolean());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), member), (members) => {
      const answer = Object.fromEntries(
        Object.entries(members).map(([name, [value, frozen]]) => [name, frozen ? deepFreeze(value) : value]),
      );
      const expected = JSON.stringify(answer);
      expect(written(answer)).toBe(expected);
      expect(written(answer)).toBe(expected);
    }),
  );
});

test("one frozen value under two names is written under each", () => {
  const frozen = deepFreeze({ city: "Thessaloníki", degrees: "18 °C" });
  const answer = { a: frozen, left_out: undefined, b: frozen, c: [frozen] };
  expect(written(answer)).toBe(JSON.stringify(answer));
  expect(written({ b: frozen })).toBe(JSON.stringify({ b: frozen }));
});

test("a list, a text, nothing and an empty object are written as they are", () => {
  for (const answer of [[deepFreeze({})], "é", null, {}, { left_out: undefined, frozen: deepFreeze([]) }])
    expect(written(answer)).toBe(JSON.stringify(answer));
});
