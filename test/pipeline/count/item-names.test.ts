/** Items may be called like parts of the prompt that are no items: the arithmetic holds all the same. */
import { expect, test } from "vitest";
import type { CandidateBody } from "../../../src/service/items-body.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const HEADINGS = ["person_heading", "notes_heading", "documents_heading", "facts_heading"];

test.each(["openai-chat", "text"] as const)(
  "an item called like a heading or a message is counted once in %s",
  async (format) => {
    const policy = await smallPolicy("");
    const named: readonly CandidateBody[] = [
      ...HEADINGS,
      "evidence_message",
      "person_message",
      "late_message",
      "disagreement",
    ].map((id, at) => ({ id, kind: at % 2 === 0 ? "document" : "memory", text: `Text number ${at}.`, pinned: at < 4 }));
    const plain = named.map((one, at) => ({ ...one, id: `x${at}`, label: one.id }));
    const [first, second] = [
      await askSmall(policy, { candidates: named, format }),
      await askSmall(policy, { candidates: plain, format }),
    ];
    const { budget, included } = first.core;
    const overhead = Object.values(budget.overhead).reduce((sum, tokens) => sum + tokens, 0);
    expect(included.reduce((sum, { tokens }) => sum + tokens, overhead)).toBe(budget.used);
    expect(budget).toEqual(second.core.budget);
  },
);

test("a pinned item called like a heading does not make the heading free", async () => {
  const policy = await smallPolicy("");
  const pinned: CandidateBody = { id: "documents_heading", kind: "memory", text: "Likes short answers.", pinned: true };
  const competing: CandidateBody = { id: "a", kind: "document", text: "Refunds within thirty days." };
  const whole = (await askSmall(policy, { candidates: [pinned, competing] })).core.budget.used;
  const under = (budgetTotal: number) =>
    askSmall({ ...policy, policy: { ...policy.policy, budgetTotal } }, { candidates: [pinned, competing] });
  expect((await under(whole)).core.dropped).toEqual([]);
  expect((await under(whole - 1)).core.dropped).toMatchObject([{ id: "a", reason: "over_budget" }]);
});
