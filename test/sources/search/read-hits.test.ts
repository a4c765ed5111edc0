import { describe, expect, test } from "vitest";
import { hitsOfText } from "../../../src/sources/search/ask-search.ts";
import type { Hit } from "../../../src/sources/search/hit.ts";
import { MAX_ROWS, readHits } from "../../../src/sources/search/read-hits.ts";
import type { Json } from "../../../src/sources/source-result.ts";
import { aSearch } from "../../upstream/build.ts";

const FIELDS = {
  id: "/id",
  text: "/text",
  score: "/score",
  label: "/title",
  key: "/key",
  version: "/version",
  supersedes: "/supersedes",
  published_at: "/published",
  effective_from: "/from",
  effective_to: { pointer: "/to", unit: "s" },
  topic: "/topic",
  language: "/language",
  acl: "/acl",
};
const places = (fields: object = FIELDS) => aSearch("http://kb.test", { hits: "/hits", fields }).places;
const GOOD = { id: "a", text: "Thirty days." };
const read = (rows: readonly unknown[], fields?: object) => readHits({ hits: rows as readonly Json[] }, places(fields));

test("every field is read at its place; what a hit does not have is null", () => {
  const row = {
    ...GOOD,
    score: 1.5,
    title: "Refunds [2026]\n<b>",
    key: "refunds",
    version: 2,
    supersedes: ["refunds@1"],
    published: "2026-03-01",
    from: "2026-03-01t00:00:00z",
    to: 1_798_761_600,
    topic: "refund_window",
    language: "pt-br",
    acl: { groups: ["staff"] },
  };
  const full: Hit = {
    id: "a",
    text: "Thirty days.",
    score: 1.5,
    rank: 1,
    label: "Refunds 2026 b",
    key: "refunds",
    version: "2",
    supersedes: ["refunds@1"],
    publishedAt: "2026-03-01",
    effectiveFrom: "2026-03-01T00:00:00Z",
    effectiveTo: "2027-01-01T00:00:00.000Z",
    topic: "refund_window",
    language: "pt-BR",
    acl: { subjects: [], groups: ["staff"], plans: [] },
  };
  const bare = { score: null, label: null, key: null, version: null, supersedes: [], topic: null, language: null, acl: null };
  const dates = { publishedAt: null, effectiveFrom: null, effectiveTo: null };
  expect(read([row, { ...GOOD, id: 12 }])).toEqual({
    hits: [full, { id: "12", text: "Thirty days.", rank: 2, ...bare, ...dates }],
    skipped: [],
  });
});

test("a place may be an index: services that answer with rows of columns", () => {
  const fields = { id: "/0", text: "/1", acl: { groups: "/2", subjects: "/3" } };
  expect(
    read(
      [
        ["a", "x", ["staff"], []],
        ["b", "y"],
      ],
      fields,
    )?.hits.map(({ id, acl }) => [id, acl]),
  ).toEqual([
    ["a", { subjects: [], groups: ["staff"], plans: [] }],
    ["b", null],
  ]);
});

