/** What an explanation says of documents: near misses, the masked prompt, the report. */

import { describe, expect, test } from "vitest";
import { maskedPrompt } from "../../../src/pipeline/explain/masked-prompt.ts";
import { reportOf } from "../../../src/pipeline/explain/report.ts";
import { missesOf, nearMisses } from "../../../src/pipeline/near-miss/near-misses.ts";
import { handbookPolicy, textOf, withHead } from "../../support/handbook-policy.ts";
import { askSmall } from "../../support/small-policy.ts";
import { wantsOf } from "../../support/wants.ts";

const QUESTION = "How long is the refund window?";
const DOCUMENTS = {
  "book.md": `# Book

## Refunds

The refund window is 30 days.

## Repairs

A refund of repairs takes long.

## Ways

On the way, after some other words, stands a refund.

## Last

Of all these words only the very last one of a sentence that takes its time is refund.
`,
  "old.md": withHead({ effective_to: "2020-01-01" }, "# Old\n\nThe refund window: how long it is.\n"),
};
const ask = async (source = "k: 1, floor: 0.45") => askSmall(await handbookPolicy(DOCUMENTS, { source }), { question: QUESTION });

describe("near misses", () => {
  test("say which k, which floor, which date would do; and the k and the floor do", async () => {
    const { assembly } = await ask();
    const misses = nearMisses(assembly);
    const of = (reason: string) => misses.find((one) => one.reason === reason);
    expect(of("outside_k")?.message).toBe("A k of 2 would do; it ranks there and k is 1.");
    expect(of("expired")?.message).toBe(
      "It was in force until 2020-01-01T00:00:00.000Z; an as_of of 2019-12-31T23:59:59.999Z would do.",
    );
    const raised = await ask("k: 2, floor: 0.45");
    expect(raised.core.included.map(({ id }) => id)).toContain(of("outside_k")?.id);
  });

  test("of what is under the floor", async () => {
    const { assembly } = await ask("k: 4, floor: 2");
    const [miss] = missesOf(assembly).filter(({ reason }) => reason === "below_floor");
    const { floor, fate } = wantsOf(miss);
    expect(fate).toEqual({ is: "in" });
    expect(nearMisses(assembly).map(({ message }) => message)).toContain(`A floor of at most ${floor} would do; the floor is 2.`);
    const { core: lower } = await ask(`k: 4, floor: ${floor}`);
    expect(lower.included.map(({ id }) => id)).toContain(miss?.id);
  });
});

test("of what is under the floor and behind the k, both are named; a score just under its floor is not shown as the floor", async () => {
  const { core: open } = await ask("k: 9");
  const [first, second, third] = open.retrieval[0]?.ranked ?? [];
  const { assembly } = await ask(`k: 2, floor: ${((first?.score ?? 0) + (second?.score ?? 0)) / 2}`);
  const { floor, k } = wantsOf(missesOf(assembly).find(({ id }) => id === third?.id));
  expect(k).toBe(3);
  const both = await ask(`k: 3, floor: ${floor}`);
  expect(both.core.included.map(({ id }) => id)).toContain(third?.id);
  const just = await ask(`k: 1, floor: ${(second?.score ?? 0) + 0.00001}`);
  const drop = just.core.dropped.find(({ id }) => id === second?.id);
  expect(Number(drop?.detail["bm25"])).toBeLessThan(Number(drop?.detail["floor"]));
});

describe("the masked prompt", () => {
  test("has the label and the tokens of a section in the place of its text, unless its source is shown", async () => {
    const { assembly } = await ask();
    const masked = textOf(maskedPrompt(assembly, new Set()));
    expect(masked).toMatch(/- \[1: \d+ tokens\]\n/);
    expect(masked).not.toContain("30 days");
    expect(masked).toContain(`Question: ${QUESTION}`);
    expect(textOf(maskedPrompt(assembly, new Set(["handbook"])))).toContain("30 days");
  });
});

test("the report lists each section with its rank, score and words", async () => {
  const { core } = await ask();
  const report = reportOf({ question: QUESTION, core, branches: null, near_misses: null, naive: null });
  const lines = report.slice(report.indexOf("Documents:"), report.indexOf("\n\nConfidence"));
  expect(
    lines
      .replace(/\d+\.\d\d/g, "0.00")
      .split("\n")
      .slice(0, 4),
  ).toEqual([
    "Documents:",
    "- handbook: 1 of 4 sections, k 1, floor 0.00",
    "  1. handbook:book.md#refunds, 0.00: window 0.00, the refund 0.00 (pair), refund window 0.00 (pair), refund 0.00",
    "  2. handbook:book.md#repairs, 0.00, outside k: long 0.00, refund 0.00",
  ]);
  expect(lines).toMatch(/\n {2}- handbook:old\.md#old, \d+\.\d\d, expired: /);
});

test("the report names a rule with its reason, a source that failed, and how meaning fared", async () => {
  const rule = 'send_to: [{ when: { intent: general }, sections: [book.md#last], reason: "Always this." }]';
  const { core } = await ask(`k: 1, ${rule}`);
  const report = reportOf({ question: QUESTION, core, branches: null, near_misses: null, naive: null });
  expect(report).toMatch(/ {2}(?:-|\d\.) handbook:book\.md#last, \d\.\d\d, rule: Always this\.: .*refund \d\.\d\d.*\n/);
  const [record] = core.retrieval;
  const told = (one: object) =>
    reportOf({
      question: QUESTION,
      core: { ...core, retrieval: [{ ...record, ...one } as never] },
      branches: null,
      near_misses: null,
      naive: null,
    });
  expect(told({ status: "failed", cause: "timeout" })).toContain("- handbook: did not answer (timeout)\n");
  expect(told({ meaning: { status: "used", cause: null, model: "m", vectors: 1 } })).toContain("k 1, words and meaning\n");
  expect(told({ meaning: { status: "not_asked", cause: null, model: null, vectors: 0 } })).toContain(
    "words alone (meaning not asked)",
  );
});
