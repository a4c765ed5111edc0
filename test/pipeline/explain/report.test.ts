/** Single lines of the report that is read in a terminal. */
import { expect, test } from "vitest";
import { reportOf, scoreLine } from "../../../src/pipeline/explain/report.ts";
import { handbookPolicy } from "../../support/handbook-policy.ts";
import { askSmall } from "../../support/small-policy.ts";

const QUESTION = "How long is the refund window?";
const { core } = await askSmall(await handbookPolicy({ "book.md": "# Book\n\nThirty days.\n" }, { source: "k: 1" }), {
  question: QUESTION,
});
const told = (more: object) =>
  reportOf({ question: QUESTION, core: { ...core, ...more }, branches: null, near_misses: null, naive: null, ...more });

test("what is more than everything as JSON is not called saved", () => {
  const naive = { naive_tokens: 100, tokens: 60, saved_percent: 40 };
  expect(told({ naive })).toContain("Everything as JSON: 100 tokens. Selected: 60. Saved: 40 %\n");
  const more = { naive_tokens: 100, tokens: 160, saved_percent: -60 };
  expect(told({ naive: more })).toContain("Everything as JSON: 100 tokens. Selected: 160. More by 60 %\n");
});

test("an uncertain routing names those it is between, where there is more than one", () => {
  const routing = { ...core.routing, certain: false, reason: "margin", decided_by: "best_score", intent: "training" };
  expect(told({ routing: { ...routing, contenders: ["training", "injury"] } })).toContain(
    "Routing: uncertain (margin) between training, injury; training leads (best_score)",
  );
  expect(told({ routing: { ...routing, contenders: ["training"] } })).toContain(
    "Routing: uncertain (margin); training leads (best_score)",
  );
});

test("a score names the words of the question, and the term where it is written otherwise", () => {
  const question = "Can I run on ran legs, on a =run?";
  const match = (term: string, said: string, more: object = {}) => ({
    ...{ term, language: "en", weight: 2, factor: 1, contribution: 2, how: "exact" as const, polarity: "positive" as const },
    ...{ cue: null, start: question.indexOf(said), end: question.indexOf(said) + said.length, ...more },
  });
  const matches = [
    match("can i run", "Can I run"),
    match("run", "ran", { how: "inflected" }),
    match("on .. legs", "on ran legs", { polarity: "negated" }),
    match("=run", "run"),
  ];
  expect(scoreLine({ intent: "training", score: 8, matches }, question)).toBe(
    "- training, score 8.00: Can I run 2.00, ran 2.00 (inflected, as run), on ran legs 2.00 (negated, as on .. legs), run 2.00",
  );
});
