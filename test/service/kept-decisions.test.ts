import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { callerAbout } from "../../src/caller.ts";
import type { Snapshot } from "../../src/policy/snapshot.ts";
import { createKeptDecisions, type KeptDecisions, NOTHING_KEPT } from "../../src/service/kept-decisions.ts";
import type { ExplainPart, Explanation, QuestionBody } from "../../src/service/service-types.ts";
import type { SourceResult } from "../../src/sources/source-result.ts";
import { loadCoaching } from "../support/coaching.ts";
import { type Asker, askerOf, callNow, openSampleStore, type SampleAnswers, sampleService } from "../support/sample-service.ts";

const { snapshot, policy } = await loadCoaching();
const store = await openSampleStore();
afterAll(() => store.close());

const MORNING = "2026-03-10T09:00:00+02:00";
const QUESTION = "How should I pace my intervals this week?";
const UNCERTAIN = "Should I train through this pain?";
const NO_PARTS: ReadonlySet<ExplainPart> = new Set();

/** One service, and what it is asked. `state` may be changed between two questions. */
function opened(kept: Pick<KeptDecisions, "of"> = createKeptDecisions()) {
  const answers: SampleAnswers = new Map();
  const state = { snapshot: snapshot as Snapshot, learntMilli: 1_000 };
  const service = sampleService({
    ...{ store, answers, decisions: kept, snapshot: () => state.snapshot },
    learnt: { milliOf: () => state.learntMilli },
  });
  const fill = (body: Partial<QuestionBody>): QuestionBody => ({
    ...{ policy: policy.name, subject: "maya", question: QUESTION, at: MORNING },
    ...body,
  });
  return {
    answers,
    state,
    explain: (body: Partial<QuestionBody> = {}, asker: Partial<Asker> = {}, parts = NO_PARTS): Promise<Explanation> =>
      service.explain(askerOf(asker), fill(body), parts, callNow()),
    assemble: (body: Partial<QuestionBody> = {}) => service.assemble(askerOf(), fill(body), callNow()),
  };
}

const MAYA = callerAbout(askerOf(), "maya");

test("the same question on the same answers is decided once, and says the same but for the time", async () => {
  const service = opened();
  const first = await service.explain();
  const again = await service.explain({ at: "2026-03-10T10:30:00+02:00" });
  const third = await service.explain({ at: "2026-03-10T11:00:00+02:00" });
  expect(first.settled).toBeNull();
  expect(again.core).toEqual({ ...first.core, at: "2026-03-10T08:30:00.000Z" });
  expect(Object.keys(again.core)).toEqual(Object.keys(first.core));
  expect(again.prompt).toEqual(first.prompt);
  expect([again.settled === null, third.settled === again.settled]).toEqual([false, true]);
  expect(
    [third.core.included, third.prompt, third.labels].map(
      (one, at) => one === [again.core.included, again.prompt, again.labels][at],
    ),
  ).toEqual([true, true, true]);
  expect([again.core.included, again.core.routing.scores, again.prompt, again.labels].every(Object.isFrozen)).toBe(true);
});

test("what was assembled is found by its explanation, and the other way round", async () => {
  const service = opened();
  const answer = await service.assemble();
  const explanation = await service.explain();
  const again = await service.assemble();
  expect(explanation.settled).not.toBeNull();
  expect(again.settled).toBe(explanation.settled);
  expect([again.core, again.prompt]).toEqual([answer.core, answer.prompt]);
  expect(await store.read(askerOf(), again.manifestId ?? "")).toMatchObject({ core: JSON.parse(JSON.stringify(answer.core)) });
});

test("a fact that is of today is of yesterday from the first instant of the next day", async () => {
  const service = opened();
  const first = await service.explain({ at: "2026-03-10T21:59:59.999Z" });
  const next = await service.explain({ at: "2026-03-10T22:00:00.000Z" });
  expect(first.core.dropped).toEqual([]);
  expect(next.core.dropped.map(({ id, reason }) => [id, reason])).toContainEqual(["readiness_training", "stale"]);
  expect(next.settled).toBeNull();
  const other = opened();
  await other.explain({ at: "2026-03-10T21:59:59.999Z" });
  expect((await other.explain({ at: "2026-03-09T22:00:00.000Z" })).settled).not.toBeNull();
  expect((await other.explain({ at: "2026-03-09T21:59:59.999Z" })).settled).toBeNull();
});

