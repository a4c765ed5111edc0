import { expect, test } from "vitest";
import { ALWAYS, spanBetween } from "../../../src/pipeline/kept/clock-span.ts";

test("a span reaches from the last turn at or before the clock to the first after it", () => {
  expect(spanBetween([30, 10, 20, 5], 15)).toEqual({ fromMs: 10, toMs: 20 });
  expect(spanBetween([30, 10, 20, 5], 20)).toEqual({ fromMs: 20, toMs: 30 });
  expect(spanBetween([10], 9)).toEqual({ fromMs: Number.NEGATIVE_INFINITY, toMs: 10 });
});

test("without a turn it never ends", () => {
  expect(spanBetween([], 15)).toEqual(ALWAYS);
});
