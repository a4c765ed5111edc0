/** `POST /assemble`: the answer as the contract has it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AssembleAnswer } from "../../src/http/wire/answer.ts";
import { decisionsOf } from "../../src/pipeline/manifest/manifest.ts";
import type { Dropped } from "../../src/pipeline/records/core.ts";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { post, problemOf, QUESTION } from "./ask.ts";
import { ANSWER, CORE, MANIFEST_ID } from "./canned-answer.ts";

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.app.close());

const FIELDS =
  "manifest_id request_id trace_id persisted degraded policy variants at context_hash routing scope prompt instructions red_flags labels confidence included missing withheld dropped conflicts retrieval packing counts findings budget zones prefix".split(
    " ",
  );

describe("POST /assemble", () => {
  it("answers with every field of the contract, in its order, and nothing else", async () => {
    const reply = await post(test.app, "/assemble", QUESTION);
    expect(reply.statusCode).toBe(200);
    expect(Object.keys(reply.json())).toEqual(FIELDS);
    AssembleAnswer.parse(reply.json());
  });

  it("passes the prompt through untouched, ready for the provider's client", async () => {
    expect((await post(test.app, "/assemble", QUESTION)).json().prompt).toEqual(ANSWER.prompt);
  });

  it("lists the candidates by outcome and counts them by reason", async () => {
    const body = AssembleAnswer.parse((await post(test.app, "/assemble", QUESTION)).json());
    expect(body.included.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(body.missing).toEqual([expect.objectContaining({ id: "readiness_injury", reason: "unreachable", cause: "refused" })]);
    expect(body.withheld.map(({ id, reason }) => [id, reason])).toEqual([
      ["readiness_recovery", "not_listed"],
      ["readiness_nutrition", "excluded"],
    ]);
    expect(body.dropped).toEqual([
      {
        id: "athlete_profile",
        kind: "fact",
        stage: "pack",
        reason: "over_plan",
        role: "secondary",
        score: null,
        detail: { tokens: 12, left: 10 },
      },
    ]);
    expect(body.counts).toEqual({ excluded: 1, included: 9, not_listed: 1, over_plan: 1, unreachable: 1 });
  });

  it("names policy and manifest in headers, and the request and trace in the body", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, "x-request-id": "r-42" };
    const reply = await post(test.app, "/assemble", QUESTION, headers);
    expect(reply.headers).toMatchObject({
      "winnow-policy-digest": CORE.policy.digest,
      "winnow-manifest-id": MANIFEST_ID,
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
    });
    expect(reply.json()).toMatchObject({ request_id: "r-42", trace_id: trace });
  });

  it("adds every decision with detail=decisions", async () => {
    const body = (await post(test.app, "/assemble?detail=decisions", QUESTION)).json();
    expect(body.decisions).toEqual(decisionsOf(CORE));
  });

  it("cuts dropped at 50, unless detail=decisions; the counts tell all", async () => {
    const dropped = (index: number): Dropped => ({
      id: `d${index}`,
      kind: "fact",
      score: null,
      stage: "pack",
      reason: "over_budget",
      role: "secondary",
      detail: {},
    });
    for (const count of [49, 50, 51]) {
      const lists = {
        included: [],
        missing: [],
        withheld: [],
        dropped: Array.from({ length: count }, (_, index) => dropped(index)),
      };
      const core = { ...CORE, ...lists };
      const many = await buildTestApp({ service: { assemble: async () => ({ ...ANSWER, core }) } });
      const brief = AssembleAnswer.parse((await post(many.app, "/assemble", QUESTION)).json());
      expect([brief.dropped.length, brief.counts]).toEqual([Math.min(count, 50), { over_budget: count }]);
      const whole = AssembleAnswer.parse((await post(many.app, "/assemble?detail=decisions", QUESTION)).json());
      expect(whole.dropped.length).toBe(count);
      await many.app.close();
    }
  });

  it("says so where nothing was stored", async () => {
    const best = await buildTestApp({ service: { assemble: async () => ({ ...ANSWER, persisted: false, manifestId: null }) } });
    const reply = await post(best.app, "/assemble", QUESTION);
    expect(reply.json()).toMatchObject({ persisted: false, manifest_id: null });
    expect(reply.headers["winnow-manifest-id"]).toBeUndefined();
    await best.app.close();
  });

  it("fails and logs the places, rather than send what its schema does not describe", async () => {
    const prompt = { ...ANSWER.prompt, format: "banana" } as unknown as typeof ANSWER.prompt;
    const confidence = { ...CORE.confidence, coverage: Number.NaN };
    const wrong = await buildTestApp({
      service: { assemble: async () => ({ ...ANSWER, prompt, core: { ...CORE, confidence } }) },
    });
    expect(problemOf(await post(wrong.app, "/assemble", QUESTION)).code).toBe("internal");
    expect(wrong.lines.find(({ msg }) => msg === "failed")).toMatchObject({
      error: { name: "AnswerMisfit", code: "ANSWER_MISFIT", places: ["/prompt/format", "/confidence/coverage"] },
    });
    await wrong.app.close();
  });

  it("sends the same bytes whether answers are checked or not", async () => {
    const unchecked = await buildTestApp({ config: { checkAnswers: false } });
    const same = { traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-00`, "x-request-id": "r" };
    const [a, b] = await Promise.all([
      post(test.app, "/assemble", QUESTION, same),
      post(unchecked.app, "/assemble", QUESTION, same),
    ]);
    expect(a.body).toBe(b.body);
    await unchecked.app.close();
  });
});
