/** What the setting RETENTION says, and what is past its time at one moment. */
import { describe, expect, test } from "vitest";
import { cutoffsOf, firstHourKept, hourOf, KEEP_ALL, parseRetention } from "../../src/store/retention.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test.each([
  ["manifests=180d", { ...KEEP_ALL, manifests: 180 * DAY_MS }],
  ["texts=2h", { ...KEEP_ALL, texts: 2 * HOUR_MS }],
  [
    " manifests=180d, texts=30d ,answers=1d,views=36500d,memory=2h",
    { manifests: 180 * DAY_MS, texts: 30 * DAY_MS, answers: DAY_MS, views: 36_500 * DAY_MS, memory: 2 * HOUR_MS },
  ],
])("%j is read", (written, expected) => {
  expect(parseRetention(written)).toEqual(expected);
});

test.each([
  "",
  "texts",
  "texts=",
  "texts=30",
  "texts=d",
  "texts=1.5d",
  "texts=-1d",
  "texts=0d",
  "texts=1h",
  "texts=30m",
  "texts=100000d",
  "memories=1d",
  "texts=1d;views=1d",
  "texts=1d,",
  "texts=1d,texts=2d",
  "TEXTS=1d",
  "__proto__=1d",
])("%j is refused", (written) => {
  expect(parseRetention(written)).toBeNull();
});

describe("cutoffs", () => {
  test("nothing is past its time without a setting", () => {
    expect(cutoffsOf(KEEP_ALL, 1_000 * DAY_MS)).toEqual({ manifests: 0, texts: 0, answers: 0, views: 0, memory: 0 });
  });

  test("texts and answers do not outlive manifests, views have their own time", () => {
    const now = 1_000 * DAY_MS;
    const long = { texts: 99 * DAY_MS, answers: 99 * DAY_MS, views: 99 * DAY_MS, memory: 98 * DAY_MS };
    expect(cutoffsOf({ ...long, manifests: 10 * DAY_MS }, now)).toEqual({
      manifests: 990 * DAY_MS,
      texts: 990 * DAY_MS,
      answers: 990 * DAY_MS,
      views: 901 * DAY_MS,
      memory: 902 * DAY_MS,
    });
    expect(cutoffsOf({ ...KEEP_ALL, texts: DAY_MS }, now)).toEqual({
      manifests: 0,
      texts: 999 * DAY_MS,
      answers: 0,
      views: 0,
      memory: 0,
    });
  });

  test.each([
    [0, true],
    [1, false],
    [HOUR_MS, false],
  ])("a text of an hour that began at the cutoff less %i ms is kept: %s", (before, kept) => {
    const cutoff = 500 * HOUR_MS;
    expect(hourOf(cutoff - before) >= firstHourKept(cutoff)).toBe(kept);
  });
});