const ILL: readonly (readonly [reason: string, row: unknown])[] = [
  ["shape", 7],
  ["shape", null],
  ["shape", "a"],
  ["id", { text: "x" }],
  ["id", { ...GOOD, id: "  " }],
  ["id", { ...GOOD, id: 1.5 }],
  ["id", { ...GOOD, id: true }],
  ["id", { ...GOOD, id: "a\nb" }],
  ["id", { ...GOOD, id: "a]b" }],
  ["id", { ...GOOD, id: "x".repeat(201) }],
  ["text", { id: "a" }],
  ["text", { id: "a", text: null }],
  ["text", { id: "a", text: " \u200b\n" }],
  ["text", { id: "a", text: ["x"] }],
  ["text", { id: "a", text: "x".repeat(1_000_001) }],
  ["score", { ...GOOD, score: "2.5" }],
  ["label", { ...GOOD, title: 7 }],
  ["key", { ...GOOD, key: 7 }],
  ["key", { ...GOOD, key: "x".repeat(201) }],
  ["version", { ...GOOD, version: true }],
  ["supersedes", { ...GOOD, supersedes: ["a", 1] }],
  ["supersedes", { ...GOOD, supersedes: { a: 1 } }],
  ["published_at", { ...GOOD, published: "2026-02-30" }],
  ["published_at", { ...GOOD, published: "01.03.2026" }],
  ["published_at", { ...GOOD, published: 1_772_323_200 }],
  ["effective_from", { ...GOOD, from: "2026-03-01T00:00:00" }],
  ["effective_to", { ...GOOD, to: "2026-03-01" }],
  ["effective_to", { ...GOOD, to: 1e300 }],
  ["topic", { ...GOOD, topic: ["a"] }],
  ["language", { ...GOOD, language: "en_US!" }],
  ["acl", { ...GOOD, acl: "everybody" }],
  ["acl", { ...GOOD, acl: [] }],
  ["acl", { ...GOOD, acl: { groups: "staff" } }],
  ["acl", { ...GOOD, acl: { groups: null } }],
  ["acl", { ...GOOD, acl: { groups: [7] } }],
  ["acl", { ...GOOD, acl: { groups: ["staff"], deny: ["x"] } }],
];

describe("what is wrong with one hit leaves that one out and keeps the others", () => {
  test.each(ILL)("%s: %j", (reason, row) => {
    const other = { id: "z", text: "y" };
    const result = read([row, other]);
    expect(result?.skipped).toEqual([{ at: 0, reason }]);
    expect(result?.hits.map(({ id, rank }) => [id, rank])).toEqual([["z", 2]]);
  });

  test("the second hit of one id goes, whatever its type", () => {
    const rows = [
      { id: 1, text: "x" },
      { id: "1", text: "y" },
      { id: "2", text: "z" },
    ];
    expect(read(rows)?.hits.map(({ text }) => text)).toEqual(["x", "z"]);
    expect(read(rows)?.skipped).toEqual([{ at: 1, reason: "repeated" }]);
  });

  test("a list of an acl that is no list, at a place of its own", () => {
    const fields = { id: "/id", text: "/text", acl: { groups: "/groups" } };
    expect(read([{ ...GOOD, groups: "staff" }], fields)?.skipped).toEqual([{ at: 0, reason: "acl" }]);
  });
});

test("a blank, or 0 where numbers stand for times, is what a column without a value sends; in an acl it is not", () => {
  const blanks = { key: "", version: " ", supersedes: "", published: "", from: "", to: 0, topic: "", language: "", title: "" };
  expect(read([{ ...GOOD, ...blanks }])).toEqual(read([GOOD]));
  for (const acl of ["", 0, { groups: [""] }]) expect(read([{ ...GOOD, acl }])?.skipped).toEqual([{ at: 0, reason: "acl" }]);
});

test("an empty acl fits nobody and is not none", () => {
  expect(read([{ ...GOOD, acl: {} }])?.hits[0]?.acl).toEqual({ subjects: [], groups: [], plans: [] });
});

test("inherited members are no fields", () => {
  const fields = { id: "/id", text: "/text", key: "/constructor/name" };
  expect(read([GOOD], fields)?.hits[0]?.key).toBeNull();
});

test("a broken text of the service is repaired before anything reads it", () => {
  const result = hitsOfText(
    '{"hits":[{"id":"a","text":"x\\ud800y\\u0000z"}]}',
    aSearch("http://kb.test", { hits: "/hits", fields: FIELDS }),
  );
  expect(result).toMatchObject({ status: "hits", hits: [{ text: "x\ufffdyz" }] });
});

test.each([0, 1, MAX_ROWS - 1, MAX_ROWS, MAX_ROWS + 1])("of %i rows at most 200 are read", (count) => {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `d${index}`, text: "x" }));
  expect(read(rows)?.hits).toHaveLength(Math.min(count, MAX_ROWS));
});
