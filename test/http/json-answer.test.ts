import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { AnswerMisfit, jsonSerializer, SETTLED } from "../../src/http/json-answer.ts";
import { type Settled, settle } from "../../src/pipeline/kept/settled.ts";

const serializer = (check: boolean) => jsonSerializer(check)({ schema: z.unknown(), method: "GET", url: "/" } as never);
const write = serializer(false);
const written = (answer: unknown): string => (write(answer) as unknown as Buffer).toString("utf8");

/** An answer that is made of a settled thing. */
const of = (settled: Settled<object>, members: object): object => ({ [SETTLED]: settled, ...members });

test("writes what JSON.stringify writes, whatever is the same as in the answer before", () => {
  const value = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const members = fc.dictionary(fc.string(), value).map((made) => settle(made) as Readonly<Record<string, unknown>>);
  fc.assert(
    fc.property(members, fc.dictionary(fc.string(), value), (first, others) => {
      const settled = settle({});
      for (const answer of [of(settled, first), of(settled, first), of(settled, { ...first, ...others }), of(settled, others)])
        expect(written(answer)).toBe(JSON.stringify(answer));
    }),
  );
});

test("a settled value is written once, under its own name and place", () => {
  const settled = settle({});
  const city = settle({ city: "Thessaloníki", degrees: "18 °C" });
  const calls = { count: 0 };
  const counting = Object.freeze({
    toJSON: () => {
      calls.count += 1;
      return "x";
    },
  });
  const answer = { id: "1", a: city, left_out: undefined, b: counting, c: [city], d: null };
  expect(written(of(settled, answer))).toBe(
    '{"id":"1","a":{"city":"Thessaloníki","degrees":"18 °C"},"b":"x","c":[{"city":"Thessaloníki","degrees":"18 °C"}],"d":null}',
  );
  expect(calls.count).toBe(1);
  expect(written(of(settled, { ...answer, id: "2" }))).toContain('{"id":"2","a":');
  expect(calls.count).toBe(1);
  const moved = { b: counting, id: "3", more: city };
  expect(written(of(settled, moved))).toBe('{"b":"x","id":"3","more":{"city":"Thessaloníki","degrees":"18 °C"}}');
  const longer = { ...answer, more: 1 };
  expect(written(of(settled, longer))).toBe(`${written(of(settled, answer)).slice(0, -1)},"more":1}`);
});

test("what is made of one settled thing is not written for another", () => {
  const [one, other] = [settle({}), settle({})];
  const member = settle({ a: 1 });
  expect(written(of(one, { id: "1", member }))).toBe('{"id":"1","member":{"a":1}}');
  expect(written(of(other, { id: "1", member: settle({ a: 2 }) }))).toBe('{"id":"1","member":{"a":2}}');
});

test("a list, a text, nothing and an empty object are written as they are", () => {
  for (const answer of [[{}], "é", null, {}, { left_out: undefined, list: [] }, of(settle({}), {})])
    expect(written(answer)).toBe(JSON.stringify(answer));
});

test("where answers are checked, a member that changed although it was said to be settled is found", () => {
  const checked = serializer(true);
  const settled = settle({});
  const member = { a: 1 };
  checked(of(settled, { id: "1", member }));
  member.a = 2;
  expect(() => checked(of(settled, { id: "2", member }))).toThrow(AnswerMisfit);
});
