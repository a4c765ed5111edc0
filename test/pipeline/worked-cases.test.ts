/** The worked cases of the first seed, with their numbers. The golden cases show the same prompts whole. */
import { describe, expect, test } from "vitest";
import { decisionsOf } from "../../src/pipeline/manifest/manifest.ts";
import type { Core, Decision } from "../../src/pipeline/records/core.ts";
import type { Policy } from "../../src/policy/snapshot.ts";
import { askOnSamples, type Loaded, loadCoaching } from "../support/coaching.ts";

const loaded = await loadCoaching();
const TIE = "Should I train through this pain?";

const withPolicy = (changes: Partial<Policy>): Loaded => ({ ...loaded, policy: { ...loaded.policy, ...changes } });
const ids = (core: Core, outcome: Decision["outcome"]) =>
  decisionsOf(core)
    .filter((one) => one.outcome === outcome)
    .map((one) => one.id);
const reasonOf = (core: Core, id: string) => decisionsOf(core).find((one) => one.id === id)?.reason;
const facts = (core: Core, role: string) =>
  decisionsOf(core)
    .filter((one) => one.outcome === "included")
    .filter((one) => one.role === role)
    .sort((a, b) => a.position - b.position)
    .map((one) => one.id);

describe("case A, the tie", () => {
  const TRAINING = ["readiness_training", "baseline_aerobic", "training_block"];
  const INJURY = ["readiness_injury", "baseline_mobility", "baseline_strength"];

  test.each([
    [null, "training", "best_score"],
    ["training", "training", "model"],
    ["injury", "injury", "model"],
    ["nonsense", "training", "best_score"],
  ])("with the verdict %s keeps all six primaries and withholds nothing else", async (verdict, lead, decidedBy) => {
    const { core, assembly } = await askOnSamples(loaded, { question: TIE }, verdict === null ? {} : { verdict });
    expect(core.routing).toMatchObject({
      intent: lead,
      certain: false,
      reason: "margin",
      contenders: ["training", "injury"],
      decided_by: decidedBy,
    });
    expect(core.routing.scores.map(({ intent, score }) => [intent, score])).toEqual([
      ["training", 2],
      ["injury", 2],
    ]);
    expect(facts(core, "primary")).toEqual(lead === "training" ? [...TRAINING, ...INJURY] : [...INJURY, ...TRAINING]);
    expect([...facts(core, "secondary")].sort()).toEqual(["athlete_profile", "conditions_today"]);
    expect(reasonOf(core, "readiness_recovery")).toBe("not_listed");
    expect(reasonOf(core, "readiness_nutrition")).toBe("not_listed");
    expect(ids(core, "withheld")).toEqual(["readiness_recovery", "readiness_nutrition", "chronotype"]);
    expect(assembly.choice.maxWords).toBe(250);
    expect(core.confidence).toEqual({ level: "medium", coverage: 1, reasons: ["routing_uncertain"] });
    expect(core.findings.map((one) => one.code)).toEqual(["uncertain_routing_kept_both"]);
    expect([...(core.findings[0]?.items ?? [])].sort()).toEqual(["readiness_injury", "readiness_training"]);
  });

  test("has offsets that slice the words out of the question", async () => {
    const { core } = await askOnSamples(loaded, { question: TIE });
    const words = core.routing.scores.flatMap((one) => one.matches.map(({ start, end }) => TIE.slice(start, end)));
    expect(words).toEqual(["train", "pain"]);
  });

  test("in contrast withholds the injury reading from a certain training question, and names the intent", async () => {
    const { core } = await askOnSamples(loaded, { question: "How should I pace my intervals this week?" });
    expect(core.routing).toMatchObject({ intent: "training", certain: true, reason: null, decided_by: "rules" });
    expect(decisionsOf(core).find((one) => one.id === "readiness_injury")).toMatchObject({
      outcome: "withheld",
      reason: "excluded",
      detail: { excluded_by: ["training"] },
    });
    expect(core.confidence.level).toBe("high");
  });

  test("finds two scopes, applies the promotions of both and does not drop the conditions", async () => {
    const { core } = await askOnSamples(loaded, { question: "Can I run today if I race in three months?" });
    expect([core.scope.name, ...core.scope.others.map((one) => one.name)]).toEqual(["today", "coming_months"]);
    const outcomes = core.scope.modifiers.map(({ action, piece, outcome }) => `${action} ${piece} ${outcome}`);
    expect(outcomes).toContain("promote conditions_today applied");
    expect(outcomes.filter((one) => one.startsWith("promote") && one.endsWith("scope_uncertain"))).toEqual([]);
    expect(core.scope.modifiers.find((one) => one.action === "drop" && one.piece === "conditions_today")?.outcome).toBe(
      "scope_uncertain",
    );
    expect(ids(core, "included")).toContain("conditions_today");
  });
});

