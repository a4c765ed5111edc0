/** The table of metrics in docs/operations.md has every metric of the service and no other. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "../../src/http/metrics/create-metrics.ts";
import { PREFIX_CHANGES, STAGES } from "../../src/service/meter.ts";

const PAGE = readFileSync("docs/operations.md", "utf8");

test("docs/operations.md lists the metrics that are served, in both directions", async () => {
  const metrics = createMetrics({
    ...{ now: () => 0, learnt: () => new Map(), storeHealthy: () => true, version: "1" },
    ...{ logDropped: () => 0, shadows: () => ({ computed: 0, refused: 0, skipped: 0, unrecorded: 0 }) },
  });
  const served = [...(await metrics.read()).matchAll(/^# TYPE (winnow_\S+)/gm)].map(([, name]) => name);
  const rows = PAGE.split("\n").filter((line) => line.startsWith("| `winnow_"));
  const listed = rows.flatMap((row) => [...row.matchAll(/`(winnow_[a-z0-9_]+)`/g)].map(([, name]) => name));
  expect([...new Set(listed)].sort()).toEqual([...served].sort());
});

test("and how a beginning is lost", () => {
  const [, row = ""] = /^\| `winnow_prefix_changes_total` \| what \| (.*) \|$/m.exec(PAGE) ?? [];
  expect([...row.matchAll(/`(\w+)` (?:changed|began|of the marks)/g)].map(([, name]) => name)).toEqual([...PREFIX_CHANGES]);
});

test("and the stages of an assembly", () => {
  const [, row = ""] = /^\| `winnow_stage_seconds` \| stage \| (.*) \|$/m.exec(PAGE) ?? [];
  expect([...row.matchAll(/`([a-z]+)`/g)].map(([, name]) => name)).toEqual([...STAGES]);
});
