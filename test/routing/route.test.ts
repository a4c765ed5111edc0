import { describe, expect, test } from "vitest";
import type { Score } from "../../src/routing/classify.ts";
import { allowedVerdicts, decideRouting } from "../../src/routing/route.ts";
import { makePolicy } from "../support/make-intents.ts";

const policy = makePolicy({ training: {}, injury: {}, recovery: {}, general: {} });
const scored = (scores: Readonly<Record<string, number>>) =>
  Object.entries(scores).map(([intent, milli]) => ({ intent, milli, flaggedMilli: 0, counted: [] }));
const decide = (scores: Readonly<Record<string, number>>, more: { intent?: string; verdict?: string } = {}) =>
  decideRouting({ scores: scored(scores), policy, intent: more.intent ?? null, verdict: more.verdict ?? null });

describe("decideRouting", () => {
  test.each([
    [{ training: 1000 }, true, null],
    [{ training: 999 }, false, "below_threshold"],
    [{ training: 2000, injury: 1000 }, true, null],
    [{ training: 2000, injury: 1001 }, false, "margin"],
    [{ training: 2000, injury: 2000 }, false, "margin"],
    [{}, false, "no_signal"],
    [{ training: 500, injury: 500 }, false, "below_threshold"],
  ])("of %j: certain %s, reason %s", (scores, certain, reason) => {
    expect(decide(scores)).toMatchObject({ certain, reason });
  });

  test.each([
    ["as plainly", 2000, 3000, false, ["injury", "training"]],
    ["less plainly", 1999, 3000, true, ["injury"]],
    ["as plainly, with other words for the first", 2000, 0, true, ["injury"]],
  ])("a red flag does not outvote an intent that is named %s", (_how, training, flaggedMilli, certain, contenders) => {
    const scores = [
      { intent: "injury", milli: 3000, flaggedMilli, counted: [] },
      { intent: "training", milli: training, flaggedMilli: 0, counted: [] },
    ];
    expect(decideRouting({ scores, policy, intent: null, verdict: null })).toMatchObject({ certain, contenders });
  });

  describe("evidence that is a circumstance throughout", () => {
    const term = {
      intent: null,
      text: "it",
      language: "en",
      weightMilli: 0,
    } as unknown as Score["counted"][number]["hit"]["term"];
    const evidence = (milli: number, polarity: "positive" | "background") => ({
      hit: { term, wording: "it", first: 0, last: 0, how: "exact" as const, polarity, cue: null, parts: null },
      factorMilli: 1_000,
      milli,
    });
    const score = (intent: string, milli: number, polarity: "positive" | "background", flaggedMilli = 0) => ({
      intent,
      milli,
      flaggedMilli,
      counted: [evidence(milli, polarity)],
    });
    const of = (...scores: readonly Score[]) => decideRouting({ scores, policy, intent: null, verdict: null });

    test.each([
      ["background", 1_999, false],
      ["background", 2_000, true],
      ["positive", 1_000, true],
    ] as const)("decides from twice the threshold on: %s, %d", (polarity, milli, certain) => {
      expect(of(score("training", milli, polarity)).certain).toBe(certain);
    });

    test("decides with plain evidence beside it", () => {
      const counted = [evidence(500, "background"), evidence(500, "positive")];
      expect(of({ intent: "training", milli: 1_000, flaggedMilli: 0, counted }).certain).toBe(true);
    });

    test.each([
      ["half of it", 1_500, 750, "positive", 0, true],
      ["more than half of it", 1_500, 751, "positive", 0, false],
      ["half of a hint", 1_400, 700, "positive", 0, false],
      ["half of another circumstance", 1_800, 900, "background", 0, false],
      ["half of a red flag", 1_500, 750, "positive", 1_500, false],
    ] as const)("does not contend with plain evidence of another intent where it says %s", (...row) => {
      const [, first, second, polarity, flaggedMilli, certain] = row;
      expect(of(score("recovery", first, polarity, flaggedMilli), score("training", second, "background")).certain).toBe(certain);
    });
  });

  test("never trusts a question that matched nothing, however low the threshold", () => {
    const lenient = { ...policy, routing: { ...policy.routing, thresholdMilli: 1, marginMilli: 1 } };
    expect(decideRouting({ scores: [], policy: lenient, intent: null, verdict: null })).toMatchObject({
      certain: false,
      lead: "general",
    });
  });

  test("lists contenders by score, ties in the order of the intents", () => {
    expect(decide({ injury: 2000, training: 2000, recovery: 1500 }).contenders).toEqual(["training", "injury", "recovery"]);
  });

  test("leaves out an intent a whole margin behind", () => {
    expect(decide({ training: 2000, injury: 2000, recovery: 1000 }).contenders).toEqual(["training", "injury"]);
  });

  test("adds the fallback under a weak signal, and leads with the best score", () => {
    expect(decide({ recovery: 500 })).toMatchObject({
      contenders: ["recovery", "general"],
      lead: "recovery",
      decidedBy: "best_score",
    });
    expect(decide({})).toMatchObject({ contenders: ["general"], lead: "general", decidedBy: "fallback" });
  });

  test("takes a verdict among the contenders for the lead and for nothing else", () => {
    const without = decide({ training: 2000, injury: 2000 });
    const led = decide({ training: 2000, injury: 2000 }, { verdict: "injury" });
    expect(led).toEqual({ ...without, lead: "injury", decidedBy: "model" });
  });

  test.each(["recovery", "nonsense", ""])("ignores the verdict %j, which is not a contender", (verdict) => {
    expect(decide({ training: 2000, injury: 2000 }, { verdict })).toEqual(decide({ training: 2000, injury: 2000 }));
  });

  test("allows every intent as a verdict under a weak signal, the contenders under margin, none when certain", () => {
    expect(allowedVerdicts(decide({}), policy)).toEqual(["training", "injury", "recovery", "general"]);
    expect(allowedVerdicts(decide({ training: 2000, injury: 2000 }), policy)).toEqual(["training", "injury"]);
    expect(allowedVerdicts(decide({ training: 2000 }), policy)).toEqual([]);
    expect(decide({}, { verdict: "recovery" })).toMatchObject({ lead: "recovery", decidedBy: "model", contenders: ["general"] });
  });

  test("ignores a verdict when the rules are certain", () => {
    expect(decide({ training: 2000 }, { verdict: "injury" })).toEqual(decide({ training: 2000 }));
  });

  test("takes the caller's intent as certain and keeps what the rules would have said", () => {
    expect(decide({ injury: 2000 }, { intent: "training" })).toMatchObject({
      lead: "training",
      certain: true,
      decidedBy: "caller",
      best: "injury",
    });
  });
});