test("a time in the question is looked at again on the next day, also where no fact grows old", async () => {
  const service = opened();
  const body = { question: "What should I eat today?", subject: "nobody", time_zone: "Europe/Athens" };
  const first = await service.explain(body);
  const later = await service.explain({ ...body, at: "2026-03-10T21:59:59.999Z" });
  const next = await service.explain({ ...body, at: "2026-03-10T22:00:00.000Z" });
  expect([first.settled === null, later.settled === null, next.settled === null]).toEqual([true, false, true]);
  expect([first.core.scope.from, next.core.scope.from]).toEqual(["2026-03-09T22:00:00.000Z", "2026-03-10T22:00:00.000Z"]);
});

test.each<[string, Partial<QuestionBody>, Partial<Asker>]>([
  ["another question", { question: "How should I pace my intervals today?" }, {}],
  ["another person", { subject: "jonas" }, {}],
  ["another tenant", {}, { tenant: "b" }],
  ["a caller of other groups", {}, { groups: ["staff"] }],
  ["another plan", { plan: "free" }, {}],
  ["another language", { language: "de" }, {}],
  ["another time zone", { time_zone: "Europe/Berlin" }, {}],
  ["another model", { model: "gpt-4o" }, {}],
  ["another format", { format: "text" }, {}],
  ["an intent of the caller's", { intent: "training" }, {}],
  ["a conversation", { conversation: "c" }, {}],
  ["other versions", { as_of: "2026-03-01" }, {}],
])("%s is decided anew", async (_what, body, asker) => {
  const service = opened();
  await service.explain();
  await service.explain();
  const other = await service.explain(body, asker);
  const { core, prompt } = await opened({ of: () => NOTHING_KEPT }).explain(body, asker);
  expect(other.settled).toBeNull();
  expect(JSON.stringify([other.core, other.prompt])).toBe(JSON.stringify([core, prompt]));
});

test("a newer answer of one source is decided from anew", async () => {
  const service = opened();
  await service.explain();
  expect((await service.explain()).settled).not.toBeNull();
  const old = await service.answers.get("a maya readiness");
  if (old?.status !== "facts") throw new Error("the sample has a readiness");
  service.answers.set("a maya readiness", { ...old });
  expect((await service.explain()).settled).toBeNull();
});

test("a changed policy, changed languages and newly learnt ratios are decided with anew", async () => {
  const service = opened();
  const asked = async (): Promise<boolean> => {
    await service.explain();
    return (await service.explain()).settled !== null;
  };
  expect(await asked()).toBe(true);
  service.state.snapshot = { ...snapshot, policies: new Map([...snapshot.policies, [policy.name, { ...policy }]]) };
  expect((await service.explain()).settled).toBeNull();
  service.state.snapshot = { ...service.state.snapshot, languages: { ...snapshot.languages } };
  expect((await service.explain()).settled).toBeNull();
  service.state.learntMilli = 1_200;
  expect((await service.explain()).settled).toBeNull();
  expect(await asked()).toBe(true);
});

test("nobody gets what was decided for a person whom they may not ask about, or of a policy that is not open to them", async () => {
  const service = opened();
  await service.explain();
  await service.explain();
  await expect(service.explain({}, { subject: "jonas", permissions: ["explain"] })).rejects.toMatchObject({ code: "forbidden" });
  const own = await service.explain({}, { subject: "maya", permissions: ["explain"] });
  expect(own.settled).not.toBeNull();
  service.state.snapshot = { ...snapshot, policies: new Map([[policy.name, { ...policy, tenants: ["b"] }]]) };
  await expect(service.explain()).rejects.toMatchObject({ code: "unknown_policy" });
});

test("fetched texts are for the permission reveal, whoever asked before", async () => {
  const service = opened();
  const REVEAL = { permissions: ["any_subject", "reveal"] } as const;
  await service.explain({}, REVEAL);
  const [revealed, masked] = [await service.explain({}, REVEAL), await service.explain()];
  const again = await service.explain();
  const fresh = opened({ of: () => NOTHING_KEPT });
  expect([revealed.settled, masked.settled, again.settled].every((one) => one !== null && one === revealed.settled)).toBe(true);
  expect(revealed.prompt).toEqual((await fresh.explain({}, REVEAL)).prompt);
  expect(masked.prompt).toEqual((await fresh.explain()).prompt);
  expect(again.prompt).toBe(masked.prompt);
  expect(JSON.stringify(masked.prompt)).not.toBe(JSON.stringify(revealed.prompt));
});