describe("case B, scope", () => {
  test("promotes today's conditions for a same-day question and puts the long-run baseline down, with the reasons", async () => {
    const { core } = await askOnSamples(loaded, { question: "Which workout should I do today?" });
    expect(facts(core, "primary")).toContain("conditions_today");
    expect(facts(core, "secondary")[0]).toBe("baseline_aerobic");
    const reasons = core.scope.modifiers.map(({ action, piece, reason }) => [action, piece, reason.length > 20]);
    expect(reasons).toContainEqual(["promote", "conditions_today", true]);
    expect(reasons).toContainEqual(["demote", "baseline_aerobic", true]);
  });

  test("drops the conditions from a question about months, with the scope and its reason", async () => {
    const { core } = await askOnSamples(loaded, { question: "How should my mileage grow over the next few months?" });
    expect(decisionsOf(core).find((one) => one.id === "conditions_today")).toMatchObject({
      outcome: "withheld",
      reason: "scope_dropped",
      detail: { scope: "coming_months" },
    });
    expect(facts(core, "primary")).toContain("training_block");
  });
});

describe("case C, missing", () => {
  const missing = (core: Core) =>
    Object.fromEntries(
      decisionsOf(core)
        .filter((one) => one.outcome === "missing")
        .map(({ id, reason, cause }) => [id, cause === null ? reason : `${reason} ${cause}`]),
    );

  test("tells a refused connection, a 404 and an empty field apart", async () => {
    const refused = await askOnSamples(loaded, { question: TIE }, { failures: { readiness: "refused" } });
    expect(missing(refused.core)).toEqual({ readiness_training: "unreachable refused", readiness_injury: "unreachable refused" });
    const never = await askOnSamples(loaded, { question: TIE, subject: "jonas" });
    expect(missing(never.core)).toEqual({ readiness_training: "not_computed", readiness_injury: "not_computed" });
    const payload = { injury: { score: null, band: "watch", note: "Stiff.", measured_at: "2026-03-10T06:00:00+02:00" } };
    const empty = await askOnSamples(loaded, { question: "My tendon hurts" }, { payloads: { readiness: payload } });
    expect(missing(empty.core)).toEqual({ readiness_injury: "empty" });
    const absent = await askOnSamples(loaded, { question: "My tendon hurts" }, { payloads: { readiness: { injury: null } } });
    expect(missing(absent.core)).toEqual({ readiness_injury: "not_computed" });
  });

  test("calls a value of another type than the sample's invalid", async () => {
    const payload = { injury: { score: "sixty", band: "watch", note: "Stiff.", measured_at: "2026-03-10T06:00:00+02:00" } };
    const { core } = await askOnSamples(loaded, { question: "My tendon hurts" }, { payloads: { readiness: payload } });
    expect(missing(core)).toEqual({ readiness_injury: "unreachable invalid" });
  });

  test("names the dependency when the profile fails and the city is unknown", async () => {
    const { core } = await askOnSamples(
      loaded,
      { question: "Should I train in this heat?" },
      { failures: { profile: "timeout" } },
    );
    expect(missing(core)["conditions_today"]).toBe("unreachable dependency");
  });

  test("leaves the fixed line of a missing primary in the prompt, never the cause, and says degraded", async () => {
    const { core, assembly } = await askOnSamples(loaded, { question: TIE }, { failures: { readiness: "refused" } });
    const prompt = JSON.stringify(assembly.prompt);
    expect(prompt).toContain("- Injury readiness is not known this morning.\\n");
    expect(prompt).not.toContain("refused");
    expect(core.degraded).toBe(true);
    expect(core.confidence).toMatchObject({ level: "low" });
    expect(core.confidence.reasons).toContain("primary_missing");
  });
});

describe("case D, plans, with the declared costs of the seed", () => {
  const trusting = withPolicy({ trustTokens: true });

  test("gives the free plan conditions for training and leaves no room for the profile: 12 of 10 left", async () => {
    const { core } = await askOnSamples(trusting, { question: "How should I pace my intervals?", plan: "free" });
    expect(facts(core, "secondary")).toEqual(["conditions_today"]);
    expect(decisionsOf(core).find((one) => one.id === "athlete_profile")).toMatchObject({
      outcome: "dropped",
      reason: "over_plan",
      detail: { tokens: 12, left: 10 },
    });
    expect(core.budget.plan).toEqual({ name: "free", secondary_tokens: 50, used: 40 });
    expect(core.budget.exact).toBe(false);
  });

  test("gives the free plan block and profile for an injury and leaves no room for the conditions: 40 of 8 left", async () => {
    const { core } = await askOnSamples(trusting, { question: "My tendon hurts", plan: "free" });
    expect(facts(core, "secondary")).toEqual(["training_block", "athlete_profile"]);
    expect(decisionsOf(core).find((one) => one.id === "conditions_today")).toMatchObject({
      reason: "over_plan",
      detail: { tokens: 40, left: 8 },
    });
  });

  test("says by arithmetic that the paid plan can never bind", () => {
    const declared = [...loaded.policy.pieces.values()].reduce((sum, piece) => sum + (piece.declaredTokens ?? 0), 0);
    expect(declared).toBe(349);
    const finding = loaded.policy.findings.find((one) => one.code === "plan_never_binds");
    expect(finding?.message).toContain("1,400");
    expect(finding?.items).toEqual(["paid"]);
  });

  test.each(["free", "paid"])("never drops a primary fact for budget on the %s plan", async (plan) => {
    const { core } = await askOnSamples(withPolicy({ plans: new Map([[plan, 0]]) }), { question: TIE, plan });
    expect(facts(core, "primary")).toHaveLength(6);
    expect(
      decisionsOf(core)
        .filter((one) => one.outcome === "dropped")
        .map((one) => one.reason),
    ).toEqual(["over_plan", "over_plan"]);
  });
});
