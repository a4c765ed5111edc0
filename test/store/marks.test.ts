/** The marks that a manifest has, and those that a filter asks for. */
import { expect, test } from "vitest";
import type { Core } from "../../src/pipeline/records/core.ts";
import { marksAsked, marksOf } from "../../src/store/marks.ts";
import { CORE } from "../http/canned-answer.ts";

const BARE = { missing: [], retrieval: [], dropped: [], withheld: [], findings: [], variants: [] };
const missing = { id: "m", label: "M", role: "primary", cause: null, http_status: null } as const;
const retrieval = { cause: null, digest: null, k: 3, floor: null, sections: 0, meaning: null, ranked: [] };

test("nothing left out, no marks", () => {
  expect(marksOf(BARE)).toEqual([]);
});

test("a source that failed twice has each of its marks once; a failed search is unreachable, a found one no mark", () => {
  const core: typeof BARE & Partial<Core> = {
    ...BARE,
    missing: [
      { ...missing, source: "profile", reason: "empty" },
      { ...missing, source: "profile", reason: "empty" },
      { ...missing, source: "profile", reason: "not_computed" },
    ] as never,
    retrieval: [
      { ...retrieval, source: "wiki", status: "failed" },
      { ...retrieval, source: "handbook", status: "found" },
    ] as never,
  };
  expect(marksOf(core)).toEqual([
    "source:profile",
    "missing:empty",
    "missing:profile:empty",
    "missing:not_computed",
    "missing:profile:not_computed",
    "source:wiki",
    "missing:unreachable",
    "missing:wiki:unreachable",
  ]);
});

test("every mark of a whole manifest is found by the filter of its kind", () => {
  const marks = new Set(marksOf(CORE));
  const filters = [
    ...CORE.missing.flatMap(({ source, reason }) => [{ source }, { missing: reason }, { source, missing: reason }]),
    ...[...CORE.dropped, ...CORE.withheld].map(({ reason }) => ({ reason })),
    ...CORE.findings.map(({ code }) => ({ finding: code })),
  ];
  for (const filter of filters) for (const mark of marksAsked(filter)) expect([filter, marks.has(mark)]).toEqual([filter, true]);
  expect(marks.size).toBeGreaterThan(4);
});

test("names with separators make no other name's mark", () => {
  const [one] = marksAsked({ source: "a:b", missing: "c" });
  const [two] = marksAsked({ source: "a", missing: "b:c" });
  expect(one).not.toBe(two);
  expect(marksAsked({})).toEqual([]);
  expect(marksAsked({ source: "s", missing: "empty", reason: "r", finding: "f", variant: "order=plain" })).toEqual([
    "missing:s:empty",
    "reason:r",
    "finding:f",
    "variant:order=plain",
  ]);
});