test("the parts of an explanation are those of the decision, found or made", async () => {
  const parts: ReadonlySet<ExplainPart> = new Set(["decisions", "branches", "near_misses", "naive"]);
  const service = opened();
  for (const body of [{}, { question: UNCERTAIN }, { at: "2026-03-10T12:00:00+02:00" }]) {
    await service.explain(body);
    const [found, made] = [await service.explain(body, {}, parts), await opened().explain(body, {}, parts)];
    expect([found.settled === null, made.settled]).toEqual([false, null]);
    const { settled: _found, timings: _before, ...rest } = found;
    const { settled: _made, timings: _now, ...same } = made;
    expect(rest).toEqual(same);
  }
});

test("an uncertain question is found where no model is asked, and decided anew where one is", async () => {
  const service = opened();
  await service.explain({ question: UNCERTAIN });
  expect((await service.explain({ question: UNCERTAIN })).settled).not.toBeNull();
  expect((await service.assemble({ question: UNCERTAIN })).settled).toBeNull();
});

test.each<[string, Partial<QuestionBody>]>([
  ["candidates", { candidates: [{ id: "h", kind: "hint", text: "Rain at six." }] }],
  ["turns", { turns: [{ id: "t", role: "user", content: "Hello." }] }],
  ["tools", { tools: [{ name: "look", parameters: {} }] }],
])("what a request brings of its own is never kept: %s", async (_what, body) => {
  const service = opened();
  await service.explain(body);
  expect((await service.explain(body)).settled).toBeNull();
  await service.explain();
  await service.explain();
  expect((await service.explain(body)).settled).toBeNull();
  const none = Object.fromEntries(Object.keys(body).map((name) => [name, []]));
  expect((await service.explain(none)).settled).not.toBeNull();
});

test("what was made from an answer that no cache keeps is not kept", async () => {
  const service = opened();
  const failed: SourceResult = { status: "failed", cause: "timeout" };
  service.answers.set("a failing readiness", failed);
  const first = await service.explain({ subject: "failing" });
  expect(first.core.missing.map(({ cause }) => cause)).toContain("timeout");
  expect((await service.explain({ subject: "failing" })).settled).toBeNull();
});

test("a decision goes with the answer that may be kept the least time", async () => {
  const service = opened();
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  await service.explain();
  const least = Math.min(...["profile", "readiness"].map((name) => policy.sources.get(name)?.ttlMs ?? 0));
  expect(least).toBe(300_000);
  const start = performance.now();
  clock.mockReturnValue(start + least - 1_000);
  expect((await service.explain()).settled).not.toBeNull();
  clock.mockReturnValue(start + least + 1_000);
  // The cache asks for the time once in a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await service.explain()).settled).toBeNull();
});

test("an erased person leaves nothing, the others stay", async () => {
  const kept = createKeptDecisions();
  const service = opened(kept);
  const others = [{ subject: "jonas" }, {}] as const;
  const askers = [{}, { tenant: "b" }] as const;
  await service.explain();
  for (const [at, body] of others.entries()) await service.explain(body, askers[at]);
  kept.forget(MAYA);
  expect((await service.explain()).settled).toBeNull();
  for (const [at, body] of others.entries()) expect((await service.explain(body, askers[at])).settled).not.toBeNull();
});

test("what was under way while somebody was erased is not kept", async () => {
  const kept = createKeptDecisions();
  const late: Pick<KeptDecisions, "of"> = {
    of(caller, asked) {
      const own = kept.of(caller, asked);
      kept.forget(MAYA);
      return own;
    },
  };
  const service = opened(late);
  await service.explain();
  expect((await service.explain()).settled).toBeNull();
});

test("at most so many are kept, and the one that was used least lately goes first", async () => {
  const service = opened(createKeptDecisions(2));
  await service.explain();
  await service.explain({ subject: "jonas" });
  await service.explain();
  await service.explain({ subject: "lena" });
  expect((await service.explain()).settled).not.toBeNull();
  expect((await service.explain({ subject: "jonas" })).settled).toBeNull();
});

test("what is kept has a limit in bytes: large answers leave room for fewer", async () => {
  const service = opened();
  await service.explain();
  const profile = await service.answers.get("a maya profile");
  if (profile?.status !== "facts") throw new Error("the sample has a profile");
  service.answers.set("a maya profile", { ...profile, raw: " ".repeat(17_000_000) });
  await service.explain();
  expect((await service.explain()).settled).toBeNull();
});

test("the deadline of the request counts where nothing has to be decided as well", async () => {
  const service = opened();
  await service.explain();
  await service.explain();
  await expect(service.explain({ deadline_ms: 0 })).rejects.toMatchObject({ code: "deadline_exceeded" });
  expect((await service.explain({ deadline_ms: 10_000 })).settled).not.toBeNull();
});
