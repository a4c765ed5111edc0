/** What is kept changes nothing: every answer has the bytes that it would have without. */
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { assembleBody, explainBody } from "../../src/http/answer-view.ts";
import { jsonSerializer } from "../../src/http/json-answer.ts";
import { AssembleAnswer, ExplainAnswer } from "../../src/http/wire/answer.ts";
import { createKeptDecisions, NOTHING_KEPT } from "../../src/service/kept-decisions.ts";
import { type AssembledPrompt, EXPLAIN_PARTS, type QuestionBody } from "../../src/service/service-types.ts";
import { randomQuestion } from "../support/questions.ts";
import { askerOf, callNow, openSampleStore, type SampleAnswers, sampleService } from "../support/sample-service.ts";

const store = await openSampleStore();
afterAll(() => store.close());

const answers: SampleAnswers = new Map();
const keeping = sampleService({ store, answers, decisions: createKeptDecisions() });
const forgetful = sampleService({ store, answers, decisions: { of: () => NOTHING_KEPT } });

const MORNING = Date.parse("2026-03-10T09:00:00+02:00");
const IDS = { requestId: "r", traceId: "t" };

const serialize = (schema: typeof ExplainAnswer | typeof AssembleAnswer) => {
  const write = jsonSerializer(true)({ schema, method: "POST", url: "/" } as never);
  return (answer: unknown): string => (write(answer) as unknown as Buffer).toString("utf8");
};
const [explained, assembled] = [serialize(ExplainAnswer), serialize(AssembleAnswer)];

const body: fc.Arbitrary<QuestionBody> = fc.record({
  policy: fc.constant("coaching"),
  // Few of each, so that they meet again.
  question: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom("How should I pace my intervals this week?", "What should I eat today?", "疼 pain?"),
    },
    { weight: 1, arbitrary: randomQuestion },
  ),
  subject: fc.constantFrom("maya", "jonas", "lena"),
  plan: fc.constantFrom(undefined, undefined, "free"),
  time_zone: fc.constantFrom(undefined, undefined, "America/New_York"),
  format: fc.constantFrom(undefined, undefined, "text" as const),
  at: fc.integer({ min: -30, max: 30 }).map((hours) => new Date(MORNING + hours * 3_600_000).toISOString()),
});
const asker = fc.record({
  tenant: fc.constantFrom("a", "a", "b"),
  groups: fc.constantFrom([], [], ["staff"]),
  permissions: fc.constantFrom(["any_subject"] as const, ["any_subject", "reveal", "audit"] as const),
});
const parts = fc.oneof(fc.constant([]), fc.subarray(EXPLAIN_PARTS.filter((part) => part !== "timings")));

test("an explanation, kept or not", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(body, asker, parts, async (asked, who, wanted) => {
      const set = new Set(wanted);
      const other = await forgetful.explain(askerOf(who), asked, set, callNow());
      expect(other.settled).toBeNull();
      for (let time = 0; time < 2; time += 1) {
        const one = await keeping.explain(askerOf(who), asked, set, callNow());
        if (one.settled !== null) found += 1;
        expect(explained(explainBody(one, IDS, set))).toBe(explained(explainBody(other, IDS, set)));
      }
    }),
    { numRuns: 120 },
  );
  expect(found).toBeGreaterThan(60);
});

const nameless = (answer: AssembledPrompt): string => assembled(assembleBody({ ...answer, manifestId: null }, IDS, true));

async function recorded({ manifestId }: AssembledPrompt): Promise<unknown> {
  const found = await store.read(askerOf(), manifestId ?? "");
  if (found === null) throw new Error("the manifest was not stored");
  return { core: found.core, inputs: found.inputs };
}

test("a prompt with its manifest, kept or not, but for the id", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(body, async (asked) => {
      const other = await forgetful.assemble(askerOf(), asked, callNow());
      for (let time = 0; time < 2; time += 1) {
        const one = await keeping.assemble(askerOf(), asked, callNow());
        if (one.settled !== null) found += 1;
        expect(nameless(one)).toBe(nameless(other));
        expect(await recorded(one)).toEqual(await recorded(other));
      }
    }),
    { numRuns: 60 },
  );
  expect(found).toBeGreaterThan(20);
});
