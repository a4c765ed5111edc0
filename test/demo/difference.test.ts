/** What the demo says of two runs: stage by stage, so that the cause stands before its effects. */
import { describe, expect, it } from "vitest";
import { differenceOf, type Run, reasonOf } from "../../src/demo/difference.ts";

const run = (changes: Partial<Run>): Run => ({
  included: [],
  dropped: [],
  conflicts: [],
  budget: { used: 10, limit: 100 },
  ...changes,
});

const over = { reason: "over_budget", detail: { tokens: 40, left: 30 } } as const;

describe("differenceOf", () => {
  it("names the filter's doing before the packing's, whatever the order of the answers", () => {
    const before = run({
      included: [
        { id: "v2", tokens: 20 },
        { id: "faq", tokens: 25 },
      ],
      dropped: [{ id: "lookup", stage: "pack", ...over }],
      conflicts: [{ topic: "window", outcome: "unresolved" }],
    });
    const after = run({
      included: [{ id: "lookup", tokens: 40 }],
      dropped: [
        { id: "faq", stage: "pack", ...over },
        { id: "v2", stage: "filter", reason: "superseded", detail: { by: "v3" } },
      ],
      budget: { used: 9, limit: 100 },
    });
    expect(differenceOf(before, after)).toEqual([
      "filter: v2 is out, superseded by v3; it was in",
      "conflict: nothing disagrees on window any more; it was unresolved",
      "pack: faq is out, over budget (40 tokens, 30 left); it was in",
      "pack: lookup is in; it was over budget (40 tokens, 30 left)",
      "tokens used: 10, then 9",
    ]);
  });

  it("passes over what was dropped for the same reason both times", () => {
    const same = run({ dropped: [{ id: "copy", stage: "filter", reason: "duplicate", detail: { of: "v3" } }] });
    expect(differenceOf(same, same)).toEqual(["tokens used: 10, then 10"]);
  });

  it("tells of an item that is dropped for another reason, and of one that was not there", () => {
    const before = run({ dropped: [{ id: "v2", stage: "pack", ...over }] });
    const after = run({
      dropped: [
        { id: "v2", stage: "filter", reason: "superseded", detail: { by: "v3" } },
        { id: "new", stage: "filter", reason: "invalid", detail: {} },
      ],
    });
    expect(differenceOf(before, after)).toEqual([
      "filter: v2 is out, superseded by v3; it was over budget (40 tokens, 30 left)",
      "filter: new is out, invalid; it was not there",
      "tokens used: 10, then 10",
    ]);
  });
});

describe("reasonOf", () => {
  it("says what the decision's numbers and names say", () => {
    expect(reasonOf({ id: "x", stage: "pack", ...over })).toBe("over budget (40 tokens, 30 left)");
    expect(reasonOf({ id: "x", stage: "filter", reason: "duplicate", detail: { of: "y" } })).toBe("duplicate of y");
  });
});
