import { expect, test } from "vitest";
import { fillSearch, MAX_QUESTION_LENGTH } from "../../../src/sources/search/fill-request.ts";
import { aSearch, searchValues } from "../../upstream/build.ts";

const ORIGIN = "http://kb.test";

function filled(search: object, changes: Parameters<typeof searchValues>[0] = {}) {
  const request = fillSearch(aSearch(ORIGIN, search, { k: 7 }), searchValues(changes));
  if (request === "no_words") throw new Error(request);
  return request === null ? null : { ...request, body: JSON.parse(request.body ?? "null") };
}

const ATTRIBUTES = new Map<string, string | number | boolean>([
  ["region", "eu-west"],
  ["level", 3],
  ["trial", false],
]);

test("a name that is the whole text keeps the type of its value, inside a longer text it becomes text", () => {
  const body = {
    q: "{question}",
    size: "{k}",
    text: "{k} of {words}",
    level: "{level}",
    trial: "{trial}",
    filter: ["tenant:{tenant}", { plan: "{plan}" }, 5, null, true, "4"],
    page: "level {level}",
  };
  expect(filled({ body }, { attributes: ATTRIBUTES })?.body).toStrictEqual({
    q: "How many days?",
    size: 7,
    text: "7 of How many days",
    level: 3,
    trial: false,
    filter: ["tenant:club", { plan: "free" }, 5, null, true, "4"],
    page: "level 3",
  });
});

test("braces around what is no name, and keys, are left as they are", () => {
  const body = { q: "{words}", "{tenant}": "a{2} {} { x } {Tenant}" };
  expect(filled({ body })?.body).toStrictEqual({ q: "How many days", "{tenant}": "a{2} {} { x } {Tenant}" });
});

test("what a value holds is not filled in a second time", () => {
  const changes = { question: "{tenant} {k}", attributes: new Map([["region", "{subject}"]]) };
  expect(filled({ body: { q: "{question}", w: "{words}", r: "{region}" } }, changes)?.body).toStrictEqual({
    q: "{tenant} {k}",
    w: "tenant k",
    r: "{subject}",
  });
});

test.each(["eu) OR (tenant:other", 'a"b', "a b", "-x", "a:b", "a*", "a\\b", "||", "a,b", "a`b"])(
  "inside a longer text a value may not hold a sign that a query language could read: %j",
  (region) => {
    const attributes = new Map([["region", region]]);
    expect(filled({ body: { q: "{words}", filter: "region:{region}" } }, { attributes })).toBeNull();
    expect(filled({ query: { q: "{words}", filter: "region:{region}" } }, { attributes })).toBeNull();
    expect(filled({ body: { q: "{words}", filter: "{region}" } }, { attributes })?.body.filter).toBe(region);
  },
);

test("ids, places and names in other scripts pass inside a longer text", () => {
  for (const region of ["eu-west", "maya@club.example", "v1.2", "Αττική", "東京"]) {
    const attributes = new Map([["region", region]]);
    expect(filled({ body: { q: "{words}", filter: "region:{region}" } }, { attributes })?.body.filter).toBe(`region:${region}`);
  }
});

test("query parameters are encoded and follow those of the address", () => {
  const search = { url: `${ORIGIN}/{tenant}/search?v=1`, query: { "q[]": "{words}", n: 5, all: false, r: "a&b=c" } };
  expect(filled(search)?.address).toBe(`${ORIGIN}/club/search?v=1&q%5B%5D=How%20many%20days&n=5&all=false&r=a%26b%3Dc`);
  expect(filled({ url: `${ORIGIN}/s` })?.address).toBe(`${ORIGIN}/s`);
});

test("a value that could lead an address elsewhere is refused", () => {
  expect(filled({ url: `${ORIGIN}/{tenant}/search` }, { tenant: ".." })).toBeNull();
});

test("a question goes in one line, well-formed, and no longer than the limit", () => {
  const sent = (question: string) => filled({ body: { q: "{question}" } }, { question })?.body.q;
  expect(sent("a\u0000\u0000b\r\nc\td")).toBe("a b c d");
  expect(sent("x\ud800y")).toBe("x\ufffdy");
  expect(sent(`${" ".repeat(5_000)}days`)).toBe("days");
  const letters = (count: number) => "a ".repeat(count).trim();
  const longest = letters(MAX_QUESTION_LENGTH / 2);
  expect(sent(longest)).toHaveLength(MAX_QUESTION_LENGTH - 1);
  expect(sent(`${longest}b`)).toBe(`${longest}b`);
  expect(sent(`${longest}bc`)).toBe(`${longest}b`);
  expect(sent(`${longest}\u{1F600}`)).toBe(longest);
});
