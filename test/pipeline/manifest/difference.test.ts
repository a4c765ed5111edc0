/** What differs between two assemblies, with the stage that it is told at. */
import { describe, expect, test } from "vitest";
import { differenceOf } from "../../../src/pipeline/manifest/difference.ts";
import { type Outcome, type OutcomeDecision, outcomeOf } from "../../../src/pipeline/manifest/outcome.ts";
import { CORE } from "../../http/canned-answer.ts";

const OUTCOME = outcomeOf(CORE);

const decision = (id: string, more: Partial<OutcomeDecision> = {}): OutcomeDecision => ({
  ...{ id, outcome: "included", stage: "place", reason: "packed", role: null },
  ...{ block: "evidence", tokens: 10, score: 0.5, position: 1, ...more },
});
const dropped = (id: string, stage: OutcomeDecision["stage"], reason: string): OutcomeDecision =>
  decision(id, { outcome: "dropped", stage, reason, block: null, tokens: null, position: null });

const between = (before: readonly OutcomeDecision[], after: readonly OutcomeDecision[], more: Partial<Outcome> = {}) =>
  differenceOf({ ...OUTCOME, decisions: before }, { ...OUTCOME, ...more, decisions: after });

describe("where a change is told", () => {
  test.each([
    ["filter", dropped("a", "filter", "stale"), decision("a")],
    ["filter", dropped("a", "filter", "stale"), dropped("a", "pack", "over_budget")],
    ["conflict", dropped("a", "conflict", "lost_conflict"), dropped("a", "pack", "over_budget")],
    ["pack", decision("a"), dropped("a", "pack", "over_budget")],
    ["place", decision("a"), decision("a", { reason: "pinned" })],
    ["gather", decision("a", { outcome: "missing", stage: "gather", reason: "unreachable" }), decision("a")],
    ["choose", decision("a", { outcome: "withheld", stage: "choose", reason: "excluded" }), dropped("a", "pack", "over_plan")],
    ["choose", decision("a", { role: "primary" }), decision("a", { role: "secondary" })],
    ["score", decision("a"), decision("a", { score: 0.6 })],
    ["pack", decision("a"), decision("a", { tokens: 11 })],
  ] as const)("%s", (stage, before, after) => {
    expect(between([before], [after]).first).toBe(stage);
    expect(between([after], [before]).first).toBe(stage);
  });

  test("a candidate of one side alone is another input", () => {
    const { first, shown, changes } = between([], [decision("new")]);
    expect([first, shown]).toEqual(["inputs", ["new"]]);
    expect(changes).toEqual([{ stage: "inputs", id: "new", what: "outcome", before: null, after: "included: packed" }]);
  });

  test("places that move because something came in are no change of order", () => {
    const before = [decision("b", { position: 1 }), decision("c", { position: 2 })];
    const moved = [decision("a", { position: 1 }), decision("b", { position: 2 }), decision("c", { position: 3 })];
    expect(between(before, moved).changes.some(({ stage }) => stage === "place")).toBe(false);
    const turned = [decision("b", { position: 2 }), decision("c", { position: 1 })];
    expect(between(before, turned).changes).toEqual([{ stage: "place", id: null, what: "order", before: "b, c", after: "c, b" }]);
  });

  test("stages come in the order of the flow, whatever changed", () => {
    const { changes } = between([decision("a")], [dropped("a", "filter", "stale")], {
      ...{ used: 1, model: "other" },
      routing: { ...OUTCOME.routing, intent: "recovery" },
    });
    expect(changes.map(({ stage }) => stage)).toEqual(["routing", "filter", "render", "render"]);
  });
});

test("another budget is told before what it led to, and where it led to nothing", () => {
  const { first, changes } = between([decision("a")], [decision("a")], { limit: OUTCOME.limit + 1 });
  expect([first, changes]).toEqual([
    "budget",
    [{ stage: "budget", id: null, what: "limit", before: OUTCOME.limit, after: OUTCOME.limit + 1 }],
  ]);
  const { changes: both } = between([decision("a")], [dropped("a", "pack", "over_budget")], { limit: OUTCOME.limit - 1 });
  expect(both.map(({ stage }) => stage)).toEqual(["budget", "pack"]);
});

test("an outcome differs from itself in nothing", () => {
  expect(differenceOf(OUTCOME, OUTCOME)).toEqual({
    ...{ first: null, changes: [], shown: [], hidden: [] },
    tokens: { before: OUTCOME.used, after: OUTCOME.used },
  });
});
