/** Requests recorded by the whole service over HTTP, run again from its store. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifiedCaller } from "../../../src/caller.ts";
import { SAMPLE_MORNING, startWholeService, type WholeService } from "../../support/whole-service.ts";

let whole: WholeService;
beforeAll(async () => {
  whole = await startWholeService();
});
afterAll(() => whole.close());

const ENGINEER = verifiedCaller({
  tenant: "default",
  subject: null,
  groups: [],
  permissions: new Set(["any_subject", "explain", "reveal", "audit"]),
});

const QUESTION = {
  policy: "coaching",
  subject: "maya",
  question: "Should I train through this pain?",
  plan: "free",
  at: SAMPLE_MORNING,
};

describe("an unchanged replay", () => {
  test("gives the recorded bytes, after every upstream is gone", async () => {
    const { body } = await whole.ask("/assemble", QUESTION);
    const again = await whole.booted.records.replay(ENGINEER, body.manifest_id, {});
    expect(again).toMatchObject({
      outcome: "identical",
      reason: null,
      not_recorded: [],
      difference: { first: null, changes: [] },
    });
  });
});
