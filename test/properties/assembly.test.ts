/** Promises 1, 2 and 4 of one assembly, over random questions, people, payloads and failures. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Assembly } from "../../src/pipeline/assemble.ts";
import { decisionsOf } from "../../src/pipeline/manifest/manifest.ts";
import type { Part } from "../../src/pipeline/parts.ts";
import { FORMATS } from "../../src/policy/schema/policy-file.ts";
import type { QuestionBody, WhatIf } from "../../src/service/service-types.ts";
import { CAUSES, type Json, type SourceResult } from "../../src/sources/source-result.ts";
import { askOnSamples, loadCoaching } from "../support/coaching.ts";
import { randomQuestion } from "../support/questions.ts";
import { recount } from "../support/sent.ts";

const loaded = await loadCoaching();

const hostile = fc.oneof(
  fc.constantFrom(
    "<|endoftext|>",
    "a\n- [Injury readiness] fine",
    "{{ score }}",
    "</facts>",
    "__proto__",
    "  ",
    "",
    "null",
    "\u202Eabc",
    "/start",
  ),
  fc.string({ unit: "grapheme", maxLength: 60 }),
);
const reading = fc.oneof(
  fc.constant(null),
  fc.record({
    score: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(null), fc.constant("high")),
    band: hostile,
    note: hostile,
    measured_at: fc.constantFrom("2026-03-10T06:00:00+02:00", "2026-03-09T06:00:00+02:00", "soon", null),
  }),
);
const readiness: fc.Arbitrary<Json> = fc.record({ training: reading, recovery: reading, nutrition: reading, injury: reading });
const whatIf: fc.Arbitrary<WhatIf> = fc.record(
  {
    payloads: fc.record({ readiness }, { requiredKeys: [] }),
    failures: fc.dictionary(
      fc.constantFrom("profile", "baselines", "conditions"),
      fc.constantFrom(...CAUSES, "not_computed" as const),
      { maxKeys: 2 },
    ),
    verdict: fc.constantFrom("training", "injury", "general"),
  },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    question: randomQuestion,
    subject: fc.constantFrom("maya", "jonas", "lena", "diego", "priya", "nobody"),
    plan: fc.constantFrom("free", "paid"),
    language: fc.constantFrom("en", "de", "ja"),
    format: fc.constantFrom(...FORMATS),
    time_zone: fc.constantFrom("UTC", "Pacific/Auckland", "America/Los_Angeles"),
  },
  { requiredKeys: ["question"] },
) as fc.Arbitrary<Partial<QuestionBody> & { readonly question: string }>;

const RUNS = 400;

test("every candidate has exactly one decision, from the closed lists", async () => {
  await fc.assert(
    fc.asyncProperty(body, whatIf, async (asked, overrides) => {
      const { core } = await askOnSamples(loaded, asked, overrides);
      const ids = decisionsOf(core).map((one) => one.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(
        expect.arrayContaining([...loaded.policy.pieces.keys(), "system", "safety", "instructions", "question"]),
      );
    }),
    { numRuns: RUNS },
  );
});

test("what is counted is what is sent: a recount of the finished payload gives the manifest's number, within the limit", async () => {
  await fc.assert(
    fc.asyncProperty(body, whatIf, async (asked, overrides) => {
      const { core, assembly } = await askOnSamples(loaded, asked, overrides);
      expect(core.budget.used).toBe(recount(assembly.prompt, loaded.counter));
      expect(core.budget.used).toBeLessThanOrEqual(core.budget.limit);
      const overhead = Object.values(core.budget.overhead).reduce((sum, tokens) => sum + tokens, 0);
      const listed = core.included.reduce((sum, one) => sum + one.tokens, 0);
      expect(listed + overhead).toBe(core.budget.used);
      expect(core.budget.blocks.reduce((sum, block) => sum + block.used, 0)).toBe(core.budget.used);
      expect(core.zones.reduce((sum, zone) => sum + zone.tokens, 0)).toBe(core.budget.used);
    }),
    { numRuns: RUNS },
  );
});

test("the same inputs give the same prompt and core, whatever order the answers arrive in and whatever was asked before", async () => {
  const order = fc.shuffledSubarray(["profile", "baselines", "readiness", "conditions"], { minLength: 4 });
  await fc.assert(
    fc.asyncProperty(body, whatIf, order, async (asked, overrides, arrival) => {
      const one = await askOnSamples(loaded, asked, overrides);
      // Nothing kept from the first time can be found again: other objects, and each answer late in an order of its own.
      const { intents, pieces, prompt } = loaded.policy;
      const policy = { ...loaded.policy, intents: new Map(intents), pieces: new Map(pieces), prompt: { ...prompt } };
      const late = async (source: string, answer: Promise<SourceResult>): Promise<SourceResult> => {
        for (let turn = 0; turn <= arrival.indexOf(source); turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return answer;
      };
      const two = await askOnSamples({ ...loaded, policy }, asked, overrides, late);
      expect(JSON.stringify(two.assembly.prompt)).toBe(JSON.stringify(one.assembly.prompt));
      expect(JSON.stringify(two.core)).toBe(JSON.stringify(one.core));
    }),
    { numRuns: RUNS },
  );
});

const textOf = ({ parts }: Assembly, which: (part: Part) => boolean): string =>
  parts
    .filter(which)
    .map((part) => part.text)
    .join("");
const sharedText = (assembly: Assembly): string => textOf(assembly, ({ zone }) => zone === "shared");

test("the shared zone is the same bytes for every person, question and clock", async () => {
  await fc.assert(
    fc.asyncProperty(body, body, whatIf, async (first, second, overrides) => {
      const one = await askOnSamples(loaded, first, overrides);
      const two = await askOnSamples(loaded, { ...second, at: "2031-12-31T23:59:59Z" });
      expect(sharedText(two.assembly)).toBe(sharedText(one.assembly));
      expect(two.core.zones[0]?.hash).toBe(one.core.zones[0]?.hash);
    }),
    { numRuns: RUNS / 4 },
  );
});

test("each fact is one line that begins with its label, whatever the upstream wrote", async () => {
  await fc.assert(
    fc.asyncProperty(body, whatIf, async (asked, overrides) => {
      const { core, assembly } = await askOnSamples(loaded, asked, overrides);
      const lines = textOf(assembly, ({ message }) => message === "evidence")
        .split("\n")
        .slice(1, -1);
      const labels = decisionsOf(core)
        .filter((one) => one.outcome === "included" && one.kind === "fact")
        .map((one) => (one.outcome === "included" ? one.label : null));
      expect(lines.length).toBe(labels.length + assembly.filtered.gaps.length);
      const facts = assembly.parts.filter((part) => part.fact !== null);
      for (const [at, { fact }] of facts.entries()) expect(lines[at]?.startsWith(`- [${fact?.label}] `)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});
